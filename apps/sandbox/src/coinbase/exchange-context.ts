import type { Grants } from './grants.ts';
import type { Holdings } from './holdings.ts';

/** State and settings shared by the routes of the exchange. */
export interface ExchangeContext {
  grants: Grants;
  holdings: Holdings;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The only registered redirect URI. */
  redirectUri: string;
}
