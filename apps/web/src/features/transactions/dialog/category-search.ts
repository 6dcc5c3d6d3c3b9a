import { categories } from '@cairn/contract/rules/taxonomy';

const sortedCategories = [...categories.values()].sort((one, other) =>
  one.label.localeCompare(other.label, 'en'),
);

/** The categories whose label contains the text, ignoring case, sorted by label. */
export function searchCategories(text: string) {
  const needle = text.trim().toLowerCase();
  return sortedCategories.filter(({ label }) => label.toLowerCase().includes(needle));
}
