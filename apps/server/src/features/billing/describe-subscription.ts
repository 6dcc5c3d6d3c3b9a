import type { CallResponse } from '@cairn/contract/calls';
import { checkoutDisplayPeriod, type Plan } from './plans.ts';
import { type PurchaseAccess, purchaseAccess } from './purchase-access.ts';
import type { PurchaseFacts } from './purchase-facts.ts';

/** A purchase as it is stored. */
export interface StoredPurchase {
  plan: Plan;
  customerId: string | null;
  facts: PurchaseFacts;
}

type Description = Omit<CallResponse<'GET /billing/subscription'>, 'banks_unlinked_at'>;

/**
 * Describes a user's subscription at a time (`now`: seconds since 1970). Of all their purchases, only the one with
 * the longest access counts. Pure.
 */
export function describeSubscription(
  purchases: readonly StoredPurchase[],
  now: number,
): Description {
  const [best] = purchases
    .map((purchase) => ({ ...purchase, access: purchaseAccess(purchase.plan, purchase.facts) }))
    .filter(({ access }) => access.accessUntil !== null)
    .toSorted((a, b) => accessEnd(b.access) - accessEnd(a.access));
  const common = {
    payment: findUnpaidCheckoutState(purchases, now),
    manageable: portalCustomer(purchases) !== null,
  };
  if (best === undefined)
    return { plan: null, state: 'none', until: null, end_reason: null, ...common };
  const { plan, access } = best;
  if (access.state === 'ended' || accessEnd(access) <= now)
    return {
      plan,
      state: 'ended',
      until: formatInstant(access.accessUntil),
      end_reason: access.endReason,
      ...common,
    };
  return {
    plan,
    state: access.state,
    until: formatInstant(access.until),
    end_reason: null,
    ...common,
  };
}

/**
 * Returns the customer to open the portal for: that of the running subscription or, if there is none, of the purchase
 * with the longest access. Null if there is nothing to manage.
 */
export function portalCustomer(purchases: readonly StoredPurchase[]): string | null {
  const candidates = purchases
    .map(({ plan, customerId, facts }) => ({
      plan,
      customerId,
      access: purchaseAccess(plan, facts),
    }))
    .filter(({ customerId, access }) => customerId !== null && access.accessUntil !== null);
  const runningRank = ({ plan, access }: (typeof candidates)[number]) =>
    plan === 'yearly' && access.state !== 'ended' ? 1 : 0;
  const [first] = candidates.toSorted(
    (a, b) => runningRank(b) - runningRank(a) || accessEnd(b.access) - accessEnd(a.access),
  );
  return first?.customerId ?? null;
}

/** Returns the state of the newest checkout if it gives no access and is recent enough to be shown, otherwise null. */
function findUnpaidCheckoutState(
  purchases: readonly StoredPurchase[],
  now: number,
): 'pending' | 'failed' | null {
  const [newest] = purchases
    .flatMap(({ plan, facts }) =>
      facts.checkout === null
        ? []
        : [{ ...facts.checkout, givesAccess: purchaseAccess(plan, facts).accessUntil !== null }],
    )
    // Within one second, the checkout that gives access comes first.
    .toSorted((a, b) => b.at - a.at || Number(b.givesAccess) - Number(a.givesAccess));
  if (newest === undefined || newest.givesAccess || now - newest.at > checkoutDisplayPeriod)
    return null;
  const { state } = newest;
  return state === 'pending' || state === 'failed' ? state : null;
}

const accessEnd = ({ accessUntil }: PurchaseAccess): number => accessUntil ?? 0;

/** Formats seconds since 1970 as an ISO instant. Null for null, and for access without end. */
const formatInstant = (seconds: number | null): string | null =>
  seconds === null || seconds === Number.POSITIVE_INFINITY
    ? null
    : new Date(seconds * 1_000).toISOString();
