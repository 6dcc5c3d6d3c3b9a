import { canonicalCategory, categories, categoryGroups } from '../taxonomy.ts';

const labels: readonly (readonly [key: string, label: string])[] = [
  ...categoryGroups.map(({ key, label }) => [key, label] as const),
  ...[...categories.values()].map(({ key, label }) => [key, label] as const),
];

/**
 * Returns the keys of the groups and categories that `category:` finds: the one with this key or label, otherwise all
 * whose key or label has words that begin with it. The value itself is always included as a key, because a provider may
 * send keys that the taxonomy doesn't have.
 */
export function findCategoryKeys(value: string): string[] {
  const key = canonicalCategory(wordsOf(value).join('_'));
  const text = ` ${wordsOf(value).join(' ')}`;
  const exact = labels.filter(
    ([known, label]) => known === key || wordsOf(label).join('_') === key,
  );
  const beginning = labels.filter(([known, label]) =>
    [known, label].some((name) => ` ${wordsOf(name).join(' ')}`.includes(text)),
  );
  const found = exact.length > 0 || text === ' ' ? exact : beginning;
  return [...new Set([canonicalCategory(value), key, ...found.map(([known]) => known)])];
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
