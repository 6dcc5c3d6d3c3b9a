/** The two ways to pay, in the order shown. */
export type Plan = 'yearly' | 'lifetime';

/** What each plan costs, in dollars. */
export const planPrices: Record<Plan, number> = { yearly: 50, lifetime: 250 };

/**
 * The hosted payment page with who pays on it: the payment comes back with `client_reference_id`,
 * and `prefilled_email` saves typing. Both are URL-encoded; what the link carries already stays.
 */
export function paymentLink(link: string, person: { id: string; username: string }): string {
  const url = new URL(link);
  url.searchParams.set('client_reference_id', person.id);
  url.searchParams.set('prefilled_email', person.username);
  return url.href;
}
