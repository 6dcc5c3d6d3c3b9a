/** What an answer without a usable price means for us. */
export type QuotesFaultKind =
  /** The provider knows no such stock, or may not tell us of it. */
  | 'unknown_symbol'
  /** A price that no stock has, or that is of long ago. */
  | 'no_price'
  /** Our key is not taken. */
  | 'misconfigured'
  | 'unexpected';

/** A call that the provider answered without a usable price. Its message is for operators. */
export class QuotesFault extends Error {
  readonly kind: QuotesFaultKind;

  constructor(kind: QuotesFaultKind, code: string) {
    super(code);
    this.name = 'QuotesFault';
    this.kind = kind;
  }
}

const kinds: Record<number, QuotesFaultKind> = {
  401: 'misconfigured',
  // A stock of an exchange that the plan does not include.
  403: 'unknown_symbol',
};

/** Reads the refusal in an answer of status 4xx. The provider gives it a text and no code. */
export const faultOf = (status: number): QuotesFault =>
  new QuotesFault(kinds[status] ?? 'unexpected', `HTTP_${status}`);
