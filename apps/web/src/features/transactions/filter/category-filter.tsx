import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { type RefObject, useMemo, useState } from 'react';
import {
  type CategoryChoice,
  groupedCategoryChoices,
} from '../../../domain/categories/category-choices.ts';
import {
  rememberCategory,
  useRecentCategories,
} from '../../../domain/categories/recent-categories.ts';
import { CategoryIcon } from '../../../ui/category-icon.tsx';
import {
  categorySections,
  type ListedCategory,
} from '../../../ui/category-picker/category-sections.ts';
import { type MultiOption, MultiSelect } from '../../../ui/form/multi-select.tsx';
import { uiCopy } from '../../../ui/ui.copy.ts';
import { transactionsCopy } from '../transactions.copy.ts';

const knownKeys = new Set(groupedCategoryChoices.map(({ key }) => key));

/** The Categories filter. Choosing a group chooses all its categories. */
export function CategoryFilter({
  selected,
  onChange,
  triggerRef,
}: {
  /** The keys of the chosen groups and categories. */
  selected: readonly string[];
  onChange: (update: (selected: readonly string[]) => string[]) => void;
  triggerRef: RefObject<HTMLButtonElement | null>;
}) {
  const [isVisible, setIsVisible] = useState(false);
  const recent = useRecentCategories({ frozen: isVisible });
  const choices = useMemo(() => withUnknown(selected), [selected]);
  const options = useMemo(() => choices.map(toOption), [choices]);
  return (
    <MultiSelect
      label={transactionsCopy.filter.categories}
      searchLabel={uiCopy.categoryPicker.search}
      emptyText={uiCopy.categoryPicker.noMatch}
      options={options}
      sections={(query) =>
        categorySections(choices, query, recent).map(({ label, options: listed }) => ({
          label,
          options: listed.map(toListedOption),
        }))
      }
      selected={selected}
      onChange={onChange}
      onVisibleChange={setIsVisible}
      onSelect={rememberCategory}
      triggerRef={triggerRef}
    />
  );
}

/** All choices, preceded by selected keys that are unknown. Such keys can come from a link. */
function withUnknown(selected: readonly string[]): readonly CategoryChoice[] {
  const unknown = selected.filter((key) => !knownKeys.has(key));
  if (unknown.length === 0) return groupedCategoryChoices;
  return [...unknown.map(unknownChoice), ...groupedCategoryChoices];
}

/** A choice for an unknown key. It isn't a group, and its context only repeats its label. */
function unknownChoice(key: string): CategoryChoice {
  const label = categoryLabel(key);
  return { key, label, context: label, group: 'unknown', synonyms: [], rankPenalty: 0 };
}

const toOption = ({ key, label, group }: CategoryChoice): MultiOption => ({
  value: key,
  label,
  ...(group !== undefined && knownKeys.has(group) && { group }),
});

const toListedOption = ({ choice, note, nested }: ListedCategory): MultiOption => ({
  ...toOption(choice),
  nested: nested && knownKeys.has(choice.key),
  ...(note !== null && { note }),
  ...(!nested && { icon: <CategoryIcon category={choice.key} size="small" /> }),
});
