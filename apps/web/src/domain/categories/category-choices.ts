import { categories, categoryGroups } from '@cairn/contract/rules/taxonomy';
import { compareMatches, type Match, matchLabel, type Searchable } from '../label-search.ts';
import { incomeGroups } from '../transaction-labels.ts';
import { categorySynonyms } from './category-synonyms.ts';

/** A category or a whole group that can be picked. */
export interface CategoryChoice extends Searchable {
  readonly key: string;
  readonly label: string;
  /** The key of its group; undefined for a group. */
  readonly group: string | undefined;
  /** The label of its group; for a group, its own label. */
  readonly context: string;
  readonly synonyms: readonly string[];
  readonly rankPenalty: number;
}

/** The group choices, in the order of the taxonomy, each followed by its categories. */
export const groupedCategoryChoices: readonly CategoryChoice[] = categoryGroups.flatMap((group) => [
  createChoice(group.key, group.label, group.label),
  ...Object.entries(group.members).map(([suffix, label]) =>
    createChoice(`${group.key}_${suffix}`, label, group.label, group.key),
  ),
]);

/** The categories without the groups, sorted by label. */
export const categoryChoices: readonly CategoryChoice[] = groupedCategoryChoices
  .filter(({ key }) => categories.has(key))
  .sort((one, other) => one.label.localeCompare(other.label, 'en'));

function createChoice(key: string, label: string, context: string, group?: string): CategoryChoice {
  const synonyms = categorySynonyms[key] ?? [];
  return { key, label, context, group, synonyms, rankPenalty: rankPenalty(label, group ?? key) };
}

/**
 * The rank penalty of a category. Users mean payments and spending more often than the "other"
 * categories, and the "other" categories more often than income and loans received.
 */
function rankPenalty(label: string, group: string): number {
  if (incomeGroups.includes(group)) return 2;
  return label.startsWith('Other') ? 1 : 0;
}

/** The choice that matches a query best, and how well it does. Null if none matches. */
export function bestMatch(choices: readonly CategoryChoice[], query: string) {
  return matchesOf(choices, query)[0] ?? null;
}

/**
 * The choices that match a query, best first. Choices that match equally well are ordered by how
 * recently they were used. Choices not used recently keep their order.
 */
export function searchCategories(
  choices: readonly CategoryChoice[],
  query: string,
  recent: readonly string[] = [],
): CategoryChoice[] {
  return matchesOf(choices, query, recent).map(({ choice: found }) => found);
}

function matchesOf(
  choices: readonly CategoryChoice[],
  query: string,
  recent: readonly string[] = [],
): { choice: CategoryChoice; match: Match }[] {
  const recencyOf = ({ key }: CategoryChoice) =>
    recent.includes(key) ? recent.indexOf(key) : recent.length;
  return choices
    .flatMap((found) => {
      const match = matchLabel(found, query);
      return match === null ? [] : [{ choice: found, match }];
    })
    .sort(
      (one, other) =>
        compareMatches(one.match, other.match) || recencyOf(one.choice) - recencyOf(other.choice),
    );
}
