import { quoteIfNeeded } from '@cairn/contract/rules/search/print-search';
import { searchCopy } from '@cairn/contract/rules/search/search.copy';
import {
  isOperatorName,
  operatorNames,
  searchOperators,
} from '@cairn/contract/rules/search/search-operators';
import type { OperatorName } from '@cairn/contract/rules/search/search-syntax';
import {
  groupedCategoryChoices,
  searchCategories,
} from '../../../domain/categories/category-choices.ts';
import { searchLabels } from '../../../domain/label-search.ts';

/** A suggestion for the word at the caret. */
export interface Completion {
  readonly label: string;
  /** What it means, or an empty text. */
  readonly context: string;
  /** The whole search with the suggestion, and where the caret is then. */
  readonly search: string;
  readonly caret: number;
}

/** The names that `account:`, `merchant:`, and `tag:` suggest. */
export interface SearchNames {
  readonly accounts: readonly string[];
  readonly merchants: readonly string[];
  readonly tags: readonly string[];
}

/** The unfinished word before the caret: the beginning of an operator's name, or an operator with part of its value. */
interface UnfinishedWord {
  readonly start: number;
  /** Null while its name is typed. */
  readonly operator: OperatorName | null;
  readonly text: string;
}

/** What is suggested, before it is inserted. */
interface Suggestion {
  readonly label: string;
  readonly context: string;
  readonly inserted: string;
}

const maxCompletions = 8;
/** From how many letters on a word may be meant as an operator. */
const minNameLength = 2;

/** The suggestions for the word at the caret. Empty if the caret is within a word or a quoted text. */
export function completeSearch(search: string, caret: number, names: SearchNames): Completion[] {
  const word = wordBefore(search, caret);
  if (word === null) return [];
  const rest = search.slice(caret);
  return suggestionsFor(word, names)
    .slice(0, maxCompletions)
    .flatMap(({ label, context, inserted }) => {
      const isName = word.operator === null;
      const end = isName || /^\s/.test(rest) ? '' : ' ';
      const upTo = `${search.slice(0, word.start)}${inserted}`;
      // Nothing is left to complete.
      if (upTo === search.slice(0, caret)) return [];
      const before = `${upTo}${end}`;
      return [{ label, context, search: `${before}${rest}`, caret: before.length }];
    });
}

/** The text of the unfinished value of `merchant:` at the caret, or an empty text. */
export function unfinishedMerchant(search: string, caret: number): string {
  const word = wordBefore(search, caret);
  return word?.operator === 'merchant' ? word.text : '';
}

function wordBefore(search: string, caret: number): UnfinishedWord | null {
  if (/^[^\s)]/.test(search.slice(caret))) return null;
  const before = search.slice(0, caret);
  const found = /(?<=^|[\s(]|(?:^|[\s(])-)(?:([a-z]+):(?:"([^"]*)|([^\s"()]*))|([a-z]+))$/i.exec(
    before,
  );
  if (found === null || isWithinQuotes(before.slice(0, found.index))) return null;
  const [, named = '', quoted, value = '', beginning] = found;
  const start = found.index;
  if (beginning !== undefined) return { start, operator: null, text: beginning.toLowerCase() };
  const operator = named.toLowerCase();
  return isOperatorName(operator) ? { start, operator, text: quoted ?? value } : null;
}

const isWithinQuotes = (text: string): boolean => text.split('"').length % 2 === 0;

function suggestionsFor({ operator, text }: UnfinishedWord, names: SearchNames): Suggestion[] {
  if (operator !== null) return valuesOf(operator, text, names);
  if (text.length < minNameLength) return [];
  return operatorNames
    .filter((name) => name.startsWith(text))
    .map((name) => ({
      label: `${name}:`,
      context: searchCopy.operators[name],
      inserted: `${name}:`,
    }));
}

function valuesOf(operator: OperatorName, text: string, names: SearchNames): Suggestion[] {
  const insert = (value: string) => `${operator}:${quoteIfNeeded(value)}`;
  const { suggests } = searchOperators[operator];
  if (suggests === 'categories')
    return categoriesFor(text).map(({ key, label, context, group }) => ({
      label,
      context: group === undefined ? '' : context,
      inserted: insert(isUniqueLabel(label) ? label : key),
    }));
  const values =
    typeof suggests === 'string'
      ? matching(names[suggests], text)
      : suggests.filter((value) => value.startsWith(text.toLowerCase()));
  return values.map((value) => ({ label: value, context: '', inserted: insert(value) }));
}

/** The best matches, or the groups for an empty text. */
const categoriesFor = (text: string) =>
  text === ''
    ? groupedCategoryChoices.filter(({ group }) => group === undefined)
    : searchCategories(groupedCategoryChoices, text);

const isUniqueLabel = (searched: string): boolean =>
  groupedCategoryChoices.filter(({ label }) => label === searched).length === 1;

const matching = (values: readonly string[], text: string): string[] => {
  const options = [...new Set(values)].map((label) => ({ label }));
  return (text === '' ? options : searchLabels(options, text)).map(({ label }) => label);
};
