import { categoryGroups, labelOfCategory } from '@cairn/contract/taxonomy';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import type { MultiOption } from '../../ui/multi-select.tsx';

/** Every group, followed by its categories: a group stands for all of its own. */
const known: readonly MultiOption[] = categoryGroups.flatMap((group) => [
  {
    value: group.key,
    label: group.label,
    note: 'All of this group',
    icon: <CategoryIcon category={group.key} size="small" />,
  },
  ...Object.entries(group.members).map(([suffix, label]) => ({
    value: `${group.key}_${suffix}`,
    label,
    under: group.key,
    keywords: group.label,
  })),
]);
const knownKeys = new Set(known.map(({ value }) => value));

/** The choices of the Categories filter; a key from a link that we don't know is one of them. */
export function categoryOptions(chosen: readonly string[]): readonly MultiOption[] {
  const unknown = chosen.filter((key) => !knownKeys.has(key));
  if (unknown.length === 0) return known;
  return [...unknown.map((key) => ({ value: key, label: labelOfCategory(key) })), ...known];
}
