/** What a search looks through. */
export interface Searchable {
  readonly label: string;
  /** The text beside the label, such as a group or a bank. */
  readonly context?: string;
  /** Other words for the same thing, in lower case. */
  readonly synonyms?: readonly string[];
}

/** Normalizes text for matching: lower case, without accents and surrounding spaces. */
const normalize = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

const wordsOf = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/** A crude singular, which only has to be the same for both sides of a comparison. */
const singular = (word: string): string =>
  word.length < 4 ? word : word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');

/** True if the next character after the text begins a word. */
const endsWord = (text: string): boolean => /[^\p{L}\p{N}]$/u.test(text);

const beginWords = (words: readonly string[], prefixes: readonly string[]): boolean =>
  prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)));

/**
 * How well a query matches, ignoring case and accents: 0 is best, null is no match. In this order: the
 * whole label, its beginning, the beginning of a word, any part of it, the beginnings of several
 * words, a synonym or the other of singular and plural ('grocery'), and words of the label or its context.
 */
export function matchRank({ label, context, synonyms = [] }: Searchable, query: string) {
  const text = normalize(query);
  const name = normalize(label);
  if (name === text) return 0;
  if (name.startsWith(text)) return 1;
  const labelWords = wordsOf(name);
  if (name.includes(text)) return name.split(text).slice(0, -1).some(endsWord) ? 2 : 3;
  const queryWords = wordsOf(text);
  if (queryWords.length === 0) return null;
  if (beginWords(labelWords, queryWords)) return 4;
  if (synonyms.some((synonym) => synonym.startsWith(text))) return 5;
  if (beginWords(labelWords.map(singular), queryWords.map(singular))) return 5;
  const allWords = [...labelWords, ...wordsOf(normalize(context ?? ''))];
  return beginWords(allWords, queryWords) ? 6 : null;
}

/** The items that match a query, best first. Items that match equally well keep their order. */
export function searchLabels<T extends Searchable>(items: readonly T[], query: string): T[] {
  return items
    .flatMap((item) => {
      const rank = matchRank(item, query);
      return rank === null ? [] : [{ item, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
