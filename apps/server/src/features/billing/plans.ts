/** The two things that can be bought. */
export type Plan = 'yearly' | 'lifetime';

/** What each plan costs, in the smallest unit. A payment of anything else opens nothing. */
export const prices = {
  yearly: { amount: 5_000, currency: 'usd', mode: 'subscription' },
  lifetime: { amount: 25_000, currency: 'usd', mode: 'payment' },
} as const;

/** A day in seconds, the unit of all times that the payment provider tells. */
const day = 86_400;

/** How long everything stays open after a renewal failed for the first time: the provider tries again meanwhile. */
export const grace = 7 * day;

/** How much later than its year a renewal may be heard of: nobody is locked out for that. */
export const lateness = 3 * day;

/** How long a checkout that opened nothing is told of. */
export const tellCheckoutFor = 30 * day;
