/**
 * The syntax tree of a search. Pure data without the schema library, so that the browser can import it. The language
 * is described in docs/search.md.
 */

/** A part of the searched text. In UTF-16 code units, from the beginning of the text as it was typed. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** An end of a range of amounts: a decimal number in major units, without a sign. */
export interface AmountBound {
  readonly value: string;
  readonly inclusive: boolean;
}

/** Absolute amounts. Null means unbounded; at most one bound is null. */
export interface AmountRange {
  readonly min: AmountBound | null;
  readonly max: AmountBound | null;
}

/** Inclusive days (`YYYY-MM-DD`). Null means unbounded; at most one is null. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** The values of `is:`. */
export const transactionStates = ['pending', 'excluded', 'reviewed'] as const;
export type TransactionState = (typeof transactionStates)[number];

/** The values of `has:`. */
export const transactionExtras = ['note'] as const;
export type TransactionExtra = (typeof transactionExtras)[number];

/** The value that each operator searches for. */
export interface OperatorValues {
  amount: AmountRange;
  /** A key of a category or group, or the beginning of words of a label. */
  category: string;
  /** A part of a name or of the institution's name, or a mask. */
  account: string;
  date: DayRange;
  /** A part of a merchant's name. */
  merchant: string;
  /** A part of a tag's name. */
  tag: string;
  is: TransactionState;
  has: TransactionExtra;
}
export type OperatorName = keyof OperatorValues;

/** An operator with its value, such as `amount:>50`. */
export type OperatorNode = {
  [Name in OperatorName]: {
    readonly kind: 'operator';
    readonly operator: Name;
    readonly value: OperatorValues[Name];
    readonly at: Span;
  };
}[OperatorName];

/** Text in the name, merchant, description, or note. */
export interface TextNode {
  readonly kind: 'text';
  readonly text: string;
  readonly at: Span;
}

/** A search, or a part of one. `and` and `or` have at least two parts. */
export type SearchNode =
  | TextNode
  | OperatorNode
  | { readonly kind: 'and' | 'or'; readonly parts: readonly SearchNode[]; readonly at: Span }
  | { readonly kind: 'not'; readonly part: SearchNode; readonly at: Span };

/** What is wrong with a search, and where. */
export interface SearchError extends Span {
  readonly code: SearchErrorCode;
  /** A sentence that can be shown to users. */
  readonly message: string;
}

export const searchErrorCodes = [
  'misspelled_operator',
  'missing_value',
  'invalid_amount',
  'invalid_date',
  'reversed_range',
  'unknown_value',
  'unclosed_quote',
  'unclosed_group',
  'empty_quote',
  'empty_group',
] as const;
export type SearchErrorCode = (typeof searchErrorCodes)[number];

/** A parsed search, null if it is empty, or its first error. */
export type ParsedSearch =
  | { readonly ok: true; readonly node: SearchNode | null }
  | { readonly ok: false; readonly error: SearchError };
