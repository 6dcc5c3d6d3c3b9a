/**
 * The facts about one purchase that the payment provider has reported. Events arrive repeatedly, late, and in any
 * order. Each kind of event therefore has its own part of the facts, and `mergeFacts` is commutative, associative, and
 * idempotent. All times are whole seconds since 1970. Stored as JSON.
 */
export interface PurchaseFacts {
  readonly checkout: CheckoutFact | null;
  readonly subscription: SubscriptionFact | null;
  /** The invoices that failed or were paid, by id. */
  readonly invoices: Readonly<Record<string, InvoiceFact>>;
  /** The charges that were refunded in full, by id. */
  readonly refunds: Readonly<Record<string, RefundFact>>;
  /** By id. */
  readonly disputes: Readonly<Record<string, DisputeFact>>;
}

/** The outcome of the payment page. `free`: a trial without a payment yet. */
export interface CheckoutFact {
  state: 'pending' | 'failed' | 'free' | 'paid';
  at: number;
}

/** The subscription as of its newest event. */
export interface SubscriptionFact {
  at: number;
  /** The order of events within one second: 0 for the creation, 1 for a change, 2 for the end. */
  rank: number;
  /** As the provider names it: active, past_due, canceled, … */
  status: string;
  /** True if it is for our product at our price. */
  priced: boolean;
  periodStart: number;
  periodEnd: number;
  trialEnd: number | null;
  /** When it ends because the user canceled its renewal. */
  endsAt: number | null;
  /** When it ended. */
  endedAt: number | null;
  endReason: 'canceled' | 'payment_failed' | 'disputed';
  latestInvoice: string | null;
}

export interface InvoiceFact {
  createdAt: number;
  /** When its first attempt failed. Null if none has. */
  failedAt: number | null;
  paidAt: number | null;
  /** True if our price was paid in full. */
  full: boolean;
  /** True if it is for a later period. */
  renewal: boolean;
}

export interface RefundFact {
  chargedAt: number;
  at: number;
}

/**
 * A dispute about a payment. The outcome `none` means that it was won or is only an inquiry, so the payment is kept.
 */
export interface DisputeFact {
  openedAt: number;
  outcome: 'none' | 'open' | 'lost';
  closed: boolean;
  at: number;
}

/** The facts before any event. */
export const noFacts: PurchaseFacts = {
  checkout: null,
  subscription: null,
  invoices: {},
  refunds: {},
  disputes: {},
};

/** Merges two sets of facts. The order of the arguments does not matter. */
export function mergeFacts(a: PurchaseFacts, b: PurchaseFacts): PurchaseFacts {
  return {
    checkout: greater(a.checkout, b.checkout, checkoutSortKey),
    subscription: greater(a.subscription, b.subscription, subscriptionSortKey),
    invoices: mergeEach(a.invoices, b.invoices, mergeInvoices),
    refunds: mergeEach(a.refunds, b.refunds, (one, other) => ({
      chargedAt: Math.min(one.chargedAt, other.chargedAt),
      at: Math.min(one.at, other.at),
    })),
    disputes: mergeEach(a.disputes, b.disputes, (one, other) =>
      greater(one, other, disputeSortKey),
    ),
  };
}

type SortKey = readonly (number | string)[];

const checkoutStates = ['pending', 'failed', 'free', 'paid'];
const statuses = ['incomplete', 'trialing', 'active', 'past_due', 'paused', 'unpaid', 'canceled'];

// A paid checkout stays paid. If two have the same state, the earlier one wins.
const checkoutSortKey = ({ state, at }: CheckoutFact): SortKey => [
  checkoutStates.indexOf(state),
  -at,
];

// The newest wins. Within one second, the rank decides, then the later period and status.
const subscriptionSortKey = (fact: SubscriptionFact): SortKey => [
  fact.at,
  fact.rank,
  fact.periodEnd,
  statuses.indexOf(fact.status),
  canonical(fact),
];

const disputeSortKey = (fact: DisputeFact): SortKey => [
  fact.at,
  fact.closed ? 1 : 0,
  canonical(fact),
];

/** Returns the same text for the same content, regardless of the order of its fields. */
const canonical = (fact: object): string => JSON.stringify(Object.entries(fact).sort());

function mergeInvoices(a: InvoiceFact, b: InvoiceFact): InvoiceFact {
  return {
    createdAt: Math.min(a.createdAt, b.createdAt),
    failedAt: earlier(a.failedAt, b.failedAt),
    paidAt: earlier(a.paidAt, b.paidAt),
    full: a.full || b.full,
    renewal: a.renewal || b.renewal,
  };
}

const earlier = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b);

function greater<T, N extends T | null>(a: N, b: N, sortKeyOf: (fact: T) => SortKey): N {
  if (a === null) return b;
  if (b === null) return a;
  const [left, right] = [sortKeyOf(a), sortKeyOf(b)];
  const difference = left.findIndex((part, index) => part !== right[index]);
  return difference === -1 || (left[difference] ?? '') > (right[difference] ?? '') ? a : b;
}

function mergeEach<T>(
  a: Readonly<Record<string, T>>,
  b: Readonly<Record<string, T>>,
  mergeTwo: (one: T, other: T) => T,
): Record<string, T> {
  const merged: Record<string, T> = { ...a };
  for (const [id, fact] of Object.entries(b)) {
    const existing = merged[id];
    merged[id] = existing === undefined ? fact : mergeTwo(existing, fact);
  }
  return merged;
}
