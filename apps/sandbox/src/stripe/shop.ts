import type { Deliveries } from './deliver.ts';
import type { Ledger } from './ledger.ts';

/** State and settings shared by every route of the payment provider. */
export type Shop = {
  ledger: Ledger;
  deliveries: Deliveries;
  /** The app's origin, without a trailing slash. */
  appUrl: string;
  /** The only API key that is accepted. */
  apiKey: string;
  /** Seconds since 1970. */
  seconds: () => number;
  /** The current day as an ISO date. */
  today: () => string;
};
