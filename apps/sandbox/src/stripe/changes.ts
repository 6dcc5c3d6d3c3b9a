import { bill, noteInvoicePayment, settle } from './bill.ts';
import { type Ledger, newId } from './ledger.ts';
import type { Charge, Event, Invoice, Subscription } from './objects.ts';
import { record } from './record-event.ts';
import { oneYearAfter } from './subscribe.ts';
import { takeMoney } from './take-money.ts';

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

/**
 * The renewal, due now, is refused by the card's bank. As at the provider the period has moved on by then: the new year
 * begins, its bill fails, and the subscription is past due. Where it is so already, the bill is tried once more.
 */
export function failRenewal(ledger: Ledger, subscription: Subscription, now: number): Event[] {
  const open = openInvoice(ledger, subscription);
  if (open) {
    open.attempt_count += 1;
    return [record(ledger, 'invoice.payment_failed', open, now)];
  }
  const invoice = bill(ledger, {
    subscription: subscription.id,
    customer: subscription.customer,
    email: ledger.find('customers', subscription.customer)?.email ?? '',
    amount: subscription.items.data[0]?.price.unit_amount ?? 0,
    currency: subscription.currency,
    reason: 'subscription_cycle',
    paid: false,
    period: { start: now, end: oneYearAfter(now) },
    now,
  });
  const previous = {
    items: structuredClone(subscription.items),
    latest_invoice: subscription.latest_invoice,
  };
  for (const item of subscription.items.data) {
    item.current_period_start = now;
    item.current_period_end = oneYearAfter(now);
  }
  if (subscription.cancel_at_period_end) subscription.cancel_at = periodEnd(subscription);
  subscription.latest_invoice = invoice.id;
  const moved = record(ledger, 'customer.subscription.updated', subscription, now, previous);
  const failed = record(ledger, 'invoice.payment_failed', invoice, now);
  const { status } = subscription;
  subscription.status = 'past_due';
  return [
    moved,
    failed,
    record(ledger, 'customer.subscription.updated', subscription, now, { status }),
  ];
}

/** A bill that had failed is paid after all; undefined where none is open. */
export function payRenewal(
  ledger: Ledger,
  subscription: Subscription,
  now: number,
): Event[] | undefined {
  const invoice = openInvoice(ledger, subscription);
  if (!invoice) return undefined;
  const { customer, currency, status } = subscription;
  const money = takeMoney(ledger, { customer, amount: invoice.total, currency, paid: true, now });
  settle(invoice);
  noteInvoicePayment(ledger, { invoice, intent: money.intent, now });
  subscription.status = 'active';
  return [
    ...(money.charge ? [record(ledger, 'charge.succeeded', money.charge, now)] : []),
    record(ledger, 'invoice.paid', invoice, now),
    record(ledger, 'customer.subscription.updated', subscription, now, { status }),
  ];
}

function openInvoice(
  ledger: Ledger,
  { status, latest_invoice }: Subscription,
): Invoice | undefined {
  const invoice = ledger.find('invoices', latest_invoice);
  return status === 'past_due' && invoice?.status === 'open' ? invoice : undefined;
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
