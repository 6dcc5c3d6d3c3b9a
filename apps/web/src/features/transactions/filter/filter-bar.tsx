import { FilterX } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { type MultiOption, MultiSelect } from '../../../ui/form/multi-select.tsx';
import { transactionsCopy } from '../transactions.copy.ts';
import { CategoryFilter } from './category-filter.tsx';
import { RangeFilter } from './range-filter.tsx';
import { SearchBox } from './search-box.tsx';
import {
  emptyFilter,
  type FilterUpdate,
  hasActiveFilter,
  type TransactionFilter,
} from './transaction-filter.ts';

const copy = transactionsCopy.filter;

/** The search box, the three filters, and the button that clears them all. */
export function FilterBar({
  filter,
  accounts,
  onChange,
}: {
  filter: TransactionFilter;
  /** The options of the Accounts filter. */
  accounts: readonly (MultiOption & { readonly name: string })[];
  onChange: (change: FilterUpdate) => void;
}) {
  const accountNames = useMemo(
    () => accounts.flatMap(({ name, note }) => (note === undefined ? [name] : [name, note])),
    [accounts],
  );
  const firstFilter = useRef<HTMLButtonElement>(null);
  const clearAll = () => {
    onChange(() => emptyFilter);
    // The button disappears with the filters. Focusing the search field would open a phone's keyboard.
    firstFilter.current?.focus();
  };
  return (
    <div className="flex flex-col gap-2 lg:flex-row lg:items-start">
      <div className="lg:max-w-90 lg:grow">
        <SearchBox
          search={filter.search}
          accounts={accountNames}
          onSearch={(search) => onChange(() => ({ search }))}
        />
      </div>
      {/* The filters wrap onto a second line when they don't fit on one. */}
      <div className="flex flex-wrap gap-1.5 py-1 lg:py-0 max-sm:*:grow max-sm:*:gap-1.5 max-sm:*:px-2.5 sm:gap-2">
        <CategoryFilter
          triggerRef={firstFilter}
          selected={filter.categories}
          onChange={(change) => onChange((current) => ({ categories: change(current.categories) }))}
        />
        <MultiSelect
          label={copy.accounts}
          searchLabel={copy.searchAccounts}
          emptyText={copy.noAccounts}
          options={accounts}
          selected={filter.accounts}
          onChange={(change) => onChange((current) => ({ accounts: change(current.accounts) }))}
        />
        <RangeFilter range={filter.range} onChange={(range) => onChange(() => ({ range }))} />
        {hasActiveFilter(filter) && (
          <Button variant="ghost" className="px-3 text-muted max-sm:grow-0!" onClick={clearAll}>
            <FilterX aria-hidden="true" className="size-4" />
            <span aria-hidden="true" className="sm:hidden">
              {copy.clear}
            </span>
            <span className="max-sm:sr-only">{copy.clearAll}</span>
          </Button>
        )}
      </div>
    </div>
  );
}
