/** The plans that can be bought. */
export type Plan = 'yearly' | 'lifetime';

/** The price of each plan, in dollars. */
export const planPrices: Record<Plan, number> = { yearly: 50, lifetime: 250 };

/**
 * The URL of the hosted payment page for a user. The payment provider returns `client_reference_id` with the
 * payment; `prefilled_email` saves typing. Existing parameters are kept.
 */
export function paymentLink(link: string, user: { id: string; username: string }): string {
  const url = new URL(link);
  url.searchParams.set('client_reference_id', user.id);
  url.searchParams.set('prefilled_email', user.username);
  return url.href;
}
