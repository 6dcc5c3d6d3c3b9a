import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { owned } from '../platform/owned-sql.ts';

/** One way to sign in. `email` as a provider: the account has a password. */
export interface WayIn {
  provider: 'email' | 'GOOGLE' | 'APPLE';
  /** The address that the provider knows the user by; '' where it tells none. */
  email: string;
  linked_at: Date;
}

/** The ways in which a user can sign in: the password first, then the oldest link. */
export const findWaysIn = (queries: Queries, userId: UserId) =>
  queries.rows<WayIn>(owned`
    select
      'email' as provider,
      email,
      created_at as linked_at,
      0 as place
    from users
    where user_id = ${userId}
      and password_hash is not null
    union all
    select
      provider,
      email,
      linked_at,
      1 as place
    from user_identities
    where user_id = ${userId}
    order by place, linked_at, provider`);
