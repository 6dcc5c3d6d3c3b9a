import { grace, lateness, type Plan } from './plans.ts';
import type { InvoiceFact, PurchaseFacts, SubscriptionFact } from './purchase-facts.ts';

/** Why a purchase is over. */
export type EndReason = 'canceled' | 'payment_failed' | 'refunded' | 'disputed';

/** What a purchase is worth. Follows from its facts alone; whether it is over by now is for the reader. */
export interface Worth {
  /** Until when it opens everything, in seconds since 1970; null: it never did; Infinity: for good. */
  openUntil: number | null;
  kind: 'active' | 'ending' | 'grace' | 'ended';
  /** The day to tell: when it renews or ends. Null for what does neither. */
  until: number | null;
  /** Why it is over, or will be once `openUntil` has passed. */
  because: EndReason | null;
}

/** What a purchase is worth, by what is known of it. docs/billing.md tells the rule as a table. */
export function worthOf(plan: Plan, facts: PurchaseFacts): Worth {
  const worth = plan === 'lifetime' ? lifetimeWorth(facts) : yearlyWorth(facts);
  if (worth.openUntil === null) return worth;
  const [takenBack] = takenBackAt(facts);
  return takenBack !== undefined && takenBack.at <= worth.openUntil
    ? ended(takenBack.at, takenBack.because)
    : worth;
}

/**
 * Whether a subscription has to be ended at the provider, so that it never charges again: its money
 * was given back, or a dispute of it was lost.
 */
export const mustEndAtProvider = (plan: Plan, facts: PurchaseFacts): boolean =>
  plan === 'yearly' &&
  facts.subscription?.status !== 'canceled' &&
  takenBackAt(facts).some(({ isFinal }) => isFinal);

/** Whether a subscription goes on by itself, and will charge again. */
export const renews = (plan: Plan, facts: PurchaseFacts): boolean => {
  const { openUntil, kind } = worthOf(plan, facts);
  return plan === 'yearly' && openUntil !== null && (kind === 'active' || kind === 'grace');
};

const never: Worth = { openUntil: null, kind: 'ended', until: null, because: null };

const ended = (at: number, because: EndReason | null): Worth => ({
  openUntil: at,
  kind: 'ended',
  until: at,
  because,
});

const lifetimeWorth = ({ checkout }: PurchaseFacts): Worth =>
  checkout?.state === 'paid'
    ? { openUntil: Number.POSITIVE_INFINITY, kind: 'active', until: null, because: null }
    : never;

function yearlyWorth(facts: PurchaseFacts): Worth {
  const { checkout, subscription, invoices } = facts;
  const isPaid =
    checkout?.state === 'paid' ||
    Object.values(invoices).some(({ full, paidAt }) => full && paidAt);
  if (subscription === null)
    return isPaid && checkout !== null ? running(oneYearAfter(checkout.at)) : never;
  const { trialEnd, periodEnd } = subscription;
  // A trial counts for itself only: what comes after it has to be paid.
  const paidThrough = isPaid ? periodEnd : checkout?.state === 'free' ? trialEnd : null;
  return paidThrough === null ? never : subscribedWorth(facts, subscription, paidThrough);
}

function subscribedWorth(
  { invoices }: PurchaseFacts,
  subscription: SubscriptionFact,
  paidThrough: number,
): Worth {
  const { status, at, periodStart, endsAt, endedAt, endReason, latestInvoice, priced } =
    subscription;
  if (!priced) return ended(at, null);
  const failedAt = firstFailure(Object.values(invoices));
  const graceEnd = (failedAt ?? periodStart) + grace;
  // The provider moves the period on before it tries to be paid for it.
  const inGrace: Worth = {
    openUntil: graceEnd,
    kind: 'grace',
    until: graceEnd,
    because: 'payment_failed',
  };
  const isSettled = latestInvoice !== null && Boolean(invoices[latestInvoice]?.paidAt);
  switch (status) {
    case 'active':
    case 'trialing':
      // A failure that the subscription does not tell of yet.
      if (failedAt !== null && failedAt >= at) return inGrace;
      return running(paidThrough, endsAt);
    case 'past_due':
      return isSettled ? running(paidThrough, endsAt) : inGrace;
    case 'unpaid':
      return isSettled
        ? running(paidThrough, endsAt)
        : ended(Math.min(graceEnd, at), 'payment_failed');
    case 'canceled': {
      const end = endedAt ?? at;
      return ended(failedAt === null ? end : Math.min(end, graceEnd), endReason);
    }
    case 'paused':
      return ended(at, 'payment_failed');
    case 'incomplete':
    case 'incomplete_expired':
      return never;
    default:
      // A word that is new: what it means is not known, so it opens nothing.
      return ended(at, null);
  }
}

/** Paid through a day: renews then, or ends where its owner wants that and it is no later. */
const running = (paidThrough: number, endsAt: number | null = null): Worth =>
  endsAt !== null && endsAt <= paidThrough
    ? { openUntil: endsAt, kind: 'ending', until: endsAt, because: 'canceled' }
    : { openUntil: paidThrough + lateness, kind: 'active', until: paidThrough, because: null };

/** When the first invoice failed of those that are not paid; null: none is open. */
function firstFailure(invoices: readonly InvoiceFact[]): number | null {
  const failures = invoices.flatMap(({ failedAt, paidAt }) =>
    failedAt === null || paidAt !== null ? [] : [failedAt],
  );
  return failures.length === 0 ? null : Math.min(...failures);
}

interface TakenBack {
  at: number;
  because: 'refunded' | 'disputed';
  /** It does not come back. */
  isFinal: boolean;
}

/** What took the money back, first things first. What was paid for after that counts anew. */
function takenBackAt({ invoices, refunds, disputes }: PurchaseFacts): TakenBack[] {
  const paid = Object.values(invoices).filter(({ paidAt }) => paidAt !== null);
  const refunded = Object.values(refunds)
    // A charge is never older than its own bill, and never newer than the next.
    .filter(({ chargedAt }) => !paid.some(({ createdAt }) => createdAt > chargedAt))
    .map(({ at }): TakenBack => ({ at, because: 'refunded', isFinal: true }));
  const disputed = Object.values(disputes)
    .filter(({ outcome }) => outcome !== 'none')
    .filter(({ openedAt }) => !paid.some(({ paidAt }) => (paidAt ?? 0) > openedAt))
    .map(
      ({ openedAt, outcome }): TakenBack => ({
        at: openedAt,
        because: 'disputed',
        isFinal: outcome === 'lost',
      }),
    );
  return [...refunded, ...disputed].toSorted(
    (a, b) => a.at - b.at || a.because.localeCompare(b.because),
  );
}

/** The same day a year later, as the provider counts. */
const oneYearAfter = (seconds: number): number =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1_000)
    .toZonedDateTimeISO('UTC')
    .add({ years: 1 }).epochMilliseconds / 1_000;
