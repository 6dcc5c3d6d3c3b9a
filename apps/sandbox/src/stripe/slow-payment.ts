import { settle } from './bill.ts';
import type { Ledger } from './ledger.ts';
import type { CheckoutSession, Event } from './objects.ts';
import { record } from './record-event.ts';
import { succeed } from './take-money.ts';

/** Completes the delayed payment of an unpaid checkout. Times in seconds. */
export function slowPaymentSucceeds(
  ledger: Ledger,
  session: CheckoutSession,
  now: number,
): Event[] {
  const subscription = ledger.find('subscriptions', session.subscription ?? '');
  const invoice = ledger.find('invoices', session.invoice ?? '');
  const invoicePayment = ledger
    .all('invoicePayments')
    .find((payment) => payment.invoice === invoice?.id);
  const intent = session.payment_intent ?? invoicePayment?.payment.payment_intent ?? '';
  const charge = succeed(ledger, intent, now);
  session.payment_status = 'paid';
  const events = [
    record(ledger, 'charge.succeeded', charge, now),
    record(ledger, 'checkout.session.async_payment_succeeded', session, now),
  ];
  if (subscription && invoice && invoicePayment) {
    const { status } = subscription;
    settle(invoice);
    Object.assign(invoicePayment, { status: 'paid', amount_paid: invoice.total });
    subscription.status = 'active';
    events.push(
      record(ledger, 'invoice.paid', invoice, now),
      record(ledger, 'customer.subscription.updated', subscription, now, { status }),
    );
  }
  return events;
}

/** Fails the delayed payment of an unpaid checkout. */
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
