/** What users can buy. */
export type Plan = 'yearly' | 'lifetime';

/** What each plan costs, in cents. A payment of any other amount or currency gives no access. */
export const prices = {
  yearly: { amount: 5_000, currency: 'usd', mode: 'subscription' },
  lifetime: { amount: 25_000, currency: 'usd', mode: 'payment' },
} as const;

/** In seconds, like all times of the payment provider. */
const day = 86_400;

/** In seconds: how long access lasts after the first failed renewal payment, while the provider retries it. */
export const gracePeriod = 7 * day;

/** In seconds: how long access lasts after a period whose renewal has not been reported, because events can be late. */
export const renewalTolerance = 3 * day;

/** In seconds: how long a pending or failed checkout is shown. */
export const checkoutDisplayPeriod = 30 * day;
