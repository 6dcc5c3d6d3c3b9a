import type Stripe from 'stripe';
import { isUuid } from '../../platform/identifiers.ts';
import { type Plan, prices } from './plans.ts';
import { type DisputeFact, noFacts, type PurchaseFacts } from './purchase-facts.ts';

/** A parsed event of the payment provider. `ignored`: it changes nothing. */
export type PaymentEvent = CheckoutEvent | SubscriptionEvent | ReversalEvent | { kind: 'ignored' };

/** The result of a checkout. It is the only event that names the user. */
export interface CheckoutEvent {
  kind: 'checkout';
  sessionId: string;
  /** Null if it names no user, or if the payment matches no plan. */
  purchase: { userId: string; plan: Plan } | null;
  /** The provider's id of the subscription, or of the payment for a lifetime plan. */
  reference: string;
  customerId: string | null;
  /** True if money was charged. */
  isPaid: boolean;
  facts: PurchaseFacts;
}

/** An event of a subscription or one of its invoices. */
export interface SubscriptionEvent {
  kind: 'subscription';
  reference: string;
  customerId: string;
  /** True if money was charged. */
  isPaid: boolean;
  facts: PurchaseFacts;
}

/** A refund or dispute of a payment. The event does not name the purchase. */
export interface ReversalEvent {
  kind: 'payment';
  paymentId: string;
  facts: PurchaseFacts;
}

const ignored: PaymentEvent = { kind: 'ignored' };

/** Parses an event. Pure. Source: Stripe API, 'Events'. */
export function parsePaymentEvent(event: Stripe.Event): PaymentEvent {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return readCheckout(
        event.data.object,
        event.created,
        event.type === 'checkout.session.async_payment_failed',
      );
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
    case 'customer.subscription.deleted':
      return readSubscription(event.data.object, event.created, event.type);
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return readInvoice(event.data.object, event.created, event.type === 'invoice.paid');
    case 'charge.refunded':
      return readRefund(event.data.object, event.created);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return readDispute(event.data.object, event.created, event.type === 'charge.dispute.closed');
    default:
      return ignored;
  }
}

function readCheckout(
  session: Stripe.Checkout.Session,
  at: number,
  hasFailed: boolean,
): PaymentEvent {
  const plan = planOf(session);
  const userId = session.client_reference_id ?? '';
  const states = { paid: 'paid', no_payment_required: 'free', unpaid: 'pending' } as const;
  const match = Object.entries(states).find(([status]) => status === session.payment_status);
  const state = hasFailed ? 'failed' : (match?.[1] ?? 'pending');
  return {
    kind: 'checkout',
    sessionId: session.id,
    purchase: plan !== undefined && isUuid(userId) ? { userId, plan } : null,
    reference: idOf(session.subscription) ?? idOf(session.payment_intent) ?? session.id,
    customerId: idOf(session.customer),
    isPaid: state === 'paid',
    facts: { ...noFacts, checkout: { state, at } },
  };
}

/** Returns the plan that a checkout was for, by its mode and exact price. A trial costs nothing yet. */
function planOf(session: Stripe.Checkout.Session): Plan | undefined {
  for (const plan of ['yearly', 'lifetime'] as const) {
    const { amount, currency, mode } = prices[plan];
    if (session.mode !== mode || session.currency !== currency) continue;
    const isTrial = plan === 'yearly' && session.payment_status === 'no_payment_required';
    if (session.amount_total === (isTrial ? 0 : amount)) return plan;
  }
  return undefined;
}

type SubscriptionEventType = Extract<
  Stripe.Event,
  { data: { object: Stripe.Subscription } }
>['type'];

function readSubscription(
  subscription: Stripe.Subscription,
  at: number,
  type: SubscriptionEventType,
): PaymentEvent {
  const { status, cancel_at, cancel_at_period_end, trial_end } = subscription;
  const items = subscription.items.data;
  const periodEnd = Math.max(0, ...items.map((item) => item.current_period_end));
  const isCanceled = status === 'canceled';
  return {
    kind: 'subscription',
    reference: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    isPaid: false,
    facts: {
      ...noFacts,
      subscription: {
        at,
        rank: rankOf(type),
        status,
        priced: items.length === 1 && items.every(isOurPrice),
        periodStart: Math.max(0, ...items.map((item) => item.current_period_start)),
        periodEnd,
        trialEnd: trial_end,
        endsAt: cancel_at ?? (cancel_at_period_end ? periodEnd : null),
        endedAt: subscription.ended_at ?? (isCanceled ? at : null),
        endReason: endReasonOf(subscription.cancellation_details?.reason ?? null),
        latestInvoice: idOf(subscription.latest_invoice),
      },
    },
  };
}

const rankOf = (type: SubscriptionEventType): number =>
  type === 'customer.subscription.created' ? 0 : type === 'customer.subscription.deleted' ? 2 : 1;

const isOurPrice = ({ price, quantity }: Stripe.SubscriptionItem): boolean =>
  price.unit_amount === prices.yearly.amount &&
  price.currency === prices.yearly.currency &&
  price.recurring?.interval === 'year' &&
  price.recurring.interval_count === 1 &&
  quantity === 1;

const endReasonOf = (reason: string | null) =>
  reason === 'payment_failed'
    ? 'payment_failed'
    : reason === 'payment_disputed'
      ? 'disputed'
      : 'canceled';

function readInvoice(invoice: Stripe.Invoice, at: number, isPaid: boolean): PaymentEvent {
  const reference = idOf(invoice.parent?.subscription_details?.subscription ?? null);
  const customerId = idOf(invoice.customer);
  const { id, created, billing_reason, amount_paid, currency } = invoice;
  if (reference === null || customerId === null || id === undefined) return ignored;
  const { amount, currency: ourCurrency } = prices.yearly;
  return {
    kind: 'subscription',
    reference,
    customerId,
    isPaid: isPaid && amount_paid > 0,
    facts: {
      ...noFacts,
      invoices: {
        [id]: {
          createdAt: created,
          failedAt: isPaid ? null : at,
          paidAt: isPaid ? at : null,
          full: isPaid && amount_paid === amount && currency === ourCurrency,
          renewal: billing_reason === 'subscription_cycle',
        },
      },
    },
  };
}

/** Parses a refund. A partial one is ignored. */
function readRefund(charge: Stripe.Charge, at: number): PaymentEvent {
  const paymentId = idOf(charge.payment_intent);
  if (paymentId === null || !charge.refunded) return ignored;
  const refunds = { [charge.id]: { chargedAt: charge.created, at } };
  return { kind: 'payment', paymentId, facts: { ...noFacts, refunds } };
}

function readDispute(dispute: Stripe.Dispute, at: number, closed: boolean): PaymentEvent {
  const paymentId = idOf(dispute.payment_intent);
  if (paymentId === null) return ignored;
  const outcome = outcomeOf(dispute.status);
  const disputes = { [dispute.id]: { openedAt: dispute.created, outcome, closed, at } };
  return { kind: 'payment', paymentId, facts: { ...noFacts, disputes } };
}

/**
 * Maps a dispute's status. An inquiry (`warning_…`) withdraws no money, nor does a dispute that was prevented or won.
 */
function outcomeOf(status: string): DisputeFact['outcome'] {
  if (status === 'lost') return 'lost';
  const keepsPayment = status === 'won' || status === 'prevented' || status.startsWith('warning_');
  return keepsPayment ? 'none' : 'open';
}

/** Returns the id of a referenced object. The provider sends the id, or the whole object if the request expands it. */
const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
