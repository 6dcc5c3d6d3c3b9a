import type { Grants } from './grants.ts';
import type { Holdings } from './holdings.ts';

/** What the routes of the exchange work with. */
export interface ExchangeDesk {
  grants: Grants;
  holdings: Holdings;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The one address that people are sent back to. */
  redirectUri: string;
}
