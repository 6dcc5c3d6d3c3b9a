/** Why there is no valid price. */
export type QuotesErrorKind =
  /** The stock does not exist, or our plan does not include it. */
  | 'unknown_symbol'
  /** The price is implausible or outdated. */
  | 'no_price'
  /** Our API key is invalid. */
  | 'misconfigured'
  | 'unexpected';

/** The provider returned no valid price. The message is for operators. */
export class QuotesError extends Error {
  readonly kind: QuotesErrorKind;

  constructor(kind: QuotesErrorKind, code: string) {
    super(code);
    this.name = 'QuotesError';
    this.kind = kind;
  }
}

const kindByStatus: Record<number, QuotesErrorKind> = {
  401: 'misconfigured',
  // The plan does not include the stock's exchange.
  403: 'unknown_symbol',
};

/** Maps a 4xx status. The provider sends no error codes. */
export const quotesErrorForStatus = (status: number): QuotesError =>
  new QuotesError(kindByStatus[status] ?? 'unexpected', `HTTP_${status}`);
