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
 * Does what one of the payment provider's events asks for, in the transaction that notes it as worked
 * off. Safe to repeat and to reorder: what it says is joined with what is known, and all follows from that.
 */
export async function applyPaymentEvent(
  services: Services,
  transaction: Transaction,
  event: ReadyEvent,
): Promise<void> {
  if (event.about === 'nothing') return;
  if (event.about === 'checkout') return applyCheckout(services, transaction, event);
  const { key, reference, eventId } = event;
  await lockReference(transaction, key);
  const owner =
    (await findPurchaseOwner(transaction, reference)) ??
    (await findCustomerOwner(transaction, key));
  const userId = owner && asUserId(owner.user_id);
  const payer = userId && (await lockPayer(transaction, userId));
  if (userId !== undefined && payer !== undefined)
    return learn(services, transaction, { userId, payer }, event);
  if (owner !== undefined || (await isGone(transaction, key))) {
    const level = event.isPaid ? 'error' : 'info';
    services.log[level]({
      event: event.isPaid ? 'payment_for_unknown_user' : 'payment_event_of_gone_user',
      reference,
      event_id: eventId,
    });
    return;
  }
  // Only the checkout names the user. Should its event come later, this one is taken up then.
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
  if (isPaid && (payer === undefined || payer.leaving))
    services.log.error({ event: 'payment_for_unknown_user', session: sessionId, reference });
  if (payer === undefined) {
    for (const key of keys) {
      await rememberGone(transaction, key);
      await forgetEventsSetAside(transaction, 'stripe', key);
    }
    return;
  }
  await learn(services, transaction, { userId, payer }, { ...event, plan: purchase.plan });
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

type Learned = Pick<EventOfPurchase, 'reference' | 'plan' | 'customerId' | 'facts' | 'at'>;

/** Joins what an event says with what is known of its purchase, and does what follows. */
async function learn(
  services: Services,
  transaction: Transaction,
  { userId, payer }: { userId: UserId; payer: Payer },
  { reference, plan, customerId, facts, at }: Learned,
): Promise<void> {
  const purchases = await listPurchases(transaction, userId);
  const before = purchases.find((one) => one.reference === reference)?.facts ?? noFacts;
  const after = join(before, facts);
  if (isDeepStrictEqual(before, after)) return;
  const { openUntil } = worthOf(plan, after);
  await savePurchase(transaction, userId, {
    reference,
    plan,
    customerId,
    facts: after,
    paidUntil: databaseInstant(openUntil),
    asOf: at,
  });
  await refreshPaidUntil(transaction, userId);
  const others = purchases.filter((one) => one.reference !== reference);
  const otherwiseOpenUntil = Math.max(
    0,
    ...others.map((one) => worthOf(one.plan, one.facts).openUntil ?? 0),
  );
  if (!payer.leaving)
    await tell(
      services,
      transaction,
      { userId, payer },
      { plan, before, after, otherwiseOpenUntil },
    );
  const all = [...others, { reference, plan, facts: after }];
  for (const ending of subscriptionsToEnd(all))
    await services.queue.enqueue(
      'cancel-subscription',
      { userId, reference: ending.reference, atPeriodEnd: ending.atPeriodEnd },
      { key: ending.reference, transaction },
    );
  await services.announcements.announce(transaction, userId, 'subscription');
}

type KnownPurchase = Pick<Learned, 'reference' | 'plan' | 'facts'>;

/**
 * The subscriptions that must not charge again: at once where their money was given back, with what is
 * paid where their owner has bought everything for good. Asked at every event; to end one twice does
 * nothing.
 */
function subscriptionsToEnd(
  purchases: readonly KnownPurchase[],
): { reference: string; atPeriodEnd: boolean }[] {
  const forGood = purchases.some(
    ({ plan, facts }) => worthOf(plan, facts).openUntil === Number.POSITIVE_INFINITY,
  );
  return purchases
    .map(({ reference, plan, facts }) => {
      const atOnce = mustEndAtProvider(plan, facts);
      return { reference, atPeriodEnd: !atOnce, ends: atOnce || (forGood && renews(plan, facts)) };
    })
    .filter(({ ends }) => ends);
}

interface Knowledge {
  plan: Plan;
  before: PurchaseFacts;
  after: PurchaseFacts;
  otherwiseOpenUntil: number;
}

/** Notes what has changed in the activity log, and writes to the user where that is due. */
async function tell(
  services: Services,
  transaction: Transaction,
  { userId, payer }: { userId: UserId; payer: Payer },
  knowledge: Knowledge,
): Promise<void> {
  const now = services.clock.now().getTime() / 1_000;
  for (const { event, detail, mail } of changesOf({ ...knowledge, now })) {
    await recordActivity(transaction, { userId, event, detail });
    if (mail !== null) await enqueueMail(services, transaction, { userId, to: payer.email, mail });
  }
}

const databaseInstant = (seconds: number | null): string | null =>
  seconds === null
    ? null
    : seconds === Number.POSITIVE_INFINITY
      ? 'infinity'
      : new Date(seconds * 1_000).toISOString();
