import { type Ledger, newId } from '../ledger.ts';
import type { Invoice } from '../objects.ts';

/** Creates an invoice for a period. An unpaid invoice has failed once and is retried in three days. Times are in seconds. */
export function createInvoice(
  ledger: Ledger,
  details: {
    subscription: string;
    customer: string;
    email: string;
    amount: number;
    currency: string;
    reason: 'subscription_create' | 'subscription_cycle';
    paid: boolean;
    period: { start: number; end: number };
    now: number;
  },
): Invoice {
  const { amount, paid, now } = details;
  return ledger.put('invoices', {
    id: newId('in'),
    object: 'invoice',
    amount_due: amount,
    amount_paid: paid ? amount : 0,
    amount_remaining: paid ? 0 : amount,
    attempt_count: 1,
    attempted: true,
    billing_reason: details.reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: details.currency,
    customer: details.customer,
    customer_email: details.email,
    lines: { object: 'list', data: [], has_more: false, url: '/v1/invoices/lines' },
    livemode: false,
    metadata: {},
    next_payment_attempt: paid ? null : now + 3 * 86_400,
    number: `CAIRN-${String(ledger.all('invoices').length + 1).padStart(4, '0')}`,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: details.subscription, metadata: {} },
    },
    period_end: details.period.end,
    period_start: details.period.start,
    status: paid ? 'paid' : 'open',
    subtotal: amount,
    total: amount,
  });
}

/** Records which payment pays an invoice now or, if it is unpaid, later. */
export function recordInvoicePayment(
  ledger: Ledger,
  { invoice, intent, now }: { invoice: Invoice; intent: string; now: number },
): void {
  const paid = invoice.status === 'paid';
  ledger.put('invoicePayments', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: paid ? invoice.total : null,
    amount_requested: invoice.total,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent },
    status: paid ? 'paid' : 'open',
  });
}

/** Marks an invoice as paid. */
export function markInvoicePaid(invoice: Invoice): void {
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.total,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: null,
  } satisfies Partial<Invoice>);
}
