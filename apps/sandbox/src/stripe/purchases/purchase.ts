import { recordEvent } from '../events/record-event.ts';
import { type Ledger, newId } from '../ledger.ts';
import type { Event } from '../objects.ts';
import type { CheckoutTerms, Order } from './order.ts';
import { createPayment } from './payment.ts';
import { startSubscription } from './start-subscription.ts';

/**
 * Completes a checkout. Creates the customer, the payment, and for a renewing plan the subscription with its first
 * invoice. Returns the events in order.
 */
export function purchase(ledger: Ledger, order: Order): Event[] {
  const { plan, now } = order;
  const amount = order.amount ?? plan.amount;
  const currency = order.currency ?? plan.currency;
  const paid = order.paid ?? true;
  const customer = ledger.put('customers', {
    id: newId('cus'),
    object: 'customer',
    balance: 0,
    created: now,
    currency,
    delinquent: false,
    description: null,
    email: order.email,
    livemode: false,
    metadata: {},
    name: order.name,
  });
  const payment = createPayment(ledger, { customer: customer.id, amount, currency, paid, now });
  const terms: CheckoutTerms = { order, customer: customer.id, amount, currency, paid };
  const newSubscription =
    plan.billing === 'year' ? startSubscription(ledger, terms, payment.intent) : null;

  const session = recordSession(ledger, terms, payment.intent, newSubscription);
  const events = [recordEvent(ledger, 'checkout.session.completed', session, now)];
  if (newSubscription) {
    events.push(
      recordEvent(ledger, 'customer.subscription.created', newSubscription.subscription, now),
    );
    if (paid) events.push(recordEvent(ledger, 'invoice.paid', newSubscription.invoice, now));
  }
  if (payment.charge) events.push(recordEvent(ledger, 'charge.succeeded', payment.charge, now));
  return events;
}

/** Records the completed checkout session. */
function recordSession(
  ledger: Ledger,
  { order, customer, amount, currency, paid }: CheckoutTerms,
  intent: string,
  newSubscription: ReturnType<typeof startSubscription> | null,
) {
  const { plan, now } = order;
  return ledger.put('sessions', {
    id: `cs_test_${newId('a1').slice(3)}`,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: null,
    client_reference_id: order.clientReferenceId,
    created: now,
    currency,
    customer,
    customer_creation: 'always',
    customer_details: {
      address: {
        city: null,
        country: 'US',
        line1: null,
        line2: null,
        postal_code: null,
        state: null,
      },
      business_name: null,
      email: order.email,
      individual_name: null,
      name: order.name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    customer_email: null,
    expires_at: now + 24 * 3600,
    invoice: newSubscription?.invoice.id ?? null,
    livemode: false,
    locale: 'auto',
    metadata: {},
    mode: newSubscription ? 'subscription' : 'payment',
    payment_intent: newSubscription ? null : intent,
    payment_link: plan.paymentLink,
    payment_method_types: ['card'],
    payment_status: paid ? 'paid' : 'unpaid',
    status: 'complete',
    subscription: newSubscription?.subscription.id ?? null,
    success_url: `${order.appUrl}/signup/checkout`,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: null,
  });
}
