import type Stripe from 'stripe';
import type { Services } from '../../services.ts';
import { findPurchaseOwner } from './billing.queries.ts';
import { type CheckoutEvent, parsePaymentEvent } from './parse-payment-event.ts';
import type { Plan } from './plans.ts';
import type { PurchaseFacts } from './purchase-facts.ts';

/** An event of one purchase. It is deferred until a user is known for `key`, which is a customer or a payment. */
export interface PurchaseEvent {
  kind: 'purchase';
  eventId: string;
  /** When it happened. */
  at: Date;
  key: string;
  reference: string;
  plan: Plan;
  customerId: string | null;
  isPaid: boolean;
  facts: PurchaseFacts;
}

/** An event with all the data that is needed to apply it. */
export type ResolvedEvent =
  | { kind: 'ignored' }
  | (CheckoutEvent & { eventId: string; at: Date })
  | PurchaseEvent;

/**
 * Parses a stored event and resolves its purchase. A refund or dispute names only the payment, so this may
 * send a request to the provider: call it outside any transaction. Throws a `StripeError` while the provider
 * is unavailable.
 */
export async function resolvePaymentEvent(
  services: Services,
  body: unknown,
): Promise<ResolvedEvent> {
  const event = body as Stripe.Event; // Its signature was verified before it was stored.
  const parsed = parsePaymentEvent(event);
  const origin = { eventId: event.id, at: new Date(event.created * 1_000) };
  switch (parsed.kind) {
    case 'ignored':
      return parsed;
    case 'checkout':
      return { ...parsed, ...origin };
    case 'subscription':
      return { ...parsed, ...origin, kind: 'purchase', key: parsed.customerId, plan: 'yearly' };
    case 'payment':
      return { kind: 'purchase', ...origin, ...(await resolvePurchase(services, parsed)) };
  }
}

async function resolvePurchase(
  { database, stripe }: Services,
  { paymentId, facts }: { paymentId: string; facts: PurchaseFacts },
): Promise<Omit<PurchaseEvent, 'kind' | 'eventId' | 'at'>> {
  const oneTimePurchase = {
    key: paymentId,
    reference: paymentId,
    plan: 'lifetime',
    customerId: null,
    isPaid: false,
    facts,
  } as const;
  if ((await findPurchaseOwner(database, paymentId)) !== undefined) return oneTimePurchase;
  const invoiced = await stripe.findSubscriptionForPayment(paymentId);
  // Without an invoice it was a one-time payment, whose checkout event may arrive later.
  if (invoiced === null) return oneTimePurchase;
  const { subscriptionId, customerId } = invoiced;
  return {
    ...oneTimePurchase,
    key: customerId,
    reference: subscriptionId,
    plan: 'yearly',
    customerId,
  };
}
