import { isDeepStrictEqual } from 'node:util';
import { recordActivity } from '../../identity/activity.queries.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { Transaction } from '../../platform/database/database.ts';
import {
  deferWebhookEvent,
  discardDeferredEvents,
  releaseDeferredEvents,
} from '../../platform/events/webhook-events.queries.ts';
import { asUserId, type UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import {
  findCustomerOwner,
  findPurchaseOwner,
  insertCustomerOwner,
  insertDeletedPayer,
  insertPurchaseOwner,
  isDeletedPayer,
  listPurchases,
  lockPayer,
  lockReference,
  type Payer,
  savePurchase,
} from './billing.queries.ts';
import type { CheckoutEvent } from './parse-payment-event.ts';
import type { Plan } from './plans.ts';
import { mustCancelAtProvider, purchaseAccess, willRenew } from './purchase-access.ts';
import { purchaseChanges } from './purchase-changes.ts';
import { mergeFacts, noFacts, type PurchaseFacts } from './purchase-facts.ts';
import type { PurchaseEvent, ResolvedEvent } from './resolve-payment-event.ts';
import { setPurchasedAccess } from './set-paid-until.ts';

/**
 * Applies an event of the payment provider, in the transaction that marks it as processed. Events can be repeated and
 * arrive in any order: their facts are merged with the stored ones, and access is computed from the result.
 */
export async function applyPaymentEvent(
  services: Services,
  transaction: Transaction,
  event: ResolvedEvent,
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
  if (owner !== undefined || (await isDeletedPayer(transaction, key))) {
    const level = event.isPaid ? 'error' : 'info';
    services.log[level]({
      event: event.isPaid ? 'payment_for_unknown_user' : 'payment_event_for_deleted_user',
      reference,
      event_id: eventId,
    });
    return;
  }
  // Only the checkout event names the user, and it can arrive later. This event waits for it.
  await deferWebhookEvent(transaction, { provider: 'stripe', eventId, deferredFor: key });
}

async function applyCheckout(
  services: Services,
  transaction: Transaction,
  event: CheckoutEvent & { eventId: string; at: Date },
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
      await insertDeletedPayer(transaction, key);
      await discardDeferredEvents(transaction, 'stripe', key);
    }
    return;
  }
  await applyFacts(services, transaction, { userId, payer }, { ...event, plan: purchase.plan });
  if (customerId !== null) await insertCustomerOwner(transaction, customerId, userId);
  await insertPurchaseOwner(transaction, reference, userId);
  for (const key of keys)
    for (const eventId of await releaseDeferredEvents(transaction, 'stripe', key))
      await services.queue.enqueue(
        'process-webhook',
        { provider: 'stripe', eventId },
        { transaction },
      );
}

type NewFacts = Pick<PurchaseEvent, 'reference' | 'plan' | 'customerId' | 'facts' | 'at'>;

/** Merges new facts into a purchase, and updates access, activity, emails, and subscriptions accordingly. */
async function applyFacts(
  services: Services,
  transaction: Transaction,
  { userId, payer }: { userId: UserId; payer: Payer },
  { reference, plan, customerId, facts, at }: NewFacts,
): Promise<void> {
  const purchases = await listPurchases(transaction, userId);
  const before = purchases.find((purchase) => purchase.reference === reference)?.facts ?? noFacts;
  const after = mergeFacts(before, facts);
  if (isDeepStrictEqual(before, after)) return;
  const { accessUntil } = purchaseAccess(plan, after);
  await savePurchase(transaction, userId, {
    reference,
    plan,
    customerId,
    facts: after,
    paidUntil: databaseTimestamp(accessUntil),
    asOf: at,
  });
  await setPurchasedAccess(transaction, userId);
  const others = purchases.filter((purchase) => purchase.reference !== reference);
  const otherAccessUntil = Math.max(
    0,
    ...others.map((purchase) => purchaseAccess(purchase.plan, purchase.facts).accessUntil ?? 0),
  );
  if (!payer.deletion_requested)
    await recordChanges(
      services,
      transaction,
      { userId, payer },
      { plan, before, after, otherAccessUntil },
    );
  const allPurchases = [...others, { reference, plan, facts: after }];
  for (const subscription of subscriptionsToCancel(allPurchases))
    await services.queue.enqueue(
      'cancel-subscription',
      { userId, reference: subscription.reference, atPeriodEnd: subscription.atPeriodEnd },
      { key: subscription.reference, transaction },
    );
  await services.userEvents.publish(transaction, userId, 'subscription');
}

/**
 * Returns the subscriptions that must not charge again. They are canceled at once if their payment was refunded or a
 * dispute was lost, and at the end of the period if the user has bought a lifetime plan. It is safe to
 * compute this at every event, because canceling twice does nothing.
 */
function subscriptionsToCancel(
  purchases: readonly Pick<NewFacts, 'reference' | 'plan' | 'facts'>[],
): { reference: string; atPeriodEnd: boolean }[] {
  const hasLifetimeAccess = purchases.some(
    ({ plan, facts }) => purchaseAccess(plan, facts).accessUntil === Number.POSITIVE_INFINITY,
  );
  return purchases
    .map(({ reference, plan, facts }) => {
      const mustCancelAtOnce = mustCancelAtProvider(plan, facts);
      const mustCancel = mustCancelAtOnce || (hasLifetimeAccess && willRenew(plan, facts));
      return { reference, atPeriodEnd: !mustCancelAtOnce, mustCancel };
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
  for (const { event, detail, mail } of purchaseChanges({ ...update, now })) {
    await recordActivity(transaction, { userId, event, detail });
    if (mail !== null) await enqueueMail(services, transaction, { userId, to: payer.email, mail });
  }
}

/** Formats seconds since 1970 as a PostgreSQL timestamp. Access without end is 'infinity'. */
const databaseTimestamp = (seconds: number | null): string | null =>
  seconds === null
    ? null
    : seconds === Number.POSITIVE_INFINITY
      ? 'infinity'
      : new Date(seconds * 1_000).toISOString();
