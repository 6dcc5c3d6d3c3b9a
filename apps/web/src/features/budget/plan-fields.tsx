import { useState } from 'react';
import { formatMoney } from '../../platform/formats.ts';
import { Field } from '../../ui/field.tsx';
import { readAmount, writeAmount } from './amount-input.ts';
import type { Plan } from './budget.api.ts';

/** The amounts of a plan as they are typed. */
export type PlanDraft = Record<keyof Plan, string>;

export const emptyDraft: PlanDraft = { earnings: '', bills: '', spending: '' };

export const draftOf = ({ earnings, bills, spending }: Plan): PlanDraft => ({
  earnings: writeAmount(earnings),
  bills: writeAmount(bills),
  spending: writeAmount(spending),
});

const fields: readonly { name: keyof Plan; label: string; hint: string }[] = [
  { name: 'earnings', label: 'Earnings', hint: 'What comes in each month.' },
  { name: 'bills', label: 'Bills', hint: 'Rent, utilities, loans and what repeats.' },
  { name: 'spending', label: 'Spending', hint: 'Everything that is no bill.' },
];

/** A draft, and what is wrong with it once somebody tried to save it. */
export function usePlanDraft(start: PlanDraft) {
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const read = {
    earnings: readAmount(draft.earnings),
    bills: readAmount(draft.bills),
    spending: readAmount(draft.spending),
  };
  const errorOf = (name: keyof Plan): string | undefined => {
    const field = read[name];
    return tried && 'error' in field ? field.error : undefined;
  };
  return {
    draft,
    setDraft,
    errorOf,
    /** The plan, or null where something is wrong: then the fields say what. */
    take(): Plan | null {
      setTried(true);
      const { earnings, bills, spending } = read;
      if ('error' in earnings || 'error' in bills || 'error' in spending) return null;
      return { earnings: earnings.amount, bills: bills.amount, spending: spending.amount };
    },
  };
}

/** The three amounts of a plan; below each what it would be by the last months. */
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
          {hint}
          {suggestion &&
            ` Lately about ${formatMoney(suggestion[name], suggestion.currency, 0)} a month.`}
        </p>
      }
      onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
    />
  ));
}
