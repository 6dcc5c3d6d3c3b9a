import { type Ledger, newId } from '../ledger.ts';
import { priceOf } from '../plans.ts';
import { createInvoice, recordInvoicePayment } from './invoices.ts';
import type { CheckoutTerms } from './order.ts';

/** Starts a subscription with its first year and its first invoice. The payment intent pays the invoice, now or later. */
export function startSubscription(ledger: Ledger, terms: CheckoutTerms, intent: string) {
  const { order, customer, amount, currency, paid } = terms;
  const { now, plan } = order;
  const id = newId('sub');
  const invoice = createInvoice(ledger, {
    subscription: id,
    customer,
    email: order.email,
    amount,
    currency,
    reason: 'subscription_create',
    paid,
    period: { start: now, end: oneYearAfter(now) },
    now,
  });
  const subscription = ledger.put('subscriptions', {
    id,
    object: 'subscription',
    billing_cycle_anchor: now,
    billing_mode: { type: 'flexible' },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency,
    customer,
    ended_at: null,
    items: {
      object: 'list',
      data: [
        {
          id: newId('si'),
          object: 'subscription_item',
          created: now,
          current_period_end: oneYearAfter(now),
          current_period_start: now,
          metadata: {},
          price: { ...priceOf(plan), unit_amount: amount, currency },
          quantity: 1,
          subscription: id,
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: invoice.id,
    livemode: false,
    metadata: {},
    start_date: now,
    status: paid ? 'active' : 'incomplete',
    trial_end: null,
    trial_start: null,
  });
  recordInvoicePayment(ledger, { invoice, intent, now });
  return { subscription, invoice };
}

/** Returns the same day one year later, in seconds. */
export function oneYearAfter(seconds: number): number {
  return (
    Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
      .toZonedDateTimeISO('UTC')
      .add({ years: 1 }).epochMilliseconds / 1000
  );
}
