import type Stripe from 'stripe';

// The provider's objects as the sandbox stores them: the fields that an app can use, with the official SDK's types.
// References are always IDs here. The API expands them on request.

/** A paying customer. */
type Customer = Pick<
  Stripe.Customer,
  'id' | 'object' | 'balance' | 'created' | 'delinquent' | 'description' | 'livemode' | 'metadata'
> & { currency: string; email: string; name: string | null };

/** A completed checkout on the payment page. */
export type CheckoutSession = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'amount_subtotal'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'customer_creation'
  | 'customer_details'
  | 'customer_email'
  | 'expires_at'
  | 'livemode'
  | 'locale'
  | 'metadata'
  | 'mode'
  | 'payment_method_types'
  | 'payment_status'
  | 'status'
  | 'success_url'
  | 'total_details'
  | 'ui_mode'
  | 'url'
> & {
  customer: string;
  invoice: string | null;
  payment_intent: string | null;
  payment_link: string;
  subscription: string | null;
};

/** The price of a plan. */
export type Price = Pick<
  Stripe.Price,
  | 'id'
  | 'object'
  | 'active'
  | 'billing_scheme'
  | 'created'
  | 'currency'
  | 'livemode'
  | 'lookup_key'
  | 'metadata'
  | 'nickname'
  | 'type'
  | 'unit_amount'
> & { product: string; recurring: { interval: 'year'; interval_count: 1 } | null };

/** An item of a subscription. Since API version 2025-03-31, the paid period is here and not on the subscription. */
type SubscriptionItem = Pick<
  Stripe.SubscriptionItem,
  | 'id'
  | 'object'
  | 'created'
  | 'current_period_end'
  | 'current_period_start'
  | 'metadata'
  | 'subscription'
> & { price: Price; quantity: 1 };

/** A subscription to a renewing plan. */
export type Subscription = Pick<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'billing_cycle_anchor'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'canceled_at'
  | 'cancellation_details'
  | 'collection_method'
  | 'created'
  | 'currency'
  | 'ended_at'
  | 'livemode'
  | 'metadata'
  | 'start_date'
  | 'status'
  | 'trial_end'
  | 'trial_start'
> & {
  billing_mode: { type: 'flexible' };
  customer: string;
  items: List<SubscriptionItem>;
  latest_invoice: string;
};

/** An invoice for one period of a subscription. */
export type Invoice = Pick<
  Stripe.Invoice,
  | 'id'
  | 'object'
  | 'amount_due'
  | 'amount_paid'
  | 'amount_remaining'
  | 'attempt_count'
  | 'attempted'
  | 'billing_reason'
  | 'collection_method'
  | 'created'
  | 'currency'
  | 'customer_email'
  | 'livemode'
  | 'metadata'
  | 'next_payment_attempt'
  | 'number'
  | 'period_end'
  | 'period_start'
  | 'status'
  | 'subtotal'
  | 'total'
> & {
  customer: string;
  lines: List<Record<string, unknown>>;
  parent: {
    type: 'subscription_details';
    quote_details: null;
    subscription_details: { subscription: string; metadata: Record<string, string> };
  };
};

/** An attempt to collect a payment. */
type PaymentIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'created'
  | 'currency'
  | 'livemode'
  | 'metadata'
  | 'payment_method_types'
  | 'status'
> & { customer: string; latest_charge: string | null };

/** A collected payment. */
export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'captured'
  | 'created'
  | 'currency'
  | 'disputed'
  | 'livemode'
  | 'metadata'
  | 'paid'
  | 'refunded'
  | 'status'
> & { customer: string; payment_intent: string };

/** A full or partial refund of a charge. */
type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'reason' | 'status'
> & { charge: string; payment_intent: string };

/** A charge that the cardholder's bank disputes. */
export type Dispute = Pick<
  Stripe.Dispute,
  | 'id'
  | 'object'
  | 'amount'
  | 'created'
  | 'currency'
  | 'is_charge_refundable'
  | 'livemode'
  | 'metadata'
  | 'reason'
  | 'status'
> & { charge: string; payment_intent: string };

/** Connects a payment to its invoice. This is the only link from a charge to its invoice. */
type InvoicePayment = Pick<
  Stripe.InvoicePayment,
  | 'id'
  | 'object'
  | 'amount_paid'
  | 'amount_requested'
  | 'created'
  | 'currency'
  | 'is_default'
  | 'livemode'
  | 'status'
> & { invoice: string; payment: { type: 'payment_intent'; payment_intent: string } };

/** A customer portal session. */
export type PortalSession = Pick<
  Stripe.BillingPortal.Session,
  | 'id'
  | 'object'
  | 'created'
  | 'customer'
  | 'flow'
  | 'livemode'
  | 'locale'
  | 'on_behalf_of'
  | 'return_url'
  | 'url'
> & { configuration: string };

/** An event. `pending_webhooks` is 0 once the app has accepted it. */
export type Event = Pick<
  Stripe.Event,
  'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks' | 'request'
> & {
  type: string;
  data: { object: EventSubject; previous_attributes?: Record<string, unknown> };
};

/** The object of an event. */
export type EventSubject = CheckoutSession | Subscription | Invoice | Charge | Refund | Dispute;

/** The provider's list envelope. */
export type List<Item> = {
  object: 'list';
  data: Item[];
  has_more: boolean;
  url: string;
};

/** Every kind of object in the ledger, by name. */
export type LedgerObjects = {
  customers: Customer;
  sessions: CheckoutSession;
  subscriptions: Subscription;
  invoices: Invoice;
  invoicePayments: InvoicePayment;
  paymentIntents: PaymentIntent;
  charges: Charge;
  refunds: Refund;
  disputes: Dispute;
  portalSessions: PortalSession;
  events: Event;
};
