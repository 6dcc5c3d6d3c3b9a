import { categories, categoryGroups } from '@cairn/contract/rules/taxonomy';
import { matchRank, type Searchable } from '../label-search.ts';
import { categorySynonyms } from './category-synonyms.ts';

/** A category or a whole group that can be picked. */
export interface CategoryChoice extends Searchable {
  readonly key: string;
  readonly label: string;
  /** The key of its group; undefined for a group. */
  readonly group: string | undefined;
  /** The label of its group; for a group, its own. */
  readonly context: string;
}

/** The group choices, in the order of the taxonomy, each followed by its categories. */
export const groupedCategoryChoices: readonly CategoryChoice[] = categoryGroups.flatMap((group) => [
  choice(group.key, group.label, group.label),
  ...Object.entries(group.members).map(([suffix, label]) =>
    choice(`${group.key}_${suffix}`, label, group.label, group.key),
  ),
]);

/** The categories without the groups, sorted by label. */
export const categoryChoices: readonly CategoryChoice[] = groupedCategoryChoices
  .filter(({ key }) => categories.has(key))
  .sort((one, other) => one.label.localeCompare(other.label, 'en'));

function choice(key: string, label: string, context: string, group?: string): CategoryChoice {
  return { key, label, context, group, synonyms: categorySynonyms[key] ?? [] };
}

/**
 * The choices that match a query, best first. Choices that match equally well are ordered by how
 * recently they were used, then as they were.
 */
export function searchCategories(
  choices: readonly CategoryChoice[],
  query: string,
  recent: readonly string[] = [],
): CategoryChoice[] {
  const recencyOf = ({ key }: CategoryChoice) =>
    recent.includes(key) ? recent.indexOf(key) : recent.length;
  return choices
    .flatMap((found) => {
      const rank = matchRank(found, query);
      return rank === null ? [] : [{ found, rank, recency: recencyOf(found) }];
    })
    .sort((one, other) => one.rank - other.rank || one.recency - other.recency)
    .map(({ found }) => found);
}
