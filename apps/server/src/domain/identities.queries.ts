import type { Queries } from '../platform/database.ts';
import { directory } from '../platform/owned-sql.ts';

/** Somebody elsewhere, by what never changes hands (OpenID Connect Core 1.0, 5.7). */
export interface IdentityKey {
  issuer: string;
  subject: string;
}

/** Who somebody elsewhere is here. */
export const findIdentity = (queries: Queries, { issuer, subject }: IdentityKey) =>
  queries.row<{ user_id: string }>(directory`
    select user_id
    from identities
    where issuer = ${issuer}
      and subject = ${subject}`);
