import type { Queries } from '../../platform/database.ts';
import { asUserId, type UserId } from '../../platform/identifiers.ts';
import { directory, owned } from '../../platform/owned-sql.ts';

/** What is to be done next about somebody's subscription. */
export type StepName = 'resume' | 'tell_end' | 'warn' | 'unlink';

/** The users of whom something is due, the longest due first. */
export async function listDue(queries: Queries, limit: number): Promise<UserId[]> {
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
 * Takes what is due of a user, for ten minutes: of several workers one gets it, and one that dies leaves
 * it to a later one. Undefined: nothing is due.
 */
export async function takeStep(queries: Queries, userId: UserId): Promise<StepName | undefined> {
  const taken = await queries.row<{ next_step: StepName }>(directory`
    update subscription_steps
    set next_step_at = now() + interval '10 minutes'
    where user_id = ${userId}
      and next_step is not null
      and next_step_at <= now()
    returning next_step`);
  return taken?.next_step;
}

/** Whether a step is still the next; it stays that until the transaction ends. */
export const isNext = async (queries: Queries, userId: UserId, step: StepName): Promise<boolean> =>
  (await queries.row(directory`
    select 1
    from subscription_steps
    where user_id = ${userId}
      and next_step = ${step}
    for update`)) !== undefined;

/** What comes next, and when; nulls: nothing. */
export interface NextStep {
  step: StepName | null;
  at: Date | null;
}

export const setNext = (queries: Queries, userId: UserId, { step, at }: NextStep) =>
  queries.run(directory`
    update subscription_steps
    set
      next_step = ${step},
      next_step_at = ${at}
    where user_id = ${userId}`);

/** Somebody who has or had a subscription. */
export interface Subscriber {
  email: string;
  /** As the driver reads it: a number where it has no end. */
  paidUntil: Date | number | null;
  leaving: boolean;
  /** The database's time, which decides about access too. */
  now: Date;
}

/** Locks a user's row, as a payment does: until the transaction ends, nothing is paid. */
export const lockSubscriber = (queries: Queries, userId: UserId) =>
  queries.row<Subscriber>(owned`
    select
      email,
      paid_until as "paidUntil",
      deletion_asked_at is not null as leaving,
      now() as now
    from users
    where user_id = ${userId}
    for update`);

/** The same without waiting and without holding anybody up. */
export const findSubscriber = (queries: Queries, userId: UserId) =>
  queries.row<Subscriber>(owned`
    select
      email,
      paid_until as "paidUntil",
      deletion_asked_at is not null as leaving,
      now() as now
    from users
    where user_id = ${userId}`);

/** Whether the activity log has this end already: the event that brought it wrote it down. */
export const isEndNoted = async (
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
 * Notes that an institution is unlinked: its key goes, its accounts and transactions stay, and no sync
 * that may be under way writes any more. False if it was noted before.
 */
export const markUnlinked = async (
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
