import type { EventDelivery } from './events/event-delivery.ts';
import type { Ledger } from './ledger.ts';

/** State and settings shared by every route of the payment provider. */
export type StripeContext = {
  ledger: Ledger;
  delivery: EventDelivery;
  /** The app's origin, without a trailing slash. */
  appUrl: string;
  /** The only API key that is accepted. */
  apiKey: string;
  /** Seconds since 1970. */
  nowSeconds: () => number;
  /** The current day as an ISO date. */
  today: () => string;
};
