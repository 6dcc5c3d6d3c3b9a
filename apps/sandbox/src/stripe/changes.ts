import { bill } from './bill.ts';
import { type Ledger, newId } from './ledger.ts';
import type { Charge, Event, Subscription } from './objects.ts';
import { record } from './record-event.ts';

/** Ends a subscription now. `now` is in seconds. */
export function cancelNow(ledger: Ledger, subscription: Subscription, now: number): Event[] {
  Object.assign(subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: 'cancellation_requested',
    },
  } satisfies Partial<Subscription>);
  return [record(ledger, 'customer.subscription.deleted', subscription, now)];
}

/** Lets a subscription run out at the end of what is paid, or (`ending` false) takes that back. */
export function setEnding(
  ledger: Ledger,
  subscription: Subscription,
  ending: boolean,
  now: number,
): Event[] {
  const { cancel_at_period_end, cancel_at, canceled_at, cancellation_details } = subscription;
  if (cancel_at_period_end === ending) return [];
  Object.assign(subscription, {
    cancel_at_period_end: ending,
    cancel_at: ending ? periodEnd(subscription) : null,
    canceled_at: ending ? now : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: ending ? 'cancellation_requested' : null,
    },
  } satisfies Partial<Subscription>);
  const previous = { cancel_at_period_end, cancel_at, canceled_at, cancellation_details };
  return [record(ledger, 'customer.subscription.updated', subscription, now, previous)];
}

/** The renewal's card was refused: an open invoice, and the subscription is past due. */
export function failRenewal(ledger: Ledger, subscription: Subscription, now: number): Event[] {
  const item = subscription.items.data[0];
  const invoice = bill(ledger, {
    subscription: subscription.id,
    customer: subscription.customer,
    email: ledger.find('customers', subscription.customer)?.email ?? '',
    amount: item?.price.unit_amount ?? 0,
    currency: subscription.currency,
    reason: 'subscription_cycle',
    paid: false,
    period: { start: item?.current_period_start ?? now, end: periodEnd(subscription) },
    now,
  });
  const previous = { status: subscription.status, latest_invoice: subscription.latest_invoice };
  subscription.status = 'past_due';
  subscription.latest_invoice = invoice.id;
  return [
    record(ledger, 'invoice.payment_failed', invoice, now),
    record(ledger, 'customer.subscription.updated', subscription, now, previous),
  ];
}

/** Gives money back (all that is left unless `amount`, in cents). A refund ends no subscription by itself. */
export function refund(ledger: Ledger, charge: Charge, now: number, amount?: number): Event[] {
  const before = charge.amount_refunded;
  const given = amount ?? charge.amount - before;
  charge.amount_refunded = before + given;
  charge.refunded = charge.amount_refunded === charge.amount;
  const refunded = ledger.put('refunds', {
    id: newId('re'),
    object: 'refund',
    amount: given,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: null,
    status: 'succeeded',
  });
  return [
    record(ledger, 'charge.refunded', charge, now, { amount_refunded: before, refunded: false }),
    record(ledger, 'refund.created', refunded, now),
  ];
}

/** When what is paid ends, in seconds: the latest end among the items. */
export function periodEnd(subscription: Subscription): number {
  return Math.max(...subscription.items.data.map((item) => item.current_period_end));
}
