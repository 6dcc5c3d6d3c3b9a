import { recordEvent } from '../events/record-event.ts';
import { type Ledger, newId } from '../ledger.ts';
import type { Charge, Event, Invoice, Subscription } from '../objects.ts';
import { createInvoice, markInvoicePaid, recordInvoicePayment } from './invoices.ts';
import { createPayment } from './payment.ts';
import { oneYearAfter } from './start-subscription.ts';

/** Cancels a subscription immediately. `now` is in seconds. */
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
  return [recordEvent(ledger, 'customer.subscription.deleted', subscription, now)];
}

/** Sets whether a subscription is canceled at the end of its paid period. */
export function setCancelAtPeriodEnd(
  ledger: Ledger,
  subscription: Subscription,
  cancelAtPeriodEnd: boolean,
  now: number,
): Event[] {
  const { cancel_at_period_end, cancel_at, canceled_at, cancellation_details } = subscription;
  if (cancel_at_period_end === cancelAtPeriodEnd) return [];
  Object.assign(subscription, {
    cancel_at_period_end: cancelAtPeriodEnd,
    cancel_at: cancelAtPeriodEnd ? periodEnd(subscription) : null,
    canceled_at: cancelAtPeriodEnd ? now : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: cancelAtPeriodEnd ? 'cancellation_requested' : null,
    },
  } satisfies Partial<Subscription>);
  const previous = { cancel_at_period_end, cancel_at, canceled_at, cancellation_details };
  return [recordEvent(ledger, 'customer.subscription.updated', subscription, now, previous)];
}

/**
 * Makes the renewal payment fail. As at the provider, the next period starts first: the new year begins, its invoice
 * fails, and the subscription becomes past due. If the subscription is already past due, another attempt to collect
 * the open invoice fails.
 */
export function failRenewal(ledger: Ledger, subscription: Subscription, now: number): Event[] {
  const open = openInvoice(ledger, subscription);
  if (open) {
    open.attempt_count += 1;
    return [recordEvent(ledger, 'invoice.payment_failed', open, now)];
  }
  const invoice = createInvoice(ledger, {
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
  const renewed = recordEvent(ledger, 'customer.subscription.updated', subscription, now, previous);
  const failed = recordEvent(ledger, 'invoice.payment_failed', invoice, now);
  const { status } = subscription;
  subscription.status = 'past_due';
  return [
    renewed,
    failed,
    recordEvent(ledger, 'customer.subscription.updated', subscription, now, { status }),
  ];
}

/** Pays the open invoice of a past-due subscription. Returns undefined if none is open. */
export function payRenewal(
  ledger: Ledger,
  subscription: Subscription,
  now: number,
): Event[] | undefined {
  const invoice = openInvoice(ledger, subscription);
  if (!invoice) return undefined;
  const { customer, currency, status } = subscription;
  const payment = createPayment(ledger, {
    customer,
    amount: invoice.total,
    currency,
    paid: true,
    now,
  });
  markInvoicePaid(invoice);
  recordInvoicePayment(ledger, { invoice, intent: payment.intent, now });
  subscription.status = 'active';
  return [
    ...(payment.charge ? [recordEvent(ledger, 'charge.succeeded', payment.charge, now)] : []),
    recordEvent(ledger, 'invoice.paid', invoice, now),
    recordEvent(ledger, 'customer.subscription.updated', subscription, now, { status }),
  ];
}

function openInvoice(
  ledger: Ledger,
  { status, latest_invoice }: Subscription,
): Invoice | undefined {
  const invoice = ledger.find('invoices', latest_invoice);
  return status === 'past_due' && invoice?.status === 'open' ? invoice : undefined;
}

/** Refunds a charge: `amount` in cents, or all that remains. A refund does not cancel the subscription. */
export function refund(ledger: Ledger, charge: Charge, now: number, amount?: number): Event[] {
  const previouslyRefunded = charge.amount_refunded;
  const refundAmount = amount ?? charge.amount - previouslyRefunded;
  charge.amount_refunded = previouslyRefunded + refundAmount;
  charge.refunded = charge.amount_refunded === charge.amount;
  const refundObject = ledger.put('refunds', {
    id: newId('re'),
    object: 'refund',
    amount: refundAmount,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: null,
    status: 'succeeded',
  });
  return [
    recordEvent(ledger, 'charge.refunded', charge, now, {
      amount_refunded: previouslyRefunded,
      refunded: false,
    }),
    recordEvent(ledger, 'refund.created', refundObject, now),
  ];
}

/** Returns the end of the paid period in seconds: the latest end of all items. */
export function periodEnd(subscription: Subscription): number {
  return Math.max(...subscription.items.data.map((item) => item.current_period_end));
}
