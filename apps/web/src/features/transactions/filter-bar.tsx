import { FilterX } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { type MultiOption, MultiSelect } from '../../ui/multi-select.tsx';
import { categoryOptions } from './category-options.tsx';
import { RangeFilter } from './range-filter.tsx';
import { SearchBox } from './search-box.tsx';
import {
  type FilterChange,
  isNarrowed,
  noFilter,
  type TransactionFilter,
} from './transaction-filter.ts';

/** Search and the three filters, and the button that takes all of them back. */
export function FilterBar({
  filter,
  accounts,
  onChange,
}: {
  filter: TransactionFilter;
  /** What the Accounts filter offers. */
  accounts: readonly MultiOption[];
  onChange: (change: FilterChange) => void;
}) {
  return (
    <div className="flex flex-col gap-2 lg:flex-row lg:items-center">
      <div className="lg:max-w-90 lg:grow">
        <SearchBox search={filter.search} onSearch={(search) => onChange(() => ({ search }))} />
      </div>
      {/* Where they don't fit into one line they take two. */}
      <div className="flex flex-wrap gap-1.5 py-1 max-sm:*:grow max-sm:*:gap-1.5 max-sm:*:px-2.5 sm:gap-2">
        <MultiSelect
          label="Categories"
          searchLabel="Search categories..."
          emptyText="No category has this in its name."
          options={categoryOptions(filter.categories)}
          chosen={filter.categories}
          onChange={(change) => onChange((was) => ({ categories: change(was.categories) }))}
        />
        <MultiSelect
          label="Accounts"
          searchLabel="Search accounts..."
          emptyText="No account has this in its name."
          options={accounts}
          chosen={filter.accounts}
          onChange={(change) => onChange((was) => ({ accounts: change(was.accounts) }))}
        />
        <RangeFilter range={filter.range} onChange={(range) => onChange(() => ({ range }))} />
        {isNarrowed(filter) && (
          <Button
            variant="ghost"
            className="px-3 text-muted max-sm:grow-0!"
            onClick={() => onChange(() => noFilter)}
          >
            <FilterX aria-hidden="true" className="size-4" />
            <span>
              Clear<span className="max-sm:sr-only"> all filters</span>
            </span>
          </Button>
        )}
      </div>
    </div>
  );
}
