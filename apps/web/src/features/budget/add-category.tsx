import { formatMessage } from '@cairn/contract/text/copy';
import { type FormEvent, useId, useState } from 'react';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { Button } from '../../ui/button.tsx';
import { CategorySelect } from '../../ui/category-picker/category-select.tsx';
import { FormError, inputClass } from '../../ui/form/field.tsx';
import { showReadOnlyToast } from '../../ui/overlay/toast.ts';
import { parseAmount } from './amount-input.ts';
import { useSavePlannedAmount } from './budget.api.ts';
import { budgetCopy } from './budget.copy.ts';
import { availableCategories, explainMissing } from './category-choices.ts';

const copy = budgetCopy.categories;

/** Adds a category to the budget. A search for one that can't be added explains why. */
export function AddCategory({ used, budgetId }: { used: readonly string[]; budgetId: string }) {
  const id = useId();
  const [category, setCategory] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const savePlanned = useSavePlannedAmount();
  const demo = useDemoMode();
  const add = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseAmount(typed);
    if (category === null) return setError(copy.missingCategory);
    if ('error' in parsed || parsed.amount <= 0) return setError(copy.invalidAmount);
    setError(null);
    if (demo) return showReadOnlyToast();
    savePlanned.mutate(
      { category: category.toUpperCase(), amount: parsed.amount, budget_id: budgetId },
      {
        onSuccess: () => {
          setCategory(null);
          setTyped('');
        },
        onError: ({ message }) =>
          setError(formatMessage(budgetCopy.saveFailed, { reason: message })),
      },
    );
  };
  return (
    <form onSubmit={add} noValidate className="mt-5" aria-label={copy.addForm}>
      <div className="flex flex-wrap items-end gap-2">
        <CategorySelect
          label={copy.category}
          choices={availableCategories(used)}
          explainMissing={(query) => explainMissing(used, query)}
          value={category}
          onChange={setCategory}
          className="h-11! min-w-0 grow basis-56"
        />
        <div className="w-32 max-sm:grow">
          <label htmlFor={`${id}-amount`} className="sr-only">
            {copy.amount}
          </label>
          <input
            id={`${id}-amount`}
            inputMode="decimal"
            autoComplete="off"
            placeholder={copy.amount}
            className={inputClass}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <Button type="submit" className="h-11" busy={savePlanned.isPending}>
          {copy.add}
        </Button>
      </div>
      <FormError className="mt-3">{error}</FormError>
    </form>
  );
}
