/** The tokens that an authorization code or a refresh token is exchanged for. */
export interface ExchangeTokens {
  access: string;
  /** In seconds: how long the access token is valid. */
  accessLifetime: number;
  /** Single use: refreshing returns the next one. Null if the exchange issued none. */
  refresh: string | null;
}

/** A user's balance in one currency, summed over all wallets. */
export interface ExchangeBalance {
  code: string;
  name: string;
  kind: 'crypto' | 'fiat';
  /** Exact decimal text with at most 18 decimals. */
  amount: string;
}

/** A crypto exchange. To support another one, add a folder in `providers/` that implements this. */
export interface ExchangeProvider {
  /** Identifies the exchange in the database. */
  readonly key: string;
  /** The display name. */
  readonly name: string;
  /** Returns the URL of the consent page. `challenge` uses S256 (RFC 7636). */
  authorizeUrl(link: { state: string; challenge: string }): string;
  /** A code can be exchanged only once. */
  exchangeCode(code: string, verifier: string): Promise<ExchangeTokens>;
  /** Uses up the refresh token, even if the response is lost. */
  refreshTokens(refreshToken: string): Promise<ExchangeTokens>;
  /** Ends our access to the user's account. */
  revoke(accessToken: string): Promise<void>;
  /** Returns all nonzero balances, ordered by currency code. */
  balances(accessToken: string): Promise<ExchangeBalance[]>;
  /** Returns the units of each currency that one US dollar buys, as decimal text. Skips invalid rates. */
  unitsPerDollar(): Promise<ReadonlyMap<string, string>>;
}

/** What an error from the exchange means for us. */
export type ExchangeErrorKind =
  /** The access token has expired or is invalid: refresh it. */
  | 'access_expired'
  /** The code or refresh token has expired or was already used, or the user revoked our access. */
  | 'grant_invalid'
  /** The user did not grant the scope. */
  | 'not_allowed'
  /** Our client credentials or URLs are wrong. */
  | 'misconfigured'
  | 'unexpected';

/** The exchange rejected a call. The message is for operators. */
export class ExchangeError extends Error {
  readonly kind: ExchangeErrorKind;

  constructor(kind: ExchangeErrorKind, code: string) {
    super(code);
    this.name = 'ExchangeError';
    this.kind = kind;
  }
}
