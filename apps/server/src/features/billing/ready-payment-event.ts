import type Stripe from 'stripe';
import type { Services } from '../../services.ts';
import { findPurchaseOwner } from './billing.queries.ts';
import type { Plan } from './plans.ts';
import type { PurchaseFacts } from './purchase-facts.ts';
import { type CheckoutTold, readPaymentEvent } from './read-payment-event.ts';

/** Something about one purchase. It waits for `key` to be known, a customer or a payment, where nobody owns it yet. */
export interface EventOfPurchase {
  about: 'purchase';
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

/** An event with all that has to be known to apply it. */
export type ReadyEvent =
  | { about: 'nothing' }
  | (CheckoutTold & { eventId: string; at: Date })
  | EventOfPurchase;

/**
 * Reads a stored event and finds out which purchase it is about. A refund or a dispute names only the
 * payment, so the provider may have to be asked: call this outside any transaction. Throws a
 * `StripeFault` while the provider does not answer.
 */
export async function readyPaymentEvent(services: Services, body: unknown): Promise<ReadyEvent> {
  const event = body as Stripe.Event; // Its signature was verified when it was stored.
  const told = readPaymentEvent(event);
  const when = { eventId: event.id, at: new Date(event.created * 1_000) };
  switch (told.about) {
    case 'nothing':
      return told;
    case 'checkout':
      return { ...told, ...when };
    case 'subscription':
      return { ...told, ...when, about: 'purchase', key: told.customerId, plan: 'yearly' };
    case 'payment':
      return { about: 'purchase', ...when, ...(await purchaseOf(services, told)) };
  }
}

async function purchaseOf(
  { database, stripe }: Services,
  { paymentId, facts }: { paymentId: string; facts: PurchaseFacts },
): Promise<Omit<EventOfPurchase, 'about' | 'eventId' | 'at'>> {
  const once = {
    key: paymentId,
    reference: paymentId,
    plan: 'lifetime',
    customerId: null,
    isPaid: false,
    facts,
  } as const;
  if ((await findPurchaseOwner(database, paymentId)) !== undefined) return once;
  const billed = await stripe.subscriptionPaidBy(paymentId);
  // Without a bill it was paid once: its checkout may be on its way.
  if (billed === null) return once;
  const { subscriptionId, customerId } = billed;
  return { ...once, key: customerId, reference: subscriptionId, plan: 'yearly', customerId };
}
