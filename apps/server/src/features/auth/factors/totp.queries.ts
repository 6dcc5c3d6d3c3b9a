import type { Queries } from '../../../platform/database/database.ts';
import { owned } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';

/** A user's authenticator app. */
export interface TotpRow {
  sealed_secret: string;
  /** Null while it is being enrolled. */
  confirmed_at: Date | null;
}

/** Finds the user's authenticator app, enrolled or not. */
export const findTotp = (queries: Queries, userId: UserId) =>
  queries.row<TotpRow>(owned`
    select
      sealed_secret,
      confirmed_at
    from totp_secrets
    where user_id = ${userId}`);

/**
 * Stores the secret of an enrollment. Replaces that of an unfinished one. Returns false if an app is already enrolled.
 */
export const startTotp = async (
  queries: Queries,
  userId: UserId,
  sealedSecret: string,
): Promise<boolean> =>
  (await queries.run(owned`
    insert into totp_secrets as t (user_id, sealed_secret)
    values (${userId}, ${sealedSecret})
    on conflict (user_id) do update
    set
      sealed_secret = excluded.sealed_secret,
      created_at = excluded.created_at,
      last_used_step = null
    where t.confirmed_at is null`)) === 1;

/** Marks the authenticator app as enrolled. Returns false if it already was. */
export const confirmTotp = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.run(owned`
    update totp_secrets
    set confirmed_at = now()
    where user_id = ${userId}
      and confirmed_at is null`)) === 1;

/**
 * Uses up the code of a time step. Returns false if a code of this or a later step was used, even by a concurrent call.
 */
export const redeemTotpStep = async (
  queries: Queries,
  userId: UserId,
  step: number,
): Promise<boolean> =>
  (await queries.run(owned`
    update totp_secrets
    set last_used_step = ${step}
    where user_id = ${userId}
      and coalesce(last_used_step < ${step}, true)`)) === 1;

/** Removes the authenticator app. Returns false if none is enrolled. */
export const deleteTotp = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.run(owned`
    delete from totp_secrets
    where user_id = ${userId}
      and confirmed_at is not null`)) === 1;
