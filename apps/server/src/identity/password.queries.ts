import type { Queries } from '../platform/database/database.ts';
import { owned } from '../platform/database/owned-sql.ts';
import type { UserId } from '../platform/identifiers.ts';

/** Returns the hash of a user's password. Null if the user has no password. */
export const findPasswordHash = (queries: Queries, userId: UserId) =>
  queries.row<{ password_hash: string | null }>(owned`
    select password_hash
    from users
    where user_id = ${userId}`);

/** Returns a user's email address and password hash. */
export const findCredentials = (queries: Queries, userId: UserId) =>
  queries.row<{ email: string; password_hash: string | null }>(owned`
    select
      email,
      password_hash
    from users
    where user_id = ${userId}`);

/**
 * Returns the email address and password hash of an active user, and locks them against changes until the end of
 * the database transaction. Undefined if the user's deletion has been requested.
 */
export const lockCredentials = (queries: Queries, userId: UserId) =>
  queries.row<{ email: string; email_verified: boolean; password_hash: string | null }>(owned`
    select
      email,
      email_verified_at is not null as email_verified,
      password_hash
    from users
    where user_id = ${userId}
      and deletion_requested_at is null
    for no key update`);

export const setPasswordHash = (queries: Queries, userId: UserId, passwordHash: string) =>
  queries.run(owned`
    update users
    set password_hash = ${passwordHash}
    where user_id = ${userId}`);

/**
 * Replaces a weak hash with a strong hash of the same password, unless the password has been changed in the meantime.
 */
export const upgradePasswordHash = (
  queries: Queries,
  userId: UserId,
  { weak, strong }: { weak: string; strong: string },
) =>
  queries.run(owned`
    update users
    set password_hash = ${strong}
    where user_id = ${userId}
      and password_hash = ${weak}`);
