/** What an app is given for a code or a refresh token. */
export interface ExchangeTokens {
  access: string;
  /** Seconds for which it counts. */
  accessLives: number;
  /** Counts once: renewing yields the next. Null where the exchange gave none. */
  refresh: string | null;
}

/** What somebody holds of one currency, all of their wallets together. */
export interface ExchangeBalance {
  code: string;
  name: string;
  kind: 'crypto' | 'fiat';
  /** Exact decimal text, at most 18 decimals. */
  amount: string;
}

/** A crypto exchange. Another one is another folder of `providers/` that makes one of these. */
export interface ExchangeProvider {
  /** What its rows are kept under. */
  readonly key: string;
  /** What people call it. */
  readonly name: string;
  /** Where the browser goes to let the person agree. `challenge` is S256's (RFC 7636). */
  authorizeUrl(link: { state: string; challenge: string }): string;
  /** A code counts once. */
  exchange(code: string, verifier: string): Promise<ExchangeTokens>;
  /** The refresh token is used up by it, whether or not the answer arrives. */
  renew(refreshToken: string): Promise<ExchangeTokens>;
  /** Ends our access to somebody's account. */
  revoke(accessToken: string): Promise<void>;
  /** All that somebody holds, what is empty left out, by code. */
  balances(accessToken: string): Promise<ExchangeBalance[]>;
  /** How many units of each currency one US dollar buys, as decimal text; what is no number is left out. */
  prices(): Promise<ReadonlyMap<string, string>>;
}

/** What a refusal of the exchange means for us. */
export type ExchangeFaultKind =
  /** The access token no longer counts: renew it. */
  | 'access_over'
  /** The code or refresh token has run out, was used before, or the person has ended our access. */
  | 'grant_over'
  /** The person did not let us see what we asked for. */
  | 'not_allowed'
  /** Our keys or addresses there are not right. */
  | 'misconfigured'
  | 'unexpected';

/** A call that the exchange answered and refused. Its message is for operators. */
export class ExchangeFault extends Error {
  readonly kind: ExchangeFaultKind;

  constructor(kind: ExchangeFaultKind, code: string) {
    super(code);
    this.name = 'ExchangeFault';
    this.kind = kind;
  }
}
