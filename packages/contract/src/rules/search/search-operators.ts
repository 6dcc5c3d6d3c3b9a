import {
  type OperatorName,
  type OperatorValues,
  type SearchErrorCode,
  type TransactionState,
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
  readonly suggests: readonly string[] | 'categories' | 'accounts' | 'merchants';
  /** A value for messages and help. */
  readonly example: string;
}

const text: Pick<SearchOperator<string>, 'parse' | 'print'> = {
  parse: (value) => ({ ok: true, value }),
  print: (value) => value,
};

const isTransactionState = (value: string): value is TransactionState =>
  (transactionStates as readonly string[]).includes(value);

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
  is: {
    parse: (value) => {
      const state = value.toLowerCase();
      return isTransactionState(state)
        ? { ok: true, value: state }
        : { ok: false, code: 'unknown_value' };
    },
    print: (value) => value,
    suggests: transactionStates,
    example: 'pending',
  },
};

/** The names of all operators, in the order in which they are suggested. */
export const operatorNames = Object.keys(searchOperators) as readonly OperatorName[];

/** Names that look like operators, although there are none: an error says so instead of searching for them as text. */
const reservedNames: readonly string[] = ['tag', 'has'];

/** True if the name is one of an operator. */
export const isOperatorName = (name: string): name is OperatorName =>
  Object.hasOwn(searchOperators, name);

/** Whether the name of a word with a colon is probably meant as an operator: a reserved or misspelled name. */
export function findMistakenOperator(
  name: string,
): { readonly suggestion: OperatorName | null } | null {
  if (reservedNames.includes(name)) return { suggestion: null };
  // Short names are too similar to words in bank texts, such as `rate:`.
  const similar = operatorNames.find(
    (operator) => operator.length >= 6 && isOneEditAway(operator, name),
  );
  return similar === undefined ? null : { suggestion: similar };
}

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
