import type { Queries } from '../../platform/database/database.ts';
import { directory, owned } from '../../platform/database/owned-sql.ts';
import { asUserId, type UserId } from '../../platform/identifiers.ts';

/** Returns the users whose exchange is due to be polled, longest overdue first. */
export async function listDuePolls(queries: Queries, limit: number): Promise<UserId[]> {
  const rows = await queries.rows<{ user_id: string }>(directory`
    select user_id
    from crypto_polls
    where next_poll_at <= now()
    order by next_poll_at
    limit ${limit}`);
  return rows.map(({ user_id }) => asUserId(user_id));
}

/**
 * Claims a due poll and postpones it by an hour. True for only one of several workers. If that worker dies, the
 * poll is due again after the hour.
 */
export const claimPoll = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.run(directory`
    update crypto_polls
    set next_poll_at = now() + interval '1 hour'
    where user_id = ${userId}
      and next_poll_at <= now()`)) === 1;

/** True if the user has paid and is not being deleted. Providers are called only for such users. */
export const isActiveAndPaid = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from users
    where user_id = ${userId}
      and paid_until > now()
      and deletion_requested_at is null`)) !== undefined;
