import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { owned } from '../platform/owned-sql.ts';

/**
 * Locks an active user until the end of the database transaction. Returns false if the user doesn't exist or its
 * deletion has been requested. Call it before storing anything that must be revoked at a provider: then the account
 * deletion either sees it, or it is not stored.
 */
export const holdUser = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from users
    where user_id = ${userId}
      and deletion_asked_at is null
    for share`)) !== undefined;
