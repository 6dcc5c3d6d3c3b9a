import type { Queries } from '../../platform/database/database.ts';
import { directory, owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/** Finds until when a user has access. The driver reads the timestamp 'infinity' as a number. */
export const findPaidUntil = (queries: Queries, userId: UserId) =>
  queries.row<{ paid_until: Date | number | null }>(owned`
    select paid_until
    from users
    where user_id = ${userId}`);

/** Finds until when a user's purchases give access, formatted by PostgreSQL. The latest end counts. */
export const findPurchasedUntil = (queries: Queries, userId: UserId) =>
  queries.row<{ paid_until: string | null }>(owned`
    select max(paid_until)::text as paid_until
    from purchases
    where user_id = ${userId}`);

/** A user's access before and after a change, by the database's time. */
export interface AccessChange {
  is_unchanged: boolean;
  /** True if access had ended before the change. */
  had_ended: boolean;
  /** True if access is over after the change. */
  has_ended: boolean;
}

/** Locks a user's row and compares their access with the new `paidUntil`. Undefined if there is no such user. */
export const lockAccess = (queries: Queries, userId: UserId, paidUntil: string | null) =>
  queries.row<AccessChange>(owned`
    select
      paid_until is not distinct from ${paidUntil}::timestamptz as is_unchanged,
      coalesce(paid_until <= now(), false) as had_ended,
      coalesce(${paidUntil}::timestamptz <= now(), false) as has_ended
    from users
    where user_id = ${userId}
    for update`);

export const updatePaidUntil = (queries: Queries, userId: UserId, paidUntil: string | null) =>
  queries.run(owned`
    update users
    set paid_until = ${paidUntil}
    where user_id = ${userId}`);

/** Schedules the next step for a user with access: to resume if it had ended, otherwise to notify them when it ends. */
export const scheduleNextStep = (
  queries: Queries,
  userId: UserId,
  { paidUntil, hadEnded }: { paidUntil: string; hadEnded: boolean },
) =>
  queries.run(directory`
    insert into subscription_steps as existing (user_id, next_step, next_step_at)
    values (
      ${userId},
      case
        when ${hadEnded}::boolean then 'resume'
        when isfinite(${paidUntil}::timestamptz) then 'notify_end'
      end,
      case
        when ${hadEnded}::boolean then now()
        when isfinite(${paidUntil}::timestamptz) then ${paidUntil}::timestamptz
      end
    )
    on conflict (user_id) do update
    set
      next_step = excluded.next_step,
      next_step_at = excluded.next_step_at
    -- A pending resume is kept, whatever else is paid.
    where existing.next_step is distinct from 'resume'`);

/** Schedules the next step for a user without access: to notify them. */
export const scheduleEndNotice = (
  queries: Queries,
  userId: UserId,
  { hadEnded }: { hadEnded: boolean },
) =>
  queries.run(directory`
    insert into subscription_steps (user_id, next_step, next_step_at)
    values (${userId}, 'notify_end', now())
    on conflict (user_id) do update
    set
      next_step = excluded.next_step,
      next_step_at = excluded.next_step_at
    -- If the subscription had already ended, the steps of that end continue.
    where not ${hadEnded}::boolean`);

/** Deletes the next step, because a user who never had access has none. */
export const deleteNextStep = (queries: Queries, userId: UserId) =>
  queries.run(directory`
    delete from subscription_steps
    where user_id = ${userId}`);
