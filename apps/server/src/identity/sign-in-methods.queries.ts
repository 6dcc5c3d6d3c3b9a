import type { SignInProvider } from '@cairn/contract/values';
import type { Queries } from '../platform/database/database.ts';
import { owned } from '../platform/database/owned-sql.ts';
import type { UserId } from '../platform/identifiers.ts';

/** A sign-in method other than a passkey. The provider `email` means a password. */
export interface SignInMethod {
  provider: SignInProvider;
  /** The user's email address at the provider, or '' if the provider doesn't share it. */
  email: string;
  linked_at: Date;
}

/** Counts a user's sign-in methods. Each passkey is one. The last one can't be removed. */
export async function countSignInMethods(queries: Queries, userId: UserId): Promise<number> {
  const row = await queries.row<{ count: number }>(owned`
    select
      (
        select count(*)
        from users
        where user_id = ${userId}
          and password_hash is not null
      ) + (
        select count(*)
        from user_identities
        where user_id = ${userId}
      ) + (
        select count(*)
        from user_passkeys
        where user_id = ${userId}
      ) as count`);
  return row?.count ?? 0;
}

/** Lists a user's password and providers: the password first, then providers by when they were linked. */
export const findSignInMethods = (queries: Queries, userId: UserId) =>
  queries.rows<SignInMethod>(owned`
    select
      'email' as provider,
      email,
      created_at as linked_at,
      0 as rank
    from users
    where user_id = ${userId}
      and password_hash is not null
    union all
    select
      provider,
      email,
      linked_at,
      1 as rank
    from user_identities
    where user_id = ${userId}
    order by rank, linked_at, provider`);
