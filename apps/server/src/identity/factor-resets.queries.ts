import type { Queries } from '../platform/database/database.ts';
import { directory } from '../platform/database/owned-sql.ts';
import { asUserId, type UserId } from '../platform/identifiers.ts';

/** The emails about a factor reset that a job sends. */
export type FactorResetMail = 'factor_reset_halfway' | 'factor_reset_ready';

/** A user's request to remove their second factors. */
export interface FactorReset {
  requested_at: Date;
  next_mail: FactorResetMail | null;
  next_mail_at: Date | null;
}

/** Finds a user's request, even if it can't be completed yet or has expired. */
export const findFactorReset = (queries: Queries, userId: UserId) =>
  queries.row<FactorReset>(directory`
    select
      requested_at,
      next_mail,
      next_mail_at
    from factor_resets
    where user_id = ${userId}`);

/** Stores a request in place of an earlier one. */
export const replaceFactorReset = (
  queries: Queries,
  userId: UserId,
  { requestedAt, nextMailAt }: { requestedAt: Date; nextMailAt: Date },
) =>
  queries.run(directory`
    insert into factor_resets (user_id, requested_at, next_mail, next_mail_at)
    values (${userId}, ${requestedAt}, 'factor_reset_halfway', ${nextMailAt})
    on conflict (user_id) do update
    set
      requested_at = excluded.requested_at,
      next_mail = excluded.next_mail,
      next_mail_at = excluded.next_mail_at`);

/** Schedules the next email about a request, or none. */
export const setNextFactorResetMail = (
  queries: Queries,
  userId: UserId,
  next: { mail: FactorResetMail; at: Date } | null,
) =>
  queries.run(directory`
    update factor_resets
    set
      next_mail = ${next?.mail ?? null},
      next_mail_at = ${next?.at ?? null}
    where user_id = ${userId}`);

/** Deletes a user's request. Returns false if there is none. */
export const deleteFactorReset = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.run(directory`
    delete from factor_resets
    where user_id = ${userId}`)) === 1;

/** Deletes the requests that were made before a time. Returns how many were deleted. */
export const deleteFactorResetsBefore = (queries: Queries, before: Date) =>
  queries.run(directory`
    delete from factor_resets
    where requested_at < ${before}`);

/** Lists some of the users whose next email is due. */
export async function listDueFactorResets(
  queries: Queries,
  now: Date,
  limit: number,
): Promise<UserId[]> {
  const rows = await queries.rows<{ user_id: string }>(directory`
    select user_id
    from factor_resets
    where next_mail_at <= ${now}
    order by next_mail_at
    limit ${limit}`);
  return rows.map(({ user_id }) => asUserId(user_id));
}
