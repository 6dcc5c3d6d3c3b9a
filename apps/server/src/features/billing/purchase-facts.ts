/**
 * What the payment provider has said of one purchase. Its events come twice, late and in any order, so
 * each kind of event owns a part, and `join` puts two states of knowledge together: commutative,
 * associative and idempotent, whatever the order. All times are whole seconds since 1970.
 */
export interface PurchaseFacts {
  readonly checkout: CheckoutFact | null;
  readonly subscription: SubscriptionFact | null;
  /** By the invoice's id: those that failed or were paid. */
  readonly invoices: Readonly<Record<string, InvoiceFact>>;
  /** By the charge's id: those that were given back in full. */
  readonly refunds: Readonly<Record<string, RefundFact>>;
  /** By the dispute's id. */
  readonly disputes: Readonly<Record<string, DisputeFact>>;
}

/** How the payment page was left. `free`: a trial, with nothing to pay yet. */
export interface CheckoutFact {
  state: 'pending' | 'failed' | 'free' | 'paid';
  at: number;
}

/** The subscription as of its newest event. */
export interface SubscriptionFact {
  at: number;
  /** What comes last within one second: its creation 0, a change 1, its end 2. */
  rank: number;
  /** The provider's word: active, past_due, canceled ... */
  status: string;
  /** Whether it is for what we sell, at our price. */
  priced: boolean;
  periodStart: number;
  periodEnd: number;
  trialEnd: number | null;
  /** When it ends because its owner does not renew it. */
  endsAt: number | null;
  /** When it ended. */
  endedAt: number | null;
  endReason: 'canceled' | 'payment_failed' | 'disputed';
  latestInvoice: string | null;
}

export interface InvoiceFact {
  createdAt: number;
  /** When its first try failed; null: none has. */
  failedAt: number | null;
  paidAt: number | null;
  /** Whether what was paid is our price. */
  full: boolean;
  /** Whether it is for a further period. */
  renewal: boolean;
}

export interface RefundFact {
  chargedAt: number;
  at: number;
}

/** `none`: it takes nothing away, because it was won or is a mere question. */
export interface DisputeFact {
  openedAt: number;
  outcome: 'none' | 'open' | 'lost';
  closed: boolean;
  at: number;
}

/** Nothing is known. */
export const noFacts: PurchaseFacts = {
  checkout: null,
  subscription: null,
  invoices: {},
  refunds: {},
  disputes: {},
};

/** What is known from both. */
export function join(a: PurchaseFacts, b: PurchaseFacts): PurchaseFacts {
  return {
    checkout: greater(a.checkout, b.checkout, checkoutOrder),
    subscription: greater(a.subscription, b.subscription, subscriptionOrder),
    invoices: joinEach(a.invoices, b.invoices, joinInvoices),
    refunds: joinEach(a.refunds, b.refunds, (one, other) => ({
      chargedAt: Math.min(one.chargedAt, other.chargedAt),
      at: Math.min(one.at, other.at),
    })),
    disputes: joinEach(a.disputes, b.disputes, (one, other) => greater(one, other, disputeOrder)),
  };
}

type Order = readonly (number | string)[];

const checkoutStates = ['pending', 'failed', 'free', 'paid'];
const statuses = ['incomplete', 'trialing', 'active', 'past_due', 'paused', 'unpaid', 'canceled'];

// What is paid stays paid; of two that say the same the earlier counts.
const checkoutOrder = ({ state, at }: CheckoutFact): Order => [checkoutStates.indexOf(state), -at];

// The newest counts. Of two within one second: the kind of event, then whichever is further on.
const subscriptionOrder = (fact: SubscriptionFact): Order => [
  fact.at,
  fact.rank,
  fact.periodEnd,
  statuses.indexOf(fact.status),
  canonical(fact),
];

const disputeOrder = (fact: DisputeFact): Order => [fact.at, fact.closed ? 1 : 0, canonical(fact)];

/** The same text for the same content, however its fields are ordered. */
const canonical = (fact: object): string => JSON.stringify(Object.entries(fact).sort());

function joinInvoices(a: InvoiceFact, b: InvoiceFact): InvoiceFact {
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

function greater<T, N extends T | null>(a: N, b: N, order: (fact: T) => Order): N {
  if (a === null) return b;
  if (b === null) return a;
  const [one, other] = [order(a), order(b)];
  const at = one.findIndex((part, index) => part !== other[index]);
  return at === -1 || (one[at] ?? '') > (other[at] ?? '') ? a : b;
}

function joinEach<T>(
  a: Readonly<Record<string, T>>,
  b: Readonly<Record<string, T>>,
  joinTwo: (one: T, other: T) => T,
): Record<string, T> {
  const joined: Record<string, T> = { ...a };
  for (const [id, fact] of Object.entries(b)) {
    const known = joined[id];
    joined[id] = known === undefined ? fact : joinTwo(known, fact);
  }
  return joined;
}
