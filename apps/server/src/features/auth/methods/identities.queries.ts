import type { IdentityKey } from '../../../identity/identities.queries.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { directory, owned } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import type { ProviderName } from '../sign-in/verify-identity.ts';

/** Reserves an identity for a user. Returns false if it already belongs to a user. */
export const reserveIdentity = async (
  queries: Queries,
  { issuer, subject, userId }: IdentityKey & { userId: UserId },
): Promise<boolean> =>
  (await queries.run(directory`
    insert into identities (issuer, subject, user_id)
    values (${issuer}, ${subject}, ${userId})
    on conflict (issuer, subject) do nothing`)) === 1;

/** Adds an identity to its user. Returns false if the user already has one of this provider. */
export const insertUserIdentity = async (
  queries: Queries,
  identity: IdentityKey & {
    userId: UserId;
    provider: ProviderName;
    email: string;
    sealedRefreshToken: string | null;
  },
): Promise<boolean> =>
  (await queries.run(owned`
    insert into user_identities (user_id, provider, issuer, subject, email, sealed_refresh_token)
    values (
      ${identity.userId}, ${identity.provider}, ${identity.issuer}, ${identity.subject},
      ${identity.email}, ${identity.sealedRefreshToken}
    )
    on conflict (user_id, provider) do nothing`)) === 1;

/** Replaces the refresh token: a new consent at the provider can invalidate the earlier ones. */
export const replaceRefreshToken = (
  queries: Queries,
  identity: IdentityKey & { userId: UserId; sealedRefreshToken: string },
) =>
  queries.run(owned`
    update user_identities
    set sealed_refresh_token = ${identity.sealedRefreshToken}
    where user_id = ${identity.userId}
      and issuer = ${identity.issuer}
      and subject = ${identity.subject}`);

/**
 * Lists a user's identities, except the one that the account was created with. That one was inserted in the
 * same transaction as the user, so it has the same time.
 */
export const findIdentitiesLinkedLater = (queries: Queries, userId: UserId) =>
  queries.rows<{ provider: ProviderName }>(owned`
    select i.provider
    from user_identities i
    join users u
      on u.user_id = i.user_id
    where i.user_id = ${userId}
      and i.linked_at > u.created_at
    order by i.linked_at`);

export const deleteUserIdentity = (queries: Queries, userId: UserId, provider: ProviderName) =>
  queries.row<IdentityKey & { email: string; sealed_refresh_token: string | null }>(owned`
    delete from user_identities
    where user_id = ${userId}
      and provider = ${provider}
    returning
      issuer,
      subject,
      email,
      sealed_refresh_token`);

export const releaseIdentity = (queries: Queries, { issuer, subject }: IdentityKey) =>
  queries.run(directory`
    delete from identities
    where issuer = ${issuer}
      and subject = ${subject}`);
