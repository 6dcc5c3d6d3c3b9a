import { categoryGroupKey, categoryLabel } from '@cairn/contract/rules/taxonomy';

const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' });

/**
 * The categories of a planned group that have a planned amount of their own, as text. The group's amounts don't
 * contain them. Null if there are none, and always for a category that isn't a group. Keys are in upper case.
 */
export function separatelyPlanned(key: string, planned: readonly string[]): string | null {
  const group = key.toLowerCase();
  const labels = planned
    .filter((other) => other !== key && categoryGroupKey(other) === group)
    .map(categoryLabel);
  return labels.length === 0 ? null : listFormat.format(labels);
}
