import type { Queries } from '../../platform/database/database.ts';
import { directory, owned } from '../../platform/database/owned-sql.ts';
import { asUserId, type UserId } from '../../platform/identifiers.ts';

/** The next step of a user's subscription. */
export type StepName = 'resume' | 'notify_end' | 'warn' | 'unlink';

/** Returns the users with a due step, longest overdue first. */
export async function listUsersWithDueStep(queries: Queries, limit: number): Promise<UserId[]> {
  const rows = await queries.rows<{ user_id: string }>(directory`
    select user_id
    from subscription_steps
    where next_step is not null
      and next_step_at <= now()
    order by next_step_at
    limit ${limit}`);
  return rows.map(({ user_id }) => asUserId(user_id));
}

/**
 * Claims a user's due step for ten minutes. Only one of several workers gets it; if that worker dies, the step is due
 * again after that time. Undefined if nothing is due.
 */
export async function claimStep(queries: Queries, userId: UserId): Promise<StepName | undefined> {
  const claimed = await queries.row<{ next_step: StepName }>(directory`
    update subscription_steps
    set next_step_at = now() + interval '10 minutes'
    where user_id = ${userId}
      and next_step is not null
      and next_step_at <= now()
    returning next_step`);
  return claimed?.next_step;
}

/** True if the step is still the next one. Locks it until the transaction ends. */
export const isNextStep = async (
  queries: Queries,
  userId: UserId,
  step: StepName,
): Promise<boolean> =>
  (await queries.row(directory`
    select 1
    from subscription_steps
    where user_id = ${userId}
      and next_step = ${step}
    for update`)) !== undefined;

/** The next step and its time. Both are null if there is none. */
export interface NextStep {
  step: StepName | null;
  at: Date | null;
}

export const setNextStep = (queries: Queries, userId: UserId, { step, at }: NextStep) =>
  queries.run(directory`
    update subscription_steps
    set
      next_step = ${step},
      next_step_at = ${at}
    where user_id = ${userId}`);

/** A user who has or had a subscription. */
export interface Subscriber {
  email: string;
  /** As the driver returns it: a number (infinity) for a lifetime plan. */
  paidUntil: Date | number | null;
  isBeingDeleted: boolean;
  /** The database's time, by which access is also determined. */
  now: Date;
}

/** Locks a user's row, as a payment does, so that no payment is applied until the transaction ends. */
export const lockSubscriber = (queries: Queries, userId: UserId) =>
  queries.row<Subscriber>(owned`
    select
      email,
      paid_until as "paidUntil",
      deletion_requested_at is not null as "isBeingDeleted",
      now() as now
    from users
    where user_id = ${userId}
    for update`);

/** Finds a user with their subscription, without a lock. */
export const findSubscriber = (queries: Queries, userId: UserId) =>
  queries.row<Subscriber>(owned`
    select
      email,
      paid_until as "paidUntil",
      deletion_requested_at is not null as "isBeingDeleted",
      now() as now
    from users
    where user_id = ${userId}`);

/**
 * True if the activity log already contains this end of the subscription, recorded by the payment event that caused it.
 */
export const isEndRecorded = async (
  queries: Queries,
  userId: UserId,
  paidUntil: Date,
): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from activity
    where user_id = ${userId}
      and event = 'subscription_ended'
      and at >= ${paidUntil}::timestamptz - interval '1 day'
    limit 1`)) !== undefined;

/**
 * Marks an item as unlinked: its access token is deleted, its accounts and transactions are kept, and a running sync
 * can no longer write. False if it was already marked.
 */
export const markItemUnlinked = async (
  queries: Queries,
  userId: UserId,
  itemId: string,
): Promise<boolean> =>
  (await queries.run(owned`
    update items
    set
      health = 'removed',
      access_token_sealed = '',
      sync_state = 'idle',
      sync_error = 'removed',
      sync_retry_at = null,
      lease_token = lease_token + 1,
      lease_until = null
    where user_id = ${userId}
      and id = ${itemId}
      and access_token_sealed <> ''`)) === 1;
