import type { Queries } from '../../../platform/database/database.ts';
import { directory, owned } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';

/** A passkey as its user sees it. */
export interface PasskeyRow {
  passkey_id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  backed_up: boolean;
}

/** What a passkey's signatures are verified with. */
export interface PasskeyKey {
  passkey_id: string;
  name: string;
  public_key: Buffer;
  /** The user handle that the authenticator returns. */
  passkey_handle: string;
}

/** Lists a user's passkeys, oldest first. */
export const listPasskeys = (queries: Queries, userId: UserId) =>
  queries.rows<PasskeyRow>(owned`
    select
      passkey_id,
      name,
      created_at,
      last_used_at,
      backed_up
    from user_passkeys
    where user_id = ${userId}
    order by passkey_id`);

/** Lists the credentials of a user's passkeys. A new passkey must not have one of them. */
export const listCredentials = (queries: Queries, userId: UserId) =>
  queries.rows<{ credential_id: Buffer; transports: string[] }>(owned`
    select
      credential_id,
      transports
    from user_passkeys
    where user_id = ${userId}
    order by passkey_id`);

/** Finds the random id under which authenticators store the user's passkeys. */
export const findUserHandle = (queries: Queries, userId: UserId) =>
  queries.row<{ passkey_handle: string }>(owned`
    select passkey_handle
    from users
    where user_id = ${userId}`);

/** Finds the user of a credential. */
export const findCredentialOwner = (queries: Queries, credentialId: Buffer) =>
  queries.row<{ user_id: string }>(directory`
    select user_id
    from passkey_credentials
    where credential_id = ${credentialId}`);

export const findPasskey = (queries: Queries, userId: UserId, credentialId: Buffer) =>
  queries.row<PasskeyKey>(owned`
    select
      p.passkey_id,
      p.name,
      p.public_key,
      u.passkey_handle
    from user_passkeys p
    join users u
      on u.user_id = p.user_id
    where p.user_id = ${userId}
      and p.credential_id = ${credentialId}`);

export const hasPasskey = async (
  queries: Queries,
  userId: UserId,
  passkeyId: string,
): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from user_passkeys
    where user_id = ${userId}
      and passkey_id = ${passkeyId}`)) !== undefined;

/** Returns a passkey's count of signatures, and locks the passkey until the end of the database transaction. */
export const lockSignCount = (queries: Queries, userId: UserId, passkeyId: string) =>
  queries.row<{ sign_count: number }>(owned`
    select sign_count
    from user_passkeys
    where user_id = ${userId}
      and passkey_id = ${passkeyId}
    for no key update`);

export const updateUsedPasskey = (
  queries: Queries,
  use: { userId: UserId; passkeyId: string; signCount: number; backedUp: boolean },
) =>
  queries.run(owned`
    update user_passkeys
    set
      sign_count = ${use.signCount},
      backed_up = ${use.backedUp},
      last_used_at = now()
    where user_id = ${use.userId}
      and passkey_id = ${use.passkeyId}`);

/** Reserves a credential for a user. Returns false if it already belongs to a user. */
export const reserveCredential = async (
  queries: Queries,
  { credentialId, userId }: { credentialId: Buffer; userId: UserId },
): Promise<boolean> =>
  (await queries.run(directory`
    insert into passkey_credentials (credential_id, user_id)
    values (${credentialId}, ${userId})
    on conflict (credential_id) do nothing`)) === 1;

export const insertPasskey = (
  queries: Queries,
  passkey: {
    userId: UserId;
    passkeyId: string;
    credentialId: Buffer;
    name: string;
    publicKey: Buffer;
    signCount: number;
    transports: string[];
    aaguid: string;
    backedUp: boolean;
  },
) =>
  queries.run(owned`
    insert into user_passkeys (
      user_id, passkey_id, credential_id, name, public_key, sign_count, transports, aaguid, backed_up
    )
    values (
      ${passkey.userId}, ${passkey.passkeyId}, ${passkey.credentialId}, ${passkey.name},
      ${passkey.publicKey}, ${passkey.signCount}, ${passkey.transports}, ${passkey.aaguid},
      ${passkey.backedUp}
    )`);

/** Renames a passkey. Returns false if the user has none with this id. */
export const renamePasskey = async (
  queries: Queries,
  { userId, passkeyId, name }: { userId: UserId; passkeyId: string; name: string },
): Promise<boolean> =>
  (await queries.run(owned`
    update user_passkeys
    set name = ${name}
    where user_id = ${userId}
      and passkey_id = ${passkeyId}`)) === 1;

/** Deletes the user's passkeys with these ids, or all of them (null). Returns their names and credentials. */
export const deletePasskeys = (
  queries: Queries,
  userId: UserId,
  passkeyIds: readonly string[] | null,
) =>
  queries.rows<{ name: string; credential_id: Buffer }>(owned`
    delete from user_passkeys
    where user_id = ${userId}
      and (${passkeyIds}::uuid[] is null or passkey_id = any(${passkeyIds}))
    returning
      name,
      credential_id`);

export const releaseCredentials = (queries: Queries, credentialIds: readonly Buffer[]) =>
  queries.run(directory`
    delete from passkey_credentials
    where credential_id = any(${credentialIds}::bytea[])`);
