/** An item that can be found by its label and by other words. */
export interface Searchable {
  readonly label: string;
  /** The text beside the label, such as a group or a bank. */
  readonly context?: string;
  /** Other words for the same thing, in lower case. */
  readonly synonyms?: readonly string[];
  /** How far the item ranks below equally good matches, because users mean it less often. By default 0. */
  readonly rankPenalty?: number;
}

/** How well a query matches, best first. */
export const MatchQuality = {
  wholeLabel: 0,
  wholeSynonym: 1,
  /** Whole words of the label or a synonym. */
  words: 2,
  /** Beginnings of words of the label or a synonym, or their singular or plural: 'grocery' for 'Groceries'. */
  beginnings: 3,
  /** Any part of the label. */
  part: 4,
  /** Beginnings of words of the label and its context, in any order. */
  anyOrder: 5,
} as const;

/** Where a query was found, best first. */
const matchPosition = { labelBeginning: 0, label: 1, elsewhere: 2 } as const;

/** How well an item matches a query. In each property, lower is better; the first that differs decides. */
export interface Match {
  readonly quality: number;
  readonly rankPenalty: number;
  readonly position: number;
}

/** Sorts the better match first. */
export const compareMatches = (one: Match, other: Match): number =>
  one.quality - other.quality ||
  one.rankPenalty - other.rankPenalty ||
  one.position - other.position;

/** Normalizes text for matching: lower case, without accents and surrounding spaces. */
const normalize = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

const wordsOf = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/** A crude singular, which only has to be the same for both sides of a comparison. */
const singular = (word: string): string =>
  word.length < 4 ? word : word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');

/** The words with a space around each, so that a search for ' car ' finds only the whole word. */
const spaced = (words: readonly string[]): string => ` ${words.join(' ')} `;

/** How well the typed words match the words of a label or synonym. Null if they don't. */
function matchWords(words: readonly string[], typed: readonly string[]): number | null {
  if (typed.length === 0) return null;
  if (spaced(words).includes(spaced(typed))) return MatchQuality.words;
  const matchesBeginnings = spaced(words).includes(spaced(typed).trimEnd());
  const matchesInSingular = spaced(words.map(singular)).includes(spaced(typed.map(singular)));
  return matchesBeginnings || matchesInSingular ? MatchQuality.beginnings : null;
}

function matchSynonym(synonym: string, typed: readonly string[]): number | null {
  const words = wordsOf(synonym);
  return spaced(words) === spaced(typed) ? MatchQuality.wholeSynonym : matchWords(words, typed);
}

const beginInAnyOrder = (words: readonly string[], typed: readonly string[]): boolean =>
  typed.length > 0 && typed.every((prefix) => words.some((word) => word.startsWith(prefix)));

/** How well a query matches, ignoring case, accents, and punctuation, or null if it doesn't. */
export function matchLabel(item: Searchable, query: string): Match | null {
  const { label, context = '', synonyms = [], rankPenalty = 0 } = item;
  const text = normalize(query);
  const name = normalize(label);
  if (text === '') return { quality: MatchQuality.part, rankPenalty: 0, position: 0 };
  const typed = wordsOf(text);
  const words = wordsOf(name);
  const inLabel = name.startsWith(text) ? matchPosition.labelBeginning : matchPosition.label;
  const allWords = [...words, ...wordsOf(normalize(context))];
  const found: (readonly [quality: number | null, position: number])[] = [
    [name === text ? MatchQuality.wholeLabel : null, inLabel],
    [matchWords(words, typed), inLabel],
    [name.includes(text) ? MatchQuality.part : null, inLabel],
    [beginInAnyOrder(allWords, typed) ? MatchQuality.anyOrder : null, matchPosition.elsewhere],
    ...synonyms.map((synonym) => [matchSynonym(synonym, typed), matchPosition.elsewhere] as const),
  ];
  const [best] = found
    .flatMap(([quality, position]) =>
      quality === null ? [] : [{ quality, rankPenalty, position }],
    )
    .sort(compareMatches);
  return best ?? null;
}

/** The items that match a query, best first. Items that match equally well keep their order. */
export function searchLabels<T extends Searchable>(items: readonly T[], query: string): T[] {
  return items
    .flatMap((item) => {
      const match = matchLabel(item, query);
      return match === null ? [] : [{ item, match }];
    })
    .sort((one, other) => compareMatches(one.match, other.match))
    .map(({ item }) => item);
}
