import { formatMessage } from '@cairn/contract/text/copy';
import { useState } from 'react';
import { formatMoney } from '../../platform/formats/formats.ts';
import { Field } from '../../ui/form/field.tsx';
import { formatAmountInput, parseAmount } from './amount-input.ts';
import type { Plan } from './budget.api.ts';
import { budgetCopy } from './budget.copy.ts';

/** The amounts of a plan as typed. */
export type PlanDraft = Record<keyof Plan, string>;

export const emptyDraft: PlanDraft = { earnings: '', bills: '', spending: '' };

export const planToDraft = ({ earnings, bills, spending }: Plan): PlanDraft => ({
  earnings: formatAmountInput(earnings),
  bills: formatAmountInput(bills),
  spending: formatAmountInput(spending),
});

const fields: readonly { name: keyof Plan; label: string; hint: string }[] = [
  { name: 'earnings', label: budgetCopy.earnings, hint: budgetCopy.form.earningsHint },
  { name: 'bills', label: budgetCopy.bills, hint: budgetCopy.form.billsHint },
  { name: 'spending', label: budgetCopy.spending, hint: budgetCopy.form.spendingHint },
];

/** The state of a plan's form. Validation errors show after the first submit. */
export function usePlanDraft(initial: PlanDraft) {
  const [draft, setDraft] = useState(initial);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const parsed = {
    earnings: parseAmount(draft.earnings),
    bills: parseAmount(draft.bills),
    spending: parseAmount(draft.spending),
  };
  const errorOf = (name: keyof Plan): string | undefined => {
    const field = parsed[name];
    return isSubmitted && 'error' in field ? field.error : undefined;
  };
  return {
    draft,
    setDraft,
    errorOf,
    /** Returns the plan, or null after showing the errors of invalid fields. */
    submit(): Plan | null {
      setIsSubmitted(true);
      const { earnings, bills, spending } = parsed;
      if ('error' in earnings || 'error' in bills || 'error' in spending) return null;
      return { earnings: earnings.amount, bills: bills.amount, spending: spending.amount };
    },
  };
}

/** The three amounts of a plan. Each shows its recent average if there is a suggestion. */
export function PlanFields({
  plan: { draft, setDraft, errorOf },
  suggestion,
}: {
  plan: ReturnType<typeof usePlanDraft>;
  suggestion?: (Plan & { currency: string }) | null;
}) {
  return fields.map(({ name, label, hint }) => (
    <Field
      key={name}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={draft[name]}
      error={errorOf(name)}
      hint={
        <p className="text-muted">
          {suggestion
            ? formatMessage(budgetCopy.form.hintWithAverage, {
                hint,
                amount: formatMoney(suggestion[name], suggestion.currency, 0),
              })
            : hint}
        </p>
      }
      onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
    />
  ));
}
