import type { Queries } from '../../platform/database.ts';
import { asUserId, type UserId } from '../../platform/identifiers.ts';
import { directory, owned } from '../../platform/owned-sql.ts';

/** The users whose holdings are to be looked at, the longest due first. */
export async function listDueLooks(queries: Queries, limit: number): Promise<UserId[]> {
  const rows = await queries.rows<{ user_id: string }>(directory`
    select user_id
    from crypto_looks
    where next_look_at <= now()
    order by next_look_at
    limit ${limit}`);
  return rows.map(({ user_id }) => asUserId(user_id));
}

/** Takes a look that is due, for an hour: of several workers one gets it, and one that dies leaves it to a later one. */
export const takeLook = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.run(directory`
    update crypto_looks
    set next_look_at = now() + interval '1 hour'
    where user_id = ${userId}
      and next_look_at <= now()`)) === 1;

/** Whether a user has paid and is not leaving: for nobody else an exchange is asked. */
export const isServed = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from users
    where user_id = ${userId}
      and paid_until > now()
      and deletion_asked_at is null`)) !== undefined;
