import type { Subscription } from './billing.api.ts';

/**
 * The stage of a checkout after the return from the payment page.
 *
 * - `confirming`: no result yet, which is normal for a few seconds.
 * - `waiting`: no result for longer than that. The payment is late, or there was none.
 * - `pending`: the payment was made, but its confirmation can take days.
 * - `failed`: the payment failed.
 * - `unlocking`: paid, and the new token is being fetched.
 * - `unlocked`: the account is unlocked.
 */
export type CheckoutStage =
  | 'confirming'
  | 'waiting'
  | 'pending'
  | 'failed'
  | 'unlocking'
  | 'unlocked';

/** Milliseconds in which a failure is ignored, because it may be from an earlier attempt. */
export const failureGracePeriod = 6_000;
/** Milliseconds after which a payment is considered slow. It is usually confirmed within seconds. */
export const slowPaymentThreshold = 20_000;

/** What a checkout's stage depends on. */
export interface CheckoutFacts {
  /** True if the user is paid according to the token. */
  readonly tokenPaid: boolean;
  /** True if the user is paid according to the server. Undefined until the server responds. */
  readonly serverPaid: boolean | undefined;
  readonly payment: Subscription['payment'];
  /** Milliseconds since the page was opened. */
  readonly waited: number;
}

/** Derives the stage of a checkout. */
export function checkoutStage({
  tokenPaid,
  serverPaid,
  payment,
  waited,
}: CheckoutFacts): CheckoutStage {
  if (tokenPaid && serverPaid !== false) return 'unlocked';
  if (serverPaid === true) return 'unlocking';
  if (payment === 'pending') return 'pending';
  if (payment === 'failed' && waited >= failureGracePeriod) return 'failed';
  return waited >= slowPaymentThreshold ? 'waiting' : 'confirming';
}

const firstDelay = 1_500;
const maxDelay = 60_000;

/**
 * Milliseconds until the next poll, with exponential backoff. The result usually arrives as a server event. Polling is
 * the fallback.
 */
export function nextPollDelay(polls: number): number {
  return Math.min(maxDelay, firstDelay * 1.3 ** polls);
}
