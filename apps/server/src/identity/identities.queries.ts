import type { Queries } from '../platform/database/database.ts';
import { directory } from '../platform/database/owned-sql.ts';

/** The pair that identifies a provider's user: never reassigned (OpenID Connect Core 1.0, 5.7). */
export interface IdentityKey {
  issuer: string;
  subject: string;
}

/** Returns the user that an identity belongs to. */
export const findIdentity = (queries: Queries, { issuer, subject }: IdentityKey) =>
  queries.row<{ user_id: string }>(directory`
    select user_id
    from identities
    where issuer = ${issuer}
      and subject = ${subject}`);
