import type { Queries } from '../../../platform/database/database.ts';
import { owned } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';

/** Finds the salt that a user's recovery codes share. */
export const findRecoverySalt = (queries: Queries, userId: UserId) =>
  queries.row<{ salt: Buffer }>(owned`
    select salt
    from recovery_codes
    where user_id = ${userId}
    limit 1`);

export const insertRecoveryCodes = (
  queries: Queries,
  userId: UserId,
  { salt, hashes }: { salt: Buffer; hashes: readonly Buffer[] },
) =>
  queries.run(owned`
    insert into recovery_codes (user_id, code_hash, salt)
    select ${userId}, code_hash, ${salt}
    from unnest(${hashes}::bytea[]) as code_hash`);

/** True unless the user has unused recovery codes that they have not confirmed as saved. */
export const areRecoveryCodesSaved = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from recovery_codes
    where user_id = ${userId}
      and used_at is null
      and saved_at is null
    limit 1`)) === undefined;

/** Records that the user has saved their recovery codes. */
export const markRecoveryCodesSaved = (queries: Queries, userId: UserId) =>
  queries.run(owned`
    update recovery_codes
    set saved_at = now()
    where user_id = ${userId}
      and saved_at is null`);

/** Deletes all recovery codes, used or not. */
export const deleteRecoveryCodes = (queries: Queries, userId: UserId) =>
  queries.run(owned`
    delete from recovery_codes
    where user_id = ${userId}`);

/** Marks a recovery code as used. Returns false if it is unknown or already used, even by a concurrent call. */
export const markRecoveryCodeUsed = async (
  queries: Queries,
  userId: UserId,
  codeHash: Buffer,
): Promise<boolean> =>
  (await queries.run(owned`
    update recovery_codes
    set used_at = now()
    where user_id = ${userId}
      and code_hash = ${codeHash}
      and used_at is null`)) === 1;
