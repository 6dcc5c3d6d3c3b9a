import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { owned } from '../platform/owned-sql.ts';

/**
 * Whether a user is here and not leaving. In a transaction it stays so until the end of that: who
 * keeps something that would have to be given back elsewhere asks first, so that it is either seen
 * when the user leaves or not kept at all.
 */
export const holdUser = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from users
    where user_id = ${userId}
      and deletion_asked_at is null
    for share`)) !== undefined;
