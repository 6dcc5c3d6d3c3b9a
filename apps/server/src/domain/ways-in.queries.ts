import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { owned } from '../platform/owned-sql.ts';

/** A sign-in method. The provider `email` means a password. */
export interface WayIn {
  provider: 'email' | 'GOOGLE' | 'APPLE';
  /** The user's email address at the provider, or '' if the provider doesn't share it. */
  email: string;
  linked_at: Date;
}

/** Lists a user's sign-in methods: the password first, then providers by when they were linked. */
export const findWaysIn = (queries: Queries, userId: UserId) =>
  queries.rows<WayIn>(owned`
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
