import type { Queries } from '../../platform/database/database.ts';
import { directory, owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/** Finds when the user requested the deletion: null if they have not, undefined if the user no longer exists. */
export const findDeletionRequest = (queries: Queries, userId: UserId) =>
  queries.row<{ requested_at: Date | null }>(owned`
    select deletion_requested_at as requested_at
    from users
    where user_id = ${userId}`);

/** Stops all syncs of the user: no new one starts, and running ones can no longer write. */
export const stopSyncs = (queries: Queries, userId: UserId) =>
  queries.run(owned`
    update items
    set
      health = 'removed',
      sync_state = 'idle',
      lease_token = lease_token + 1,
      lease_until = null
    where user_id = ${userId}
      and health <> 'removed'`);

/** Returns the subscriptions that may still renew at the payment provider, paid or not. */
export const listSubscriptions = (queries: Queries, userId: UserId) =>
  queries.rows<{ reference: string }>(owned`
    select reference
    from purchases
    where user_id = ${userId}
      and starts_with(reference, 'sub_')`);

/** Returns the user's Apple refresh token, if there is one. */
export const listAppleTokens = (queries: Queries, userId: UserId) =>
  queries.rows<{ issuer: string; subject: string; sealed_refresh_token: string }>(owned`
    select
      issuer,
      subject,
      sealed_refresh_token
    from user_identities
    where user_id = ${userId}
      and provider = 'APPLE'
      and sealed_refresh_token is not null`);

/** Deletes the user's Apple refresh token. */
export const clearAppleToken = (queries: Queries, userId: UserId) =>
  queries.run(owned`
    update user_identities
    set sealed_refresh_token = null
    where user_id = ${userId}
      and provider = 'APPLE'`);

/** Deletes the purchase of a canceled subscription, so that it is not canceled twice. */
export const deletePurchase = (queries: Queries, userId: UserId, reference: string) =>
  queries.run(owned`
    delete from purchases
    where user_id = ${userId}
      and reference = ${reference}`);

/**
 * Deletes the directory entries of the user's customer and purchases at the payment provider, and remembers their
 * hashes. Later events about them are then ignored instead of deferred until a user is known.
 */
export async function deletePayer(queries: Queries, userId: UserId): Promise<void> {
  await queries.run(directory`
    with deleted as (
      delete from payment_customers
      where user_id = ${userId}
      returning customer_id as reference
    )
    insert into deleted_payers (reference_hash)
    select sha256(convert_to(reference, 'UTF8'))
    from deleted
    on conflict do nothing`);
  await queries.run(directory`
    with deleted as (
      delete from purchase_directory
      where user_id = ${userId}
      returning reference
    )
    insert into deleted_payers (reference_hash)
    select sha256(convert_to(reference, 'UTF8'))
    from deleted
    on conflict do nothing`);
}

/** Locks the user's row, so that none of their rows are written until the transaction ends. */
export const lockUserRow = (queries: Queries, userId: UserId) =>
  queries.row(owned`
    select 1
    from users
    where user_id = ${userId}
    for update`);

/** Deletes a batch of the user's transactions. Returns how many. */
export const deleteSomeTransactions = (queries: Queries, userId: UserId) =>
  queries.run(owned`
    delete from transactions
    where user_id = ${userId}
      and id in (
        select id
        from transactions
        where user_id = ${userId}
        limit 5000
      )`);

/** Deletes the user's rows in the directory tables. */
export async function deleteDirectoryRows(queries: Queries, userId: UserId): Promise<void> {
  await queries.run(directory`
    delete from user_addresses
    where user_id = ${userId}`);
  await queries.run(directory`
    delete from identities
    where user_id = ${userId}`);
  await queries.run(directory`
    delete from passkey_credentials
    where user_id = ${userId}`);
  await queries.run(directory`
    delete from session_directory
    where user_id = ${userId}`);
  await queries.run(directory`
    delete from one_time_codes
    where user_id = ${userId}`);
  await queries.run(directory`
    delete from item_directory
    where user_id = ${userId}`);
  await queries.run(directory`
    delete from subscription_steps
    where user_id = ${userId}`);
  await queries.run(directory`
    delete from crypto_polls
    where user_id = ${userId}`);
  await queries.run(directory`
    delete from factor_resets
    where user_id = ${userId}`);
  await deletePayer(queries, userId);
}

/** Deletes the user's row, and by cascade everything that belongs to it. */
export const deleteUserRow = (queries: Queries, userId: UserId) =>
  queries.run(owned`
    delete from users
    where user_id = ${userId}`);
