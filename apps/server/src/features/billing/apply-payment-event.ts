import type Stripe from 'stripe';
import type { Transaction } from '../../platform/database.ts';
import { asUserId, isUuid, type UserId } from '../../platform/identifiers.ts';
import { setEventAside, takeEventsSetAside } from '../../platform/webhook-events.queries.ts';
import type { Services } from '../../services.ts';
import {
  findCustomerOwner,
  lockCustomer,
  lockUser,
  refreshPaidUntil,
  rememberCustomer,
  upsertPurchase,
} from './billing.queries.ts';

/** What each plan costs, in the smallest unit. A payment of anything else opens nothing. */
export const prices = {
  yearly: { amount: 5_000, currency: 'usd', mode: 'subscription' },
  lifetime: { amount: 25_000, currency: 'usd', mode: 'payment' },
} as const;

// A renewal may be a little late at the provider; nobody is locked out for that.
const graceDays = 3;
const dayMs = 86_400_000;

/** Does what one of the payment provider's events asks for. Safe to repeat and to reorder. */
export async function applyPaymentEvent(
  services: Services,
  transaction: Transaction,
  body: unknown,
): Promise<void> {
  const event = body as Stripe.Event; // Its signature was verified when it was stored.
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return grantCheckout(services, transaction, event.data.object, asOf(event));
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return followSubscription(services, transaction, event);
    default:
      return;
  }
}

/**
 * When an event happened. The provider tells whole seconds, so within one the kind decides what came
 * last: a purchase, then its changes, then its end.
 */
function asOf(event: Stripe.Event): Date {
  const rank = ['customer.subscription.updated', 'customer.subscription.deleted'];
  return new Date(event.created * 1_000 + rank.indexOf(event.type) + 1);
}

async function grantCheckout(
  services: Services,
  transaction: Transaction,
  session: Stripe.Checkout.Session,
  paidAt: Date,
): Promise<void> {
  const plan = planOf(session);
  const reference = session.client_reference_id ?? '';
  if (session.payment_status !== 'paid' || plan === undefined || !isUuid(reference)) {
    services.log.warn({
      event: 'payment_not_granted',
      session: session.id,
      status: session.payment_status,
    });
    return;
  }
  const userId = asUserId(reference);
  const customerId = idOf(session.customer);
  if (customerId !== null) await lockCustomer(transaction, customerId);
  if (!(await lockUser(transaction, userId))) {
    services.log.warn({ event: 'payment_for_unknown_user', session: session.id });
    return;
  }
  const yearLater = new Date(paidAt.getTime() + (365 + graceDays) * dayMs).toISOString();
  await upsertPurchase(transaction, {
    userId,
    reference: idOf(session.subscription) ?? idOf(session.payment_intent) ?? session.id,
    plan,
    customerId,
    paidUntil: plan === 'lifetime' ? 'infinity' : yearLater,
    asOf: paidAt,
  });
  await announceAccess(services, transaction, userId);
  if (customerId === null) return;
  await rememberCustomer(transaction, customerId, userId);
  for (const { body } of await takeEventsSetAside(transaction, 'stripe', customerId))
    await applyPaymentEvent(services, transaction, body);
}

type SubscriptionEvent =
  | Stripe.CustomerSubscriptionUpdatedEvent
  | Stripe.CustomerSubscriptionDeletedEvent;

async function followSubscription(
  services: Services,
  transaction: Transaction,
  event: SubscriptionEvent,
): Promise<void> {
  const subscription = event.data.object;
  const customerId = idOf(subscription.customer) ?? '';
  await lockCustomer(transaction, customerId);
  const owner = await findCustomerOwner(transaction, customerId);
  if (owner === undefined) {
    // Only the checkout names the user. Should its event come later, this one is taken up then.
    await setEventAside(transaction, {
      provider: 'stripe',
      eventId: event.id,
      waitsFor: customerId,
    });
    return;
  }
  const userId = asUserId(owner.user_id);
  if (!(await lockUser(transaction, userId))) return;
  const ended =
    subscription.ended_at ?? (subscription.status === 'canceled' ? event.created : null);
  const periodEnd = Math.max(0, ...subscription.items.data.map((item) => item.current_period_end));
  const until = ended === null ? periodEnd * 1_000 + graceDays * dayMs : ended * 1_000;
  await upsertPurchase(transaction, {
    userId,
    reference: subscription.id,
    plan: 'yearly',
    customerId,
    paidUntil: new Date(until).toISOString(),
    asOf: asOf(event),
  });
  await announceAccess(services, transaction, userId);
}

async function announceAccess(services: Services, transaction: Transaction, userId: UserId) {
  await refreshPaidUntil(transaction, userId);
  await services.announcements.announce(transaction, userId, 'subscription');
}

/** The plan that a checkout paid for: by its mode, and only at its exact price. */
function planOf(session: Stripe.Checkout.Session): 'yearly' | 'lifetime' | undefined {
  for (const plan of ['yearly', 'lifetime'] as const) {
    const { amount, currency, mode } = prices[plan];
    if (session.mode === mode && session.amount_total === amount && session.currency === currency)
      return plan;
  }
  return undefined;
}

/** The provider writes references as ids, or as whole objects where asked to. */
const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
