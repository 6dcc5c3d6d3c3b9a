import type { Queries } from '../platform/database/database.ts';
import { directory, owned } from '../platform/database/owned-sql.ts';
import type { UserId } from '../platform/identifiers.ts';

/** Reserves an email address for a user. Returns false if it is taken. */
export const reserveAddress = async (
  queries: Queries,
  { address, userId }: { address: string; userId: UserId },
): Promise<boolean> =>
  (await queries.run(directory`
    insert into user_addresses (address, user_id)
    values (${address}, ${userId})
    on conflict (address) do nothing`)) === 1;

/** `passwordHash` is null for a user who signs in through a provider only. */
export const insertUser = (
  queries: Queries,
  user: { userId: UserId; email: string; emailVerified: boolean; passwordHash: string | null },
) =>
  queries.run(owned`
    insert into users (user_id, email, email_verified_at, password_hash)
    values (
      ${user.userId}, ${user.email}, case when ${user.emailVerified}::boolean then now() end,
      ${user.passwordHash}
    )`);
