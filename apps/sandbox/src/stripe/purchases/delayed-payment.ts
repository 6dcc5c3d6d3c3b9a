import { recordEvent } from '../events/record-event.ts';
import type { Ledger } from '../ledger.ts';
import type { CheckoutSession, Event } from '../objects.ts';
import { markInvoicePaid } from './invoices.ts';
import { succeedPayment } from './payment.ts';

/** Completes the delayed payment of an unpaid checkout. Times are in seconds. */
export function succeedDelayedPayment(
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
  const charge = succeedPayment(ledger, intent, now);
  session.payment_status = 'paid';
  const events = [
    recordEvent(ledger, 'charge.succeeded', charge, now),
    recordEvent(ledger, 'checkout.session.async_payment_succeeded', session, now),
  ];
  if (subscription && invoice && invoicePayment) {
    const { status } = subscription;
    markInvoicePaid(invoice);
    Object.assign(invoicePayment, { status: 'paid', amount_paid: invoice.total });
    subscription.status = 'active';
    events.push(
      recordEvent(ledger, 'invoice.paid', invoice, now),
      recordEvent(ledger, 'customer.subscription.updated', subscription, now, { status }),
    );
  }
  return events;
}

/** Fails the delayed payment of an unpaid checkout. */
export function failDelayedPayment(ledger: Ledger, session: CheckoutSession, now: number): Event[] {
  const subscription = ledger.find('subscriptions', session.subscription ?? '');
  const events: Event[] = [];
  if (subscription?.status === 'incomplete') {
    subscription.status = 'incomplete_expired';
    events.push(
      recordEvent(ledger, 'customer.subscription.updated', subscription, now, {
        status: 'incomplete',
      }),
    );
  }
  return [...events, recordEvent(ledger, 'checkout.session.async_payment_failed', session, now)];
}
