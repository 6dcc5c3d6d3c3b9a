import type { Queries } from '../../platform/database/database.ts';
import { directory, owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/** What deleting the account deletes and revokes. */
export interface DeletionPreviewRow {
  institutions: string[];
  accounts: number;
  transactions: number;
  paid: boolean;
  /** True if access at Apple will be revoked. */
  has_apple: boolean;
  exchanges: string[];
  has_password: boolean;
}

export const findDeletionPreview = (queries: Queries, userId: UserId) =>
  queries.row<DeletionPreviewRow>(owned`
    select
      array(
        select institution_name
        from items
        where user_id = ${userId}
        order by created_at, id
      ) as institutions,
      totals.accounts,
      totals.transactions,
      coalesce(u.paid_until > now(), false) as paid,
      exists (
        select 1
        from user_identities
        where user_id = ${userId}
          and provider = 'APPLE'
      ) as has_apple,
      array(
        select exchange
        from exchange_links
        where user_id = ${userId}
          and unlinked_at is null
      ) as exchanges,
      u.password_hash is not null as has_password
    from users u
    cross join lateral (
      select
        count(*)::integer as accounts,
        coalesce(sum(listed_count), 0)::integer as transactions
      from accounts
      where user_id = ${userId}
    ) totals
    where u.user_id = ${userId}`);

/**
 * Marks the deletion of a user as requested, and erases their address and password. Returns false if it was
 * already requested.
 */
export const markDeletionRequested = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.run(owned`
    update users
    set
      deletion_requested_at = now(),
      email = '',
      password_hash = null
    where user_id = ${userId}
      and deletion_requested_at is null`)) === 1;

/** Releases the user's address, so that it can be used to sign up again. */
export const deleteAddresses = (queries: Queries, userId: UserId) =>
  queries.run(directory`
    delete from user_addresses
    where user_id = ${userId}`);

/** Releases the user's identities, so that they can sign up or be linked again. */
export const deleteIdentities = (queries: Queries, userId: UserId) =>
  queries.run(directory`
    delete from identities
    where user_id = ${userId}`);

/** Releases the credentials of the user's passkeys, which can then no longer sign in. */
export const deletePasskeyCredentials = (queries: Queries, userId: UserId) =>
  queries.run(directory`
    delete from passkey_credentials
    where user_id = ${userId}`);

/** Invalidates the codes in the user's emails. */
export const deleteOneTimeCodes = (queries: Queries, userId: UserId) =>
  queries.run(directory`
    delete from one_time_codes
    where user_id = ${userId}`);
