import type { ActivityEvent } from '../../domain/activity.queries.ts';
import type { Mail } from '../../domain/enqueue-mail.ts';
import type { Plan } from './plans.ts';
import type { PurchaseFacts } from './purchase-facts.ts';
import { type Worth, worthOf } from './purchase-worth.ts';

/** One thing that has changed for the user: an entry of the activity log, and what they are written. */
export interface Change {
  event: ActivityEvent;
  detail: string;
  mail: Mail | null;
}

interface Knowledge {
  plan: Plan;
  before: PurchaseFacts;
  after: PurchaseFacts;
  /** Until when another purchase of theirs keeps everything open, in seconds; 0: none does. */
  otherwiseOpenUntil: number;
  now: number;
}

const names: Record<Plan, string> = { yearly: 'Yearly', lifetime: 'Lifetime' };

/** What the user would want to see of a change. Pure: asked once, when the facts are written down. */
export function changesOf(knowledge: Knowledge): Change[] {
  const { plan, before, after } = knowledge;
  const [was, is] = [worthOf(plan, before), worthOf(plan, after)];
  const name = names[plan];
  const changes: Change[] = [];
  const note = (event: ActivityEvent, detail = name, mail: Mail | null = null) =>
    changes.push({ event, detail, mail });
  if (was.openUntil === null && is.openUntil !== null) note('subscribed');
  if (before.checkout?.state !== 'failed' && after.checkout?.state === 'failed')
    note('payment_failed', name, { kind: 'checkout_failed' });
  for (const mail of renewalFailures(knowledge, is)) note('payment_failed', name, mail);
  if (hasRenewed(before, after)) note('subscription_renewed');
  if (is.kind === 'ending' && was.kind !== 'ending' && !wasTold(knowledge, was))
    note('subscription_ending', name, mailOf('subscription_ending', is, knowledge));
  if (is.kind === 'active' && was.kind === 'ending' && was.openUntil !== null)
    note('subscription_kept');
  if (Object.keys(after.refunds).some((id) => !(id in before.refunds))) note('payment_refunded');
  noteDisputes(before, after, note);
  if (is.kind === 'ended' && is.openUntil !== null && !isOver(was)) note('subscription_ended');
  return changes;
}

/** Whether the same end was noted before: a renewal that failed meanwhile and was paid is no new one. */
const wasTold = ({ before, after }: Knowledge, was: Worth): boolean =>
  was.openUntil !== null && before.subscription?.endsAt === after.subscription?.endsAt;

const isOver = ({ kind, openUntil }: Worth): boolean => kind === 'ended' && openUntil !== null;

/** A mail for each renewal that could not be paid, at its first failure, as long as there is time to mend it. */
function renewalFailures(knowledge: Knowledge, is: Worth): (Mail | null)[] {
  const { before, after } = knowledge;
  return Object.entries(after.invoices)
    .filter(([id, { failedAt, paidAt, renewal }]) => {
      const isNews = (before.invoices[id]?.failedAt ?? null) === null;
      return renewal && failedAt !== null && paidAt === null && isNews;
    })
    .map(() => (is.kind === 'grace' ? mailOf('payment_failed', is, knowledge) : null));
}

const hasRenewed = (before: PurchaseFacts, after: PurchaseFacts): boolean =>
  Object.entries(after.invoices).some(
    ([id, { paidAt, renewal }]) => renewal && paidAt !== null && !before.invoices[id]?.paidAt,
  );

/** Nobody is written of a day that is past, or of an end that another purchase covers. */
function mailOf(
  kind: 'payment_failed' | 'subscription_ending',
  { openUntil }: Worth,
  { now, otherwiseOpenUntil }: Knowledge,
): Mail | null {
  if (openUntil === null || openUntil <= now || openUntil <= otherwiseOpenUntil) return null;
  return { kind, until: new Date(openUntil * 1_000).toISOString() };
}

function noteDisputes(
  before: PurchaseFacts,
  after: PurchaseFacts,
  note: (event: ActivityEvent) => void,
): void {
  for (const [id, { outcome }] of Object.entries(after.disputes)) {
    const was = before.disputes[id]?.outcome ?? 'none';
    if (was === 'none' && outcome !== 'none') note('payment_disputed');
    if (was !== 'none' && outcome === 'none') note('dispute_won');
  }
}
