import { categoryGroups, categoryLabel } from '@cairn/contract/rules/taxonomy';
import { FilterX } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { CategoryIcon } from '../../../ui/category-icon.tsx';
import { type MultiOption, MultiSelect } from '../../../ui/form/multi-select.tsx';
import { transactionsCopy } from '../transactions.copy.ts';
import { RangeFilter } from './range-filter.tsx';
import { SearchBox } from './search-box.tsx';
import {
  emptyFilter,
  type FilterUpdate,
  hasActiveFilter,
  type TransactionFilter,
} from './transaction-filter.ts';

const copy = transactionsCopy.filter;

/** Every group, followed by its categories. Choosing a group chooses all its categories. */
const taxonomyOptions: readonly MultiOption[] = categoryGroups.flatMap((group) => [
  {
    value: group.key,
    label: group.label,
    note: copy.entireGroup,
    icon: <CategoryIcon category={group.key} size="small" />,
  },
  ...Object.entries(group.members).map(
    ([suffix, label]): MultiOption => ({
      value: `${group.key}_${suffix}`,
      label,
      group: group.key,
      keywords: group.label,
    }),
  ),
]);
const taxonomyKeys = new Set(taxonomyOptions.map(({ value }) => value));

/** The search box, the three filters, and the button that clears them all. */
export function FilterBar({
  filter,
  accounts,
  onChange,
}: {
  filter: TransactionFilter;
  /** The options of the Accounts filter. */
  accounts: readonly MultiOption[];
  onChange: (change: FilterUpdate) => void;
}) {
  return (
    <div className="flex flex-col gap-2 lg:flex-row lg:items-center">
      <div className="lg:max-w-90 lg:grow">
        <SearchBox search={filter.search} onSearch={(search) => onChange(() => ({ search }))} />
      </div>
      {/* The filters wrap onto a second line when they don't fit on one. */}
      <div className="flex flex-wrap gap-1.5 py-1 max-sm:*:grow max-sm:*:gap-1.5 max-sm:*:px-2.5 sm:gap-2">
        <MultiSelect
          label={copy.categories}
          searchLabel={copy.searchCategories}
          emptyText={copy.noCategories}
          options={categoryOptions(filter.categories)}
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
          <Button
            variant="ghost"
            className="px-3 text-muted max-sm:grow-0!"
            onClick={() => onChange(() => emptyFilter)}
          >
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

/** The options of the Categories filter, with any unknown keys that a link has chosen listed first. */
function categoryOptions(selected: readonly string[]): readonly MultiOption[] {
  const unknown = selected.filter((key) => !taxonomyKeys.has(key));
  if (unknown.length === 0) return taxonomyOptions;
  return [...unknown.map((key) => ({ value: key, label: categoryLabel(key) })), ...taxonomyOptions];
}
