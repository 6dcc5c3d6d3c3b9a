import { isDeepStrictEqual } from 'node:util';
import { recordActivity } from '../../domain/activity.queries.ts';
import { enqueueMail } from '../../domain/enqueue-mail.ts';
import type { Transaction } from '../../platform/database.ts';
import { asUserId, type UserId } from '../../platform/identifiers.ts';
import {
  forgetEventsSetAside,
  setEventAside,
  takeEventsSetAside,
} from '../../platform/webhook-events.queries.ts';
import type { Services } from '../../services.ts';
import {
  findCustomerOwner,
  findPurchaseOwner,
  isGone,
  listPurchases,
  lockPayer,
  lockReference,
  type Payer,
  refreshPaidUntil,
  rememberCustomer,
  rememberGone,
  rememberPurchase,
  savePurchase,
} from './billing.queries.ts';
import { changesOf } from './changes-of-purchase.ts';
import type { Plan } from './plans.ts';
import { join, noFacts, type PurchaseFacts } from './purchase-facts.ts';
import { mustEndAtProvider, renews, worthOf } from './purchase-worth.ts';
import type { CheckoutTold } from './read-payment-event.ts';
import type { EventOfPurchase, ReadyEvent } from './ready-payment-event.ts';

/**
 * Applies an event of the payment provider, in the transaction that marks it as processed. Safe to repeat and
 * to reorder: the event's facts are merged with the stored ones, and access follows from the result.
 */
export async function applyPaymentEvent(
  services: Services,
  transaction: Transaction,
  event: ReadyEvent,
): Promise<void> {
  if (event.kind === 'ignored') return;
  if (event.kind === 'checkout') return applyCheckout(services, transaction, event);
  const { key, reference, eventId } = event;
  await lockReference(transaction, key);
  const owner =
    (await findPurchaseOwner(transaction, reference)) ??
    (await findCustomerOwner(transaction, key));
  const userId = owner && asUserId(owner.user_id);
  const payer = userId && (await lockPayer(transaction, userId));
  if (userId !== undefined && payer !== undefined)
    return applyFacts(services, transaction, { userId, payer }, event);
  if (owner !== undefined || (await isGone(transaction, key))) {
    const level = event.isPaid ? 'error' : 'info';
    services.log[level]({
      event: event.isPaid ? 'payment_for_unknown_user' : 'payment_event_of_gone_user',
      reference,
      event_id: eventId,
    });
    return;
  }
  // Only the checkout names the user. This event waits for the checkout's, which can arrive later.
  await setEventAside(transaction, { provider: 'stripe', eventId, waitsFor: key });
}

async function applyCheckout(
  services: Services,
  transaction: Transaction,
  event: CheckoutTold & { eventId: string; at: Date },
): Promise<void> {
  const { purchase, sessionId, customerId, reference, isPaid } = event;
  if (purchase === null) {
    services.log.warn({ event: 'payment_not_granted', session: sessionId, paid: isPaid });
    return;
  }
  const keys = customerId === null ? [reference] : [customerId, reference];
  for (const key of keys) await lockReference(transaction, key);
  const userId = asUserId(purchase.userId);
  const payer = await lockPayer(transaction, userId);
  if (isPaid && (payer === undefined || payer.deletion_requested))
    services.log.error({ event: 'payment_for_unknown_user', session: sessionId, reference });
  if (payer === undefined) {
    for (const key of keys) {
      await rememberGone(transaction, key);
      await forgetEventsSetAside(transaction, 'stripe', key);
    }
    return;
  }
  await applyFacts(services, transaction, { userId, payer }, { ...event, plan: purchase.plan });
  if (customerId !== null) await rememberCustomer(transaction, customerId, userId);
  await rememberPurchase(transaction, reference, userId);
  for (const key of keys)
    for (const eventId of await takeEventsSetAside(transaction, 'stripe', key))
      await services.queue.enqueue(
        'work-off-webhook',
        { provider: 'stripe', eventId },
        { transaction },
      );
}

type NewFacts = Pick<EventOfPurchase, 'reference' | 'plan' | 'customerId' | 'facts' | 'at'>;

/** Merges new facts into a purchase, and updates access, activity, emails, and subscriptions accordingly. */
async function applyFacts(
  services: Services,
  transaction: Transaction,
  { userId, payer }: { userId: UserId; payer: Payer },
  { reference, plan, customerId, facts, at }: NewFacts,
): Promise<void> {
  const purchases = await listPurchases(transaction, userId);
  const before = purchases.find((purchase) => purchase.reference === reference)?.facts ?? noFacts;
  const after = join(before, facts);
  if (isDeepStrictEqual(before, after)) return;
  const { accessUntil } = worthOf(plan, after);
  await savePurchase(transaction, userId, {
    reference,
    plan,
    customerId,
    facts: after,
    paidUntil: databaseTimestamp(accessUntil),
    asOf: at,
  });
  await refreshPaidUntil(transaction, userId);
  const others = purchases.filter((purchase) => purchase.reference !== reference);
  const otherAccessUntil = Math.max(
    0,
    ...others.map((purchase) => worthOf(purchase.plan, purchase.facts).accessUntil ?? 0),
  );
  if (!payer.deletion_requested)
    await recordChanges(
      services,
      transaction,
      { userId, payer },
      { plan, before, after, otherAccessUntil },
    );
  const all = [...others, { reference, plan, facts: after }];
  for (const subscription of subscriptionsToCancel(all))
    await services.queue.enqueue(
      'cancel-subscription',
      { userId, reference: subscription.reference, atPeriodEnd: subscription.atPeriodEnd },
      { key: subscription.reference, transaction },
    );
  await services.announcements.announce(transaction, userId, 'subscription');
}

/**
 * The subscriptions that must not charge again: canceled at once if their payment was refunded or a dispute
 * was lost, at the end of the period if the user has bought a lifetime. Computed at every event; canceling
 * twice does nothing.
 */
function subscriptionsToCancel(
  purchases: readonly Pick<NewFacts, 'reference' | 'plan' | 'facts'>[],
): { reference: string; atPeriodEnd: boolean }[] {
  const hasLifetimeAccess = purchases.some(
    ({ plan, facts }) => worthOf(plan, facts).accessUntil === Number.POSITIVE_INFINITY,
  );
  return purchases
    .map(({ reference, plan, facts }) => {
      const atOnce = mustEndAtProvider(plan, facts);
      const mustCancel = atOnce || (hasLifetimeAccess && renews(plan, facts));
      return { reference, atPeriodEnd: !atOnce, mustCancel };
    })
    .filter(({ mustCancel }) => mustCancel);
}

interface FactsUpdate {
  plan: Plan;
  before: PurchaseFacts;
  after: PurchaseFacts;
  otherAccessUntil: number;
}

/** Records the changes in the activity log, and enqueues the emails about them. */
async function recordChanges(
  services: Services,
  transaction: Transaction,
  { userId, payer }: { userId: UserId; payer: Payer },
  update: FactsUpdate,
): Promise<void> {
  const now = services.clock.now().getTime() / 1_000;
  for (const { event, detail, mail } of changesOf({ ...update, now })) {
    await recordActivity(transaction, { userId, event, detail });
    if (mail !== null) await enqueueMail(services, transaction, { userId, to: payer.email, mail });
  }
}

/** Seconds since 1970 as a PostgreSQL timestamp. Access without end is 'infinity'. */
const databaseTimestamp = (seconds: number | null): string | null =>
  seconds === null
    ? null
    : seconds === Number.POSITIVE_INFINITY
      ? 'infinity'
      : new Date(seconds * 1_000).toISOString();
