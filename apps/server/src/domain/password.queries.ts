import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { owned } from '../platform/owned-sql.ts';

/** The hash of a user's password; null where the user has none. */
export const findPasswordHash = (queries: Queries, userId: UserId) =>
  queries.row<{ password_hash: string | null }>(owned`
    select password_hash
    from users
    where user_id = ${userId}`);

/**
 * A user's address and password hash; undefined for one who is leaving. In a transaction nobody changes
 * them until its end.
 */
export const lockCredentials = (queries: Queries, userId: UserId) =>
  queries.row<{ email: string; email_verified: boolean; password_hash: string | null }>(owned`
    select
      email,
      email_verified_at is not null as email_verified,
      password_hash
    from users
    where user_id = ${userId}
      and deletion_asked_at is null
    for no key update`);

export const setPasswordHash = (queries: Queries, userId: UserId, passwordHash: string) =>
  queries.run(owned`
    update users
    set password_hash = ${passwordHash}
    where user_id = ${userId}`);

/** Replaces a hash by another of the same password, unless the password was changed meanwhile. */
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
