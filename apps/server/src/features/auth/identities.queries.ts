import type { IdentityKey } from '../../domain/identities.queries.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { directory, owned } from '../../platform/owned-sql.ts';
import type { ProviderName } from './prove-person.ts';

/** Takes an identity for a user; answers false if it is somebody's already. */
export const takeIdentity = async (
  queries: Queries,
  { issuer, subject, userId }: IdentityKey & { userId: UserId },
): Promise<boolean> =>
  (await queries.run(directory`
    insert into identities (issuer, subject, user_id)
    values (${issuer}, ${subject}, ${userId})
    on conflict (issuer, subject) do nothing`)) === 1;

/** Notes a way in with its user; answers false if they have another of this provider. */
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

/** Keeps the newest token: at the provider a new consent can end the ones before. */
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

/** Holds the user until the transaction ends: of two unlinks at once, the second sees the first. */
export const holdUser = (queries: Queries, userId: UserId) =>
  queries.run(owned`
    select 1
    from users
    where user_id = ${userId}
    for update`);

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
