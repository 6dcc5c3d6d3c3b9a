import { type FormEvent, useId, useState } from 'react';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { Button } from '../../ui/button.tsx';
import { FormError, inputClass } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { tellReadOnly } from '../../ui/toast.ts';
import { readAmount } from './amount-input.ts';
import { usePlanCategory } from './budget.api.ts';
import { choicesFor } from './category-choices.ts';

/** Adds a category to the budget. What is used already is not offered. */
export function AddCategory({ used, budgetId }: { used: readonly string[]; budgetId: string }) {
  const id = useId();
  const [category, setCategory] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const plan = usePlanCategory();
  const demo = useDemoMode();
  const add = (event: FormEvent) => {
    event.preventDefault();
    const read = readAmount(typed);
    if (category === null) return setError('Please select a category');
    if ('error' in read || read.amount <= 0) return setError('Please enter a valid amount');
    setError(null);
    if (demo) return tellReadOnly();
    plan.mutate(
      { category, amount: read.amount, budget_id: budgetId },
      {
        onSuccess: () => {
          setCategory(null);
          setTyped('');
        },
        onError: ({ message }) => setError(`Not saved. ${message}`),
      },
    );
  };
  return (
    <form onSubmit={add} noValidate className="mt-5" aria-label="Add a category">
      <div className="flex flex-wrap items-end gap-2">
        <Select
          label="Category"
          options={choicesFor(used)}
          value={category}
          onChange={setCategory}
          className="h-11! min-w-0 grow basis-56"
        />
        <div className="w-32">
          <label htmlFor={`${id}-amount`} className="sr-only">
            Amount
          </label>
          <input
            id={`${id}-amount`}
            inputMode="decimal"
            autoComplete="off"
            placeholder="Amount"
            className={inputClass}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <Button type="submit" className="h-11" busy={plan.isPending}>
          Add
        </Button>
      </div>
      <FormError className="mt-3">{error}</FormError>
    </form>
  );
}
