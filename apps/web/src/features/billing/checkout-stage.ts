import type { Subscription } from './billing.api.ts';

/**
 * How far somebody is who comes back from the payment page.
 *
 * - `confirming`: nothing is known yet, which is usual for some seconds.
 * - `waiting`: nothing has come for longer than that: it is late, or nobody has paid.
 * - `pending`: the payment is known, and its money takes days.
 * - `failed`: its money did not come.
 * - `opening`: paid; the token that says so is on its way.
 * - `joined`: everything is open.
 */
export type CheckoutStage = 'confirming' | 'waiting' | 'pending' | 'failed' | 'opening' | 'joined';

/** A failure known at once may be that of the try before: the new one's word has until then, in ms. */
export const settlesWithin = 6_000;
/** A payment is usually confirmed within seconds; without a word by then we say more, in ms. */
export const takesLong = 20_000;

/** What the page knows. `serverPaid` is undefined while the server has not said. */
export interface CheckoutFacts {
  readonly tokenPaid: boolean;
  readonly serverPaid: boolean | undefined;
  readonly payment: Subscription['payment'];
  /** For how long the page has been open, in milliseconds. */
  readonly waited: number;
}

/** How far a checkout is. */
export function checkoutStage({
  tokenPaid,
  serverPaid,
  payment,
  waited,
}: CheckoutFacts): CheckoutStage {
  if (tokenPaid && serverPaid !== false) return 'joined';
  if (serverPaid === true) return 'opening';
  if (payment === 'pending') return 'pending';
  if (payment === 'failed' && waited >= settlesWithin) return 'failed';
  return waited >= takesLong ? 'waiting' : 'confirming';
}

const firstLook = 1_500;
const rarestLook = 60_000;

/**
 * After how many milliseconds to look again, having looked so often already: soon at first, then ever
 * more rarely. The server's events are what brings the news; this is for when they do not get through.
 */
export function nextLook(looks: number): number {
  return Math.min(rarestLook, firstLook * 1.3 ** looks);
}
