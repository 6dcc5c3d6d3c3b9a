import { Combobox } from '@base-ui/react/combobox';
import { formatMessage } from '@cairn/contract/text/copy';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { CategoryChoice } from '../../domain/categories/category-choices.ts';
import {
  rememberCategory,
  useRecentCategories,
} from '../../domain/categories/recent-categories.ts';
import { CategoryIcon } from '../category-icon.tsx';
import { classNames } from '../class-names.ts';
import {
  optionsOf,
  SearchPopup,
  searchOptionClass,
  useSearchPopup,
} from '../form/search-popup.tsx';
import { dropdownClass } from '../form/select.tsx';
import { uiCopy } from '../ui.copy.ts';
import { CategoryRow } from './category-row.tsx';
import { categorySections, type ListedCategory } from './category-sections.ts';

/**
 * A dropdown that selects one category, with a search. Enter chooses the best match. `label` names
 * it, and is shown if nothing is selected.
 */
export function CategorySelect({
  label,
  choices,
  explainMissing,
  value,
  onChange,
  className,
}: {
  label: string;
  choices: readonly CategoryChoice[];
  /** Explains why the category that a query names is not among the choices. Replaces all options. */
  explainMissing?: (query: string) => string | null;
  /** The key of the selected category or group. */
  value: string | null;
  onChange: (key: string) => void;
  className?: string;
}) {
  const [isVisible, setIsVisible] = useState(false);
  const recent = useRecentCategories({ frozen: isVisible });
  const popup = useSearchPopup({ onVisibleChange: setIsVisible });
  const explanation = explainMissing?.(popup.query) ?? null;
  const sections = explanation === null ? categorySections(choices, popup.query, recent) : [];
  const selected = choices.find(({ key }) => key === value);
  return (
    <Combobox.Root
      {...popup.root}
      items={optionsOf(sections)}
      value={selected ? { choice: selected, note: null, nested: false } : null}
      onValueChange={(next: ListedCategory | null) => {
        if (next === null) return;
        rememberCategory(next.choice.key);
        onChange(next.choice.key);
      }}
      itemToStringLabel={(listed) => listed?.choice.label ?? ''}
      isItemEqualToValue={(one, other) => one?.choice.key === other?.choice.key}
    >
      <Combobox.Trigger
        {...popup.trigger}
        aria-label={
          selected ? formatMessage(uiCopy.select.value, { label, value: selected.label }) : label
        }
        className={classNames(dropdownClass(false), className)}
      >
        <span className="flex min-w-0 items-center gap-2">
          {selected && <CategoryIcon category={selected.key} size="small" />}
          <span className="truncate">{selected?.label ?? label}</span>
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
      </Combobox.Trigger>
      <SearchPopup
        label={label}
        searchLabel={uiCopy.categoryPicker.search}
        emptyText={explanation ?? uiCopy.categoryPicker.noMatch}
        inputRef={popup.input}
        sections={sections}
      >
        {(listed) => (
          <Combobox.Item
            key={listed.choice.key}
            value={listed}
            className={searchOptionClass(listed.nested)}
          >
            <CategoryRow listed={listed} selected={listed.choice.key === value} />
          </Combobox.Item>
        )}
      </SearchPopup>
    </Combobox.Root>
  );
}
