import { formatMessage } from '@cairn/contract/text/copy';
import { useId, useState } from 'react';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { classNames } from '../../ui/class-names.ts';
import { inputClass } from '../../ui/form/field.tsx';
import { showReadOnlyToast } from '../../ui/overlay/toast.ts';
import { formatAmountInput, parseAmount } from './amount-input.ts';
import { useSavePlannedAmount } from './budget.api.ts';
import { budgetCopy } from './budget.copy.ts';

/**
 * The planned amount of a category. It is saved when the field loses focus. An amount that couldn't be saved
 * stays in the field with an error and is saved again on the next blur.
 */
export function CategoryAmount({
  label,
  category,
  saved,
  budgetId,
}: {
  label: string;
  category: string;
  saved: number;
  budgetId: string;
}) {
  const id = useId();
  const demo = useDemoMode();
  const savePlanned = useSavePlannedAmount();
  // Null while there is no unsaved input.
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const save = () => {
    if (typed === null) return;
    const parsed = parseAmount(typed);
    if ('error' in parsed) return setError(parsed.error);
    if (parsed.amount === saved) return discard();
    if (demo) {
      discard();
      return showReadOnlyToast();
    }
    setError(null);
    savePlanned.mutate(
      { category, amount: parsed.amount, budget_id: budgetId },
      {
        onSuccess: discard,
        onError: ({ message }) =>
          setError(formatMessage(budgetCopy.saveFailed, { reason: message })),
      },
    );
  };
  const discard = () => {
    setTyped(null);
    setError(null);
  };
  return (
    <div className="w-24 shrink-0 sm:w-32">
      <input
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
        aria-busy={savePlanned.isPending || undefined}
        inputMode="decimal"
        autoComplete="off"
        className={classNames(inputClass, 'figures text-right')}
        value={typed ?? formatAmountInput(saved)}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(null);
        }}
        onBlur={save}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur();
          if (key === 'Escape') discard();
        }}
      />
      <div id={`${id}-note`} aria-live="polite" className="mt-1 text-xs text-danger empty:hidden">
        {error}
      </div>
    </div>
  );
}
