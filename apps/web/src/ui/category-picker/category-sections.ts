import { type CategoryChoice, searchCategories } from '../../domain/categories/category-choices.ts';
import type { OptionSection } from '../form/search-popup.tsx';
import { uiCopy } from '../ui.copy.ts';

const copy = uiCopy.categoryPicker;

/** A choice as a list shows it. */
export interface ListedCategory {
  readonly choice: CategoryChoice;
  /** The name of its group, or for a group, that the choice is the entire group. Null if the list already shows this. */
  readonly note: string | null;
  /** True if it is shown indented below its group. */
  readonly nested: boolean;
}

/**
 * The choices that a category picker shows: the matches of a search, best first, or the recently used
 * choices followed by all choices.
 */
export function categorySections(
  choices: readonly CategoryChoice[],
  query: string,
  recent: readonly string[],
): readonly OptionSection<ListedCategory>[] {
  if (query.trim() !== '') {
    return [{ label: null, options: searchCategories(choices, query, recent).map(toListed) }];
  }
  const recentChoices = recent.flatMap((key) => choices.find((choice) => choice.key === key) ?? []);
  const hasGroups = choices.some(({ group }) => group === undefined);
  const all = choices.map((choice) => (hasGroups ? toListedBelowGroup(choice) : toListed(choice)));
  if (recentChoices.length === 0) return [{ label: null, options: all }];
  return [
    { label: copy.recent, options: recentChoices.map(toListed) },
    { label: copy.all, options: all },
  ];
}

function toListed(choice: CategoryChoice): ListedCategory {
  const { group, label, context } = choice;
  const note = group === undefined ? copy.entireGroup : context === label ? null : context;
  return { choice, note, nested: false };
}

function toListedBelowGroup(choice: CategoryChoice): ListedCategory {
  return choice.group === undefined ? toListed(choice) : { choice, note: null, nested: true };
}
