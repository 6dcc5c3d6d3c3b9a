import { categoryGroups, categoryLabel } from '@cairn/contract/rules/taxonomy';
import { CategoryIcon } from '../../../ui/category-icon.tsx';
import type { MultiOption } from '../../../ui/form/multi-select.tsx';
import { transactionsCopy } from '../transactions.copy.ts';

/** Every group, followed by its categories. Choosing a group chooses all its categories. */
const taxonomyOptions: readonly MultiOption[] = categoryGroups.flatMap((group) => [
  {
    value: group.key,
    label: group.label,
    note: transactionsCopy.filter.entireGroup,
    icon: <CategoryIcon category={group.key} size="small" />,
  },
  ...Object.entries(group.members).map(([suffix, label]) => ({
    value: `${group.key}_${suffix}`,
    label,
    group: group.key,
    keywords: group.label,
  })),
]);
const taxonomyKeys = new Set(taxonomyOptions.map(({ value }) => value));

/** The options of the Categories filter, with any unknown keys that a link has chosen listed first. */
export function categoryOptions(chosen: readonly string[]): readonly MultiOption[] {
  const unknown = chosen.filter((key) => !taxonomyKeys.has(key));
  if (unknown.length === 0) return taxonomyOptions;
  return [...unknown.map((key) => ({ value: key, label: categoryLabel(key) })), ...taxonomyOptions];
}
