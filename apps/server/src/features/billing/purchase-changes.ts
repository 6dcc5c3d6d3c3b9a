import type { ActivityEvent } from '../../identity/activity.queries.ts';
import type { Mail } from '../../mail/enqueue-mail.ts';
import { billingCopy } from './billing.copy.ts';
import type { Plan } from './plans.ts';
import { type PurchaseAccess, purchaseAccess } from './purchase-access.ts';
import type { PurchaseFacts } from './purchase-facts.ts';

/** One change that the user should see: an entry of the activity log, and an email about it or null. */
export interface PurchaseChange {
  event: ActivityEvent;
  detail: string;
  mail: Mail | null;
}

interface FactsUpdate {
  plan: Plan;
  before: PurchaseFacts;
  after: PurchaseFacts;
  /** Until when another purchase of the user gives access, in seconds since 1970. 0 if none does. */
  otherAccessUntil: number;
  now: number;
}

/** Returns the changes between two states of a purchase's facts. Computed once, when the facts are saved. Pure. */
export function purchaseChanges(update: FactsUpdate): PurchaseChange[] {
  const { plan, before, after } = update;
  const [previous, current] = [purchaseAccess(plan, before), purchaseAccess(plan, after)];
  const planName = billingCopy.plans[plan];
  const changes: PurchaseChange[] = [];
  const add = (event: ActivityEvent, mail: Mail | null = null) =>
    changes.push({ event, detail: planName, mail });
  if (previous.accessUntil === null && current.accessUntil !== null) add('subscribed');
  // The activity log has one event for every failed payment. A failed checkout has its own email.
  if (before.checkout?.state !== 'failed' && after.checkout?.state === 'failed')
    add('payment_failed', { kind: 'checkout_failed' });
  for (const mail of renewalFailureMails(update, current)) add('payment_failed', mail);
  if (hasRenewed(before, after)) add('subscription_renewed');
  if (
    current.state === 'ending' &&
    previous.state !== 'ending' &&
    !wasEndReported(update, previous)
  )
    add('subscription_ending', mailUnlessOtherwisePaid('subscription_ending', current, update));
  if (current.state === 'active' && previous.state === 'ending' && previous.accessUntil !== null)
    add('subscription_resumed');
  if (Object.keys(after.refunds).some((id) => !(id in before.refunds))) add('payment_refunded');
  addDisputes(before, after, add);
  if (hasEnded(current) && !hasEnded(previous)) add('subscription_ended');
  return changes;
}

/** True if this end was already reported. The payment of a failed renewal doesn't make the same end new. */
const wasEndReported = ({ before, after }: FactsUpdate, previous: PurchaseAccess): boolean =>
  previous.accessUntil !== null && before.subscription?.endsAt === after.subscription?.endsAt;

const hasEnded = ({ state, accessUntil }: PurchaseAccess): boolean =>
  state === 'ended' && accessUntil !== null;

/** Returns the email about each renewal that has failed for the first time, or null if no grace period has started. */
function renewalFailureMails(update: FactsUpdate, current: PurchaseAccess): (Mail | null)[] {
  const { before, after } = update;
  return Object.entries(after.invoices)
    .filter(([id, { failedAt, paidAt, renewal }]) => {
      const isNew = (before.invoices[id]?.failedAt ?? null) === null;
      return renewal && failedAt !== null && paidAt === null && isNew;
    })
    .map(() =>
      current.state === 'grace' ? mailUnlessOtherwisePaid('payment_failed', current, update) : null,
    );
}

const hasRenewed = (before: PurchaseFacts, after: PurchaseFacts): boolean =>
  Object.entries(after.invoices).some(
    ([id, { paidAt, renewal }]) => renewal && paidAt !== null && !before.invoices[id]?.paidAt,
  );

/** Returns the email, or null if access has already ended or if another purchase gives access for longer. */
function mailUnlessOtherwisePaid(
  kind: 'payment_failed' | 'subscription_ending',
  { accessUntil }: PurchaseAccess,
  { now, otherAccessUntil }: FactsUpdate,
): Mail | null {
  if (accessUntil === null || accessUntil <= now || accessUntil <= otherAccessUntil) return null;
  return { kind, until: new Date(accessUntil * 1_000).toISOString() };
}

function addDisputes(
  before: PurchaseFacts,
  after: PurchaseFacts,
  add: (event: ActivityEvent) => void,
): void {
  for (const [id, { outcome }] of Object.entries(after.disputes)) {
    const previous = before.disputes[id]?.outcome ?? 'none';
    if (previous === 'none' && outcome !== 'none') add('payment_disputed');
    if (previous !== 'none' && outcome === 'none') add('dispute_won');
  }
}
