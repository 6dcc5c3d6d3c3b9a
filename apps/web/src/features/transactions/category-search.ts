import { categories } from '@cairn/contract/taxonomy';

const choices = [...categories.values()].sort((one, other) =>
  one.label.localeCompare(other.label, 'en'),
);

/** The categories whose label has the text in it, whatever its case, sorted by label. */
export function categoriesMatching(text: string) {
  const wanted = text.trim().toLowerCase();
  return choices.filter(({ label }) => label.toLowerCase().includes(wanted));
}
