import { gracePeriod, type Plan, renewalTolerance } from './plans.ts';
import type { InvoiceFact, PurchaseFacts, SubscriptionFact } from './purchase-facts.ts';

/** Why a purchase has ended. */
export type EndReason = 'canceled' | 'payment_failed' | 'refunded' | 'disputed';

/**
 * The access that a purchase gives. It is computed from the purchase's facts alone, not from the current time: the
 * caller compares `accessUntil` with its clock.
 */
export interface PurchaseAccess {
  /** Seconds since 1970. Null if the purchase never gave access, Infinity if it has no end. */
  accessUntil: number | null;
  state: 'active' | 'ending' | 'grace' | 'ended';
  /** When it renews or ends, as shown to the user. Null if it does neither. */
  until: number | null;
  /** Why it has ended, or will have once `accessUntil` has passed. */
  endReason: EndReason | null;
}

/** Returns the access that a purchase gives, according to its facts. docs/billing.md has the rules as a table. */
export function purchaseAccess(plan: Plan, facts: PurchaseFacts): PurchaseAccess {
  const access = plan === 'lifetime' ? lifetimeAccess(facts) : yearlyAccess(facts);
  if (access.accessUntil === null) return access;
  const [reversal] = reversalsOf(facts);
  return reversal !== undefined && reversal.at <= access.accessUntil
    ? endedAccess(reversal.at, reversal.reason)
    : access;
}

/**
 * True if a subscription must be canceled at the provider, so that it never charges again: its payment was
 * refunded, or a dispute about it was lost.
 */
export const mustCancelAtProvider = (plan: Plan, facts: PurchaseFacts): boolean =>
  plan === 'yearly' &&
  facts.subscription?.status !== 'canceled' &&
  reversalsOf(facts).some(({ isFinal }) => isFinal);

/** True if a subscription renews by itself and will charge again. */
export const willRenew = (plan: Plan, facts: PurchaseFacts): boolean => {
  const { accessUntil, state } = purchaseAccess(plan, facts);
  return plan === 'yearly' && accessUntil !== null && (state === 'active' || state === 'grace');
};

const noAccess: PurchaseAccess = {
  accessUntil: null,
  state: 'ended',
  until: null,
  endReason: null,
};

const endedAccess = (at: number, endReason: EndReason | null): PurchaseAccess => ({
  accessUntil: at,
  state: 'ended',
  until: at,
  endReason,
});

const lifetimeAccess = ({ checkout }: PurchaseFacts): PurchaseAccess =>
  checkout?.state === 'paid'
    ? { accessUntil: Number.POSITIVE_INFINITY, state: 'active', until: null, endReason: null }
    : noAccess;

function yearlyAccess(facts: PurchaseFacts): PurchaseAccess {
  const { checkout, subscription, invoices } = facts;
  const isPaid =
    checkout?.state === 'paid' ||
    Object.values(invoices).some(({ full, paidAt }) => full && paidAt);
  if (subscription === null)
    return isPaid && checkout !== null ? runningAccess(oneYearAfter(checkout.at)) : noAccess;
  const { trialEnd, periodEnd } = subscription;
  // A trial only gives access until its own end: the period after it must be paid.
  const paidThrough = isPaid ? periodEnd : checkout?.state === 'free' ? trialEnd : null;
  return paidThrough === null ? noAccess : subscriptionAccess(facts, subscription, paidThrough);
}

function subscriptionAccess(
  { invoices }: PurchaseFacts,
  subscription: SubscriptionFact,
  paidThrough: number,
): PurchaseAccess {
  const { status, at, periodStart, endsAt, endedAt, endReason, latestInvoice, priced } =
    subscription;
  if (!priced) return endedAccess(at, null);
  const failedAt = firstOpenFailure(Object.values(invoices));
  // The provider advances the period before it charges for it, so the grace period starts at the failure
  // or at the start of the period, never at its end.
  const graceEnd = (failedAt ?? periodStart) + gracePeriod;
  const graceAccess: PurchaseAccess = {
    accessUntil: graceEnd,
    state: 'grace',
    until: graceEnd,
    endReason: 'payment_failed',
  };
  const isLatestInvoicePaid = latestInvoice !== null && Boolean(invoices[latestInvoice]?.paidAt);
  switch (status) {
    case 'active':
    case 'trialing':
      // The invoice failed after this event, and the subscription does not reflect it yet.
      if (failedAt !== null && failedAt >= at) return graceAccess;
      return runningAccess(paidThrough, endsAt);
    case 'past_due':
      return isLatestInvoicePaid ? runningAccess(paidThrough, endsAt) : graceAccess;
    case 'unpaid':
      return isLatestInvoicePaid
        ? runningAccess(paidThrough, endsAt)
        : endedAccess(Math.min(graceEnd, at), 'payment_failed');
    case 'canceled': {
      const end = endedAt ?? at;
      return endedAccess(failedAt === null ? end : Math.min(end, graceEnd), endReason);
    }
    case 'paused':
      return endedAccess(at, 'payment_failed');
    case 'incomplete':
    case 'incomplete_expired':
      return noAccess;
    default:
      // An unknown status gives no access.
      return endedAccess(at, null);
  }
}

/**
 * Returns the access of a subscription that is paid through a time. It renews then, or ends at `endsAt` if that is not
 * later.
 */
const runningAccess = (paidThrough: number, endsAt: number | null = null): PurchaseAccess =>
  endsAt !== null && endsAt <= paidThrough
    ? { accessUntil: endsAt, state: 'ending', until: endsAt, endReason: 'canceled' }
    : {
        accessUntil: paidThrough + renewalTolerance,
        state: 'active',
        until: paidThrough,
        endReason: null,
      };

/** Returns when the earliest failed invoice that is still unpaid failed. Null if there is none. */
function firstOpenFailure(invoices: readonly InvoiceFact[]): number | null {
  const failures = invoices.flatMap(({ failedAt, paidAt }) =>
    failedAt === null || paidAt !== null ? [] : [failedAt],
  );
  return failures.length === 0 ? null : Math.min(...failures);
}

/** A refund or a dispute: the payment is returned to the customer. */
interface Reversal {
  at: number;
  reason: 'refunded' | 'disputed';
  /** False for an open dispute, which can still be won. */
  isFinal: boolean;
}

/** Returns the reversals that end the access, earliest first. A later paid invoice gives access again. */
function reversalsOf({ invoices, refunds, disputes }: PurchaseFacts): Reversal[] {
  const paid = Object.values(invoices).filter(({ paidAt }) => paidAt !== null);
  const refunded = Object.values(refunds)
    // A charge is never older than its own invoice, and never newer than the next one.
    .filter(({ chargedAt }) => !paid.some(({ createdAt }) => createdAt > chargedAt))
    .map(({ at }): Reversal => ({ at, reason: 'refunded', isFinal: true }));
  const disputed = Object.values(disputes)
    .filter(({ outcome }) => outcome !== 'none')
    .filter(({ openedAt }) => !paid.some(({ paidAt }) => (paidAt ?? 0) > openedAt))
    .map(
      ({ openedAt, outcome }): Reversal => ({
        at: openedAt,
        reason: 'disputed',
        isFinal: outcome === 'lost',
      }),
    );
  return [...refunded, ...disputed].toSorted(
    (a, b) => a.at - b.at || a.reason.localeCompare(b.reason),
  );
}

/** Returns the same day a year later in UTC, as the provider computes it. */
const oneYearAfter = (seconds: number): number =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1_000)
    .toZonedDateTimeISO('UTC')
    .add({ years: 1 }).epochMilliseconds / 1_000;
