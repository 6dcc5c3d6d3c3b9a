import { settle } from './bill.ts';
import type { Ledger } from './ledger.ts';
import type { CheckoutSession, Event } from './objects.ts';
import { record } from './record-event.ts';
import { succeed } from './take-money.ts';

/** The money of a checkout that was left unpaid, by a slow method, has come. Times in seconds. */
export function slowPaymentSucceeds(
  ledger: Ledger,
  session: CheckoutSession,
  now: number,
): Event[] {
  const subscription = ledger.find('subscriptions', session.subscription ?? '');
  const invoice = ledger.find('invoices', session.invoice ?? '');
  const billed = ledger.all('invoicePayments').find((one) => one.invoice === invoice?.id);
  const intent = session.payment_intent ?? billed?.payment.payment_intent ?? '';
  const charge = succeed(ledger, intent, now);
  session.payment_status = 'paid';
  const events = [
    record(ledger, 'charge.succeeded', charge, now),
    record(ledger, 'checkout.session.async_payment_succeeded', session, now),
  ];
  if (subscription && invoice && billed) {
    const { status } = subscription;
    settle(invoice);
    Object.assign(billed, { status: 'paid', amount_paid: invoice.total });
    subscription.status = 'active';
    events.push(
      record(ledger, 'invoice.paid', invoice, now),
      record(ledger, 'customer.subscription.updated', subscription, now, { status }),
    );
  }
  return events;
}

/** The money of such a checkout does not come. */
export function slowPaymentFails(ledger: Ledger, session: CheckoutSession, now: number): Event[] {
  const subscription = ledger.find('subscriptions', session.subscription ?? '');
  const events: Event[] = [];
  if (subscription?.status === 'incomplete') {
    subscription.status = 'incomplete_expired';
    events.push(
      record(ledger, 'customer.subscription.updated', subscription, now, { status: 'incomplete' }),
    );
  }
  return [...events, record(ledger, 'checkout.session.async_payment_failed', session, now)];
}
