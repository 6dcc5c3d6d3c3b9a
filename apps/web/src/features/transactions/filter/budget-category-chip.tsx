import { formatMessage } from '@cairn/contract/text/copy';
import { PiggyBank, X } from 'lucide-react';
import { useRef } from 'react';
import { formatBudgetCategory } from '../list/filter-summary.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import type { FilterUpdate, TransactionFilter } from './transaction-filter.ts';

const copy = transactionsCopy.filter;

/** Names the budgeted category that the list is filtered to, with a button that removes the filter. */
export function BudgetCategoryChip({
  filter: { budgetCategory },
  onChange,
}: {
  filter: TransactionFilter;
  onChange: (change: FilterUpdate) => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  const label = budgetCategory === null ? '' : formatBudgetCategory(budgetCategory);
  const remove = () => {
    onChange(() => ({ budgetCategory: null }));
    // The button is about to disappear, and the focus must not be lost with it.
    container.current?.focus();
  };
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      {budgetCategory !== null && (
        <p className="mb-4 inline-flex min-h-9 max-w-full items-center gap-2 rounded-full bg-accent-soft pl-3.5 font-medium text-accent-strong touch:min-h-11">
          <PiggyBank aria-hidden="true" className="size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{label}</span>
          <button
            type="button"
            aria-label={formatMessage(copy.removeFilter, { filter: label })}
            title={formatMessage(copy.removeFilter, { filter: label })}
            onClick={remove}
            className="grid size-9 shrink-0 container-items-center rounded-full transition-colors hover:bg-sunken touch:size-11"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </p>
      )}
    </div>
  );
}
