/** Why there is no valid price. */
export type QuotesFaultKind =
  /** The stock does not exist, or our plan does not include it. */
  | 'unknown_symbol'
  /** The price is implausible or outdated. */
  | 'no_price'
  /** Our API key is invalid. */
  | 'misconfigured'
  | 'unexpected';

/** The provider returned no valid price. The message is for operators. */
export class QuotesFault extends Error {
  readonly kind: QuotesFaultKind;

  constructor(kind: QuotesFaultKind, code: string) {
    super(code);
    this.name = 'QuotesError';
    this.kind = kind;
  }
}

const kindByStatus: Record<number, QuotesFaultKind> = {
  401: 'misconfigured',
  // The plan does not include the stock's exchange.
  403: 'unknown_symbol',
};

/** Maps a 4xx status. The provider sends no error codes. */
export const faultOf = (status: number): QuotesFault =>
  new QuotesFault(kindByStatus[status] ?? 'unexpected', `HTTP_${status}`);
