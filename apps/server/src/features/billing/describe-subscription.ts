import type { CallReply } from '@cairn/contract/calls';
import { type Plan, tellCheckoutFor } from './plans.ts';
import type { PurchaseFacts } from './purchase-facts.ts';
import { type Worth, worthOf } from './purchase-worth.ts';

/** A purchase as it is kept. */
export interface KeptPurchase {
  plan: Plan;
  customerId: string | null;
  facts: PurchaseFacts;
}

type Description = Omit<CallReply<'GET /billing/subscription'>, 'banks_unlinked_at'>;

/** What somebody's purchases come to at a moment, in seconds since 1970: the better one counts. Pure. */
export function describeSubscription(purchases: readonly KeptPurchase[], now: number): Description {
  const opened = purchases
    .map((purchase) => ({ ...purchase, worth: worthOf(purchase.plan, purchase.facts) }))
    .filter(({ worth }) => worth.openUntil !== null)
    .toSorted((a, b) => openUntil(b.worth) - openUntil(a.worth));
  const [best] = opened;
  const rest = {
    payment: openCheckout(purchases, now),
    manageable: customerToManage(purchases) !== null,
  };
  if (best === undefined)
    return { plan: null, state: 'none', until: null, ended_because: null, ...rest };
  const { plan, worth } = best;
  if (worth.kind === 'ended' || openUntil(worth) <= now)
    return {
      plan,
      state: 'ended',
      until: instantOf(worth.openUntil),
      ended_because: worth.because,
      ...rest,
    };
  return { plan, state: worth.kind, until: instantOf(worth.until), ended_because: null, ...rest };
}

/**
 * The customer whose portal has something to manage: of the subscription that goes on, else of the
 * purchase that lasts or lasted longest. Null: there is nothing.
 */
export function customerToManage(purchases: readonly KeptPurchase[]): string | null {
  const candidates = purchases
    .map(({ plan, customerId, facts }) => ({ plan, customerId, worth: worthOf(plan, facts) }))
    .filter(({ customerId, worth }) => customerId !== null && worth.openUntil !== null);
  const goesOn = ({ plan, worth }: (typeof candidates)[number]) =>
    plan === 'yearly' && worth.kind !== 'ended' ? 1 : 0;
  const [first] = candidates.toSorted(
    (a, b) => goesOn(b) - goesOn(a) || openUntil(b.worth) - openUntil(a.worth),
  );
  return first?.customerId ?? null;
}

/** The newest checkout, for as long as it opens nothing and is worth telling of. */
function openCheckout(
  purchases: readonly KeptPurchase[],
  now: number,
): 'pending' | 'failed' | null {
  const [newest] = purchases
    .flatMap(({ plan, facts }) =>
      facts.checkout === null
        ? []
        : [{ ...facts.checkout, opens: worthOf(plan, facts).openUntil !== null }],
    )
    // Of two within one second, the one that opens something.
    .toSorted((a, b) => b.at - a.at || Number(b.opens) - Number(a.opens));
  if (newest === undefined || newest.opens || now - newest.at > tellCheckoutFor) return null;
  const { state } = newest;
  return state === 'pending' || state === 'failed' ? state : null;
}

const openUntil = ({ openUntil }: Worth): number => openUntil ?? 0;

/** Seconds on the wire; what has no end has no instant. */
const instantOf = (seconds: number | null): string | null =>
  seconds === null || seconds === Number.POSITIVE_INFINITY
    ? null
    : new Date(seconds * 1_000).toISOString();
