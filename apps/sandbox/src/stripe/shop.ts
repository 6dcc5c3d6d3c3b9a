import type { Deliveries } from './deliver.ts';
import type { Ledger } from './ledger.ts';

/** What every route of the payment provider works with. */
export type Shop = {
  ledger: Ledger;
  deliveries: Deliveries;
  /** The app's own origin, without a slash at its end. */
  appUrl: string;
  /** The one key that the API takes. */
  apiKey: string;
  /** Seconds since 1970. */
  seconds: () => number;
  /** The calendar day, ISO. */
  today: () => string;
};
