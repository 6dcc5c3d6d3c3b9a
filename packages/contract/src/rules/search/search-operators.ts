import {
  type OperatorName,
  type OperatorValues,
  type SearchErrorCode,
  transactionExtras,
  transactionStates,
} from './search-syntax.ts';
import {
  type ParsedValue,
  parseAmountRange,
  parseDayRange,
  printAmountRange,
  printDayRange,
} from './search-values.ts';

/** An operator of the search language. */
export interface SearchOperator<Value> {
  /** Parses a value, which is not empty. */
  readonly parse: (text: string) => ParsedValue<Value, SearchErrorCode>;
  /** Writes a value so that parsing it returns the same value. */
  readonly print: (value: Value) => string;
  /** What the search field suggests as values: these, or names that the user's data and the taxonomy contain. */
  readonly suggests: readonly string[] | 'categories' | 'accounts' | 'merchants' | 'tags';
  /** A value for messages and help. */
  readonly example: string;
}

const text: Pick<SearchOperator<string>, 'parse' | 'print'> = {
  parse: (value) => ({ ok: true, value }),
  print: (value) => value,
};

/** An operator whose value is one of a few words. */
const oneOf = <Word extends string>(
  words: readonly Word[],
  example: Word,
): SearchOperator<Word> => ({
  parse: (typed) => {
    const value = words.find((word) => word === typed.toLowerCase());
    return value === undefined ? { ok: false, code: 'unknown_value' } : { ok: true, value };
  },
  print: (value) => value,
  suggests: words,
  example,
});

/** Every operator of the search language, in the order in which they are suggested. */
export const searchOperators: {
  readonly [Name in OperatorName]: SearchOperator<OperatorValues[Name]>;
} = {
  amount: {
    parse: parseAmountRange,
    print: printAmountRange,
    suggests: ['>50', '<10', '20..50'],
    example: '>50',
  },
  category: { ...text, suggests: 'categories', example: 'food' },
  account: { ...text, suggests: 'accounts', example: 'visa' },
  date: {
    parse: parseDayRange,
    print: printDayRange,
    suggests: [],
    example: '2026-03',
  },
  merchant: { ...text, suggests: 'merchants', example: '"Corner Market"' },
  tag: { ...text, suggests: 'tags', example: 'tax' },
  is: oneOf(transactionStates, 'pending'),
  has: oneOf(transactionExtras, 'note'),
};

/** The names of all operators, in the order in which they are suggested. */
export const operatorNames = Object.keys(searchOperators) as readonly OperatorName[];

/** True if the name is one of an operator. */
export const isOperatorName = (name: string): name is OperatorName =>
  Object.hasOwn(searchOperators, name);

/** The operator that the name before a colon probably misspells. */
export const findMisspelledOperator = (name: string): OperatorName | undefined =>
  // Short names are too similar to words in bank texts, such as `rate:`.
  operatorNames.find((operator) => operator.length >= 6 && isOneEditAway(operator, name));

/** True if adding, removing, replacing, or swapping one character makes the texts equal. */
function isOneEditAway(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (longer.length - shorter.length > 1) return false;
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start += 1;
  const rest = longer.slice(start + 1);
  if (shorter.length < longer.length) return shorter.slice(start) === rest;
  const isSwapped =
    shorter[start] === longer[start + 1] &&
    shorter[start + 1] === longer[start] &&
    shorter.slice(start + 2) === longer.slice(start + 2);
  return shorter.slice(start + 1) === rest || isSwapped;
}
