import { type Ledger, newId } from './ledger.ts';
import type { Event } from './objects.ts';
import type { Order, Terms } from './order.ts';
import { record } from './record-event.ts';
import { startSubscription } from './subscribe.ts';
import { takeMoney } from './take-money.ts';

/**
 * Completes a checkout: the customer, the payment and, for a plan that renews, the subscription with its first invoice.
 * Answers the events that tell the app, in the order they happened.
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
  const payment = takeMoney(ledger, { customer: customer.id, amount, currency, paid, now });
  const terms: Terms = { order, customer: customer.id, amount, currency, paid };
  const started = plan.rhythm === 'year' ? startSubscription(ledger, terms, payment.intent) : null;

  const session = closeCheckout(ledger, terms, payment.intent, started);
  const events = [record(ledger, 'checkout.session.completed', session, now)];
  if (started) {
    events.push(record(ledger, 'customer.subscription.created', started.subscription, now));
    if (paid) events.push(record(ledger, 'invoice.paid', started.invoice, now));
  }
  if (payment.charge) events.push(record(ledger, 'charge.succeeded', payment.charge, now));
  return events;
}

/** The checkout that ended in this payment. */
function closeCheckout(
  ledger: Ledger,
  { order, customer, amount, currency, paid }: Terms,
  intent: string,
  started: ReturnType<typeof startSubscription> | null,
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
    invoice: started?.invoice.id ?? null,
    livemode: false,
    locale: 'auto',
    metadata: {},
    mode: started ? 'subscription' : 'payment',
    payment_intent: started ? null : intent,
    payment_link: plan.paymentLink,
    payment_method_types: ['card'],
    payment_status: paid ? 'paid' : 'unpaid',
    status: 'complete',
    subscription: started?.subscription.id ?? null,
    success_url: `${order.appUrl}/signup/checkout`,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: null,
  });
}
