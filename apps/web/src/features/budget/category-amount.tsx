import { useId, useState } from 'react';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { classNames } from '../../ui/class-names.ts';
import { inputClass } from '../../ui/field.tsx';
import { tellReadOnly } from '../../ui/toast.ts';
import { readAmount, writeAmount } from './amount-input.ts';
import { usePlanCategory } from './budget.api.ts';

/**
 * The planned amount of a category; it saves when the field is left. What could not be saved stays in the
 * field and says so, and is tried again the next time.
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
  const plan = usePlanCategory();
  // Null: nothing is typed that is not saved.
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const save = () => {
    if (typed === null) return;
    const read = readAmount(typed);
    if ('error' in read) return setError(read.error);
    if (read.amount === saved) return forget();
    if (demo) {
      forget();
      return tellReadOnly();
    }
    setError(null);
    plan.mutate(
      { category, amount: read.amount, budget_id: budgetId },
      { onSuccess: forget, onError: ({ message }) => setError(`Not saved. ${message}`) },
    );
  };
  const forget = () => {
    setTyped(null);
    setError(null);
  };
  return (
    <div className="w-24 shrink-0 sm:w-32">
      <input
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
        aria-busy={plan.isPending || undefined}
        inputMode="decimal"
        autoComplete="off"
        className={classNames(inputClass, 'figures text-right')}
        value={typed ?? writeAmount(saved)}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(null);
        }}
        onBlur={save}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur();
          if (key === 'Escape') forget();
        }}
      />
      <div id={`${id}-note`} aria-live="polite" className="mt-1 text-xs text-trouble empty:hidden">
        {error}
      </div>
    </div>
  );
}
