import type { Queries } from '../platform/database/database.ts';
import { owned } from '../platform/database/owned-sql.ts';
import type { UserId } from '../platform/identifiers.ts';

/**
 * Locks an active user until the end of the database transaction. Returns false if the user doesn't exist or their
 * deletion has been requested. Call this before storing anything that must be revoked at a provider. If deletion is
 * requested later, the deletion finds what was stored.
 */
export const lockActiveUser = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from users
    where user_id = ${userId}
      and deletion_requested_at is null
    for share`)) !== undefined;
