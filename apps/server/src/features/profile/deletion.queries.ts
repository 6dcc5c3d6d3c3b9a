import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { directory, owned } from '../../platform/owned-sql.ts';

/** What goes when the user goes. */
export interface HeldRow {
  institutions: string[];
  accounts: number;
  transactions: number;
  paid: boolean;
  apple: boolean;
  exchanges: string[];
  has_password: boolean;
}

export const findHeld = (queries: Queries, userId: UserId) =>
  queries.row<HeldRow>(owned`
    select
      array(
        select institution_name
        from items
        where user_id = ${userId}
        order by created_at, id
      ) as institutions,
      held.accounts,
      held.transactions,
      coalesce(u.paid_until > now(), false) as paid,
      exists (
        select 1
        from user_identities
        where user_id = ${userId}
          and provider = 'APPLE'
      ) as apple,
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
    ) held
    where u.user_id = ${userId}`);

/**
 * Marks a user as leaving, and takes what they could sign in with or be written to. False if they
 * are leaving already.
 */
export const markLeaving = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.run(owned`
    update users
    set
      deletion_asked_at = now(),
      email = '',
      password_hash = null
    where user_id = ${userId}
      and deletion_asked_at is null`)) === 1;

/** Frees the user's address: it leads nowhere, and whoever holds it can sign up with it. */
export const freeAddresses = (queries: Queries, userId: UserId) =>
  queries.run(directory`
    delete from user_addresses
    where user_id = ${userId}`);

/** The accounts elsewhere that the user signed in with lead nowhere. */
export const forgetIdentities = (queries: Queries, userId: UserId) =>
  queries.run(directory`
    delete from identities
    where user_id = ${userId}`);

/** The codes in the user's mails are worth nothing. */
export const forgetCodes = (queries: Queries, userId: UserId) =>
  queries.run(directory`
    delete from one_time_codes
    where user_id = ${userId}`);
