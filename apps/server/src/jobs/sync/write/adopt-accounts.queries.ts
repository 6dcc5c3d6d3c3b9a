import type { Queries } from '../../../platform/database/database.ts';
import { directory, owned } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import type { AccountRecord } from '../../../providers/plaid/map.ts';
import type { ItemKey, Lease } from '../lease.queries.ts';
import { selectLatestStaged } from './write-staged.queries.ts';

/**
 * Adopts accounts of a removed item. A bank that is linked again reports the same accounts under new ids. Each new
 * account is matched one to one with an old one by institution, subtype, name, and mask. The old row gets the new id,
 * so the user's settings and the history that the bank no longer sends are kept. Returns the ids of the items that
 * accounts were adopted from.
 */
export async function adoptAccounts(
  queries: Queries,
  { userId, itemId }: ItemKey,
  arriving: readonly AccountRecord[],
): Promise<string[]> {
  const adopted = await queries.rows<{ account_id: string; from_item: string }>(owned`
    with arriving as (
      select
        a.*,
        row_number() over (
          partition by a.subtype, a.name, a.mask
          order by a.provider_account_id
        ) as position
      from jsonb_to_recordset(${JSON.stringify(arriving)}::jsonb) as a (
        provider_account_id text, subtype text, name text, mask text
      )
      where not exists (
        select 1
        from accounts existing
        where existing.user_id = ${userId}
          and existing.provider_account_id = a.provider_account_id
      )
    ),
    orphaned as (
      select
        a.id,
        a.item_id,
        a.subtype,
        a.name,
        a.mask,
        row_number() over (
          partition by a.subtype, a.name, a.mask
          order by a.id
        ) as position
      from items current
      join items old
        on old.user_id = current.user_id
        and old.institution_id = current.institution_id
        and old.health in ('removed', 'revoked')
        and old.id <> current.id
      join accounts a
        on a.user_id = old.user_id
        and a.item_id = old.id
      where current.user_id = ${userId}
        and current.id = ${itemId}
    )
    update accounts
    set
      item_id = ${itemId},
      provider_account_id = arriving.provider_account_id
    from orphaned
    join arriving
      on arriving.subtype is not distinct from orphaned.subtype
      and arriving.name = orphaned.name
      and arriving.mask is not distinct from orphaned.mask
      and arriving.position = orphaned.position
    where accounts.user_id = ${userId}
      and accounts.id = orphaned.id
    returning
      accounts.id as account_id,
      orphaned.item_id as from_item`);
  if (adopted.length === 0) return [];
  await clearLastSeenLeases(
    queries,
    userId,
    adopted.map(({ account_id }) => account_id),
  );
  return [...new Set(adopted.map(({ from_item }) => from_item))];
}

/**
 * Clears which lease last saw each transaction. Leases are numbered per item, so those of the old item mean nothing to
 * the new one.
 */
const clearLastSeenLeases = (queries: Queries, userId: UserId, accountIds: readonly string[]) =>
  queries.run(owned`
    update transactions
    set last_seen_lease = 0
    where user_id = ${userId}
      and account_id = any(${accountIds}::uuid[])`);

/**
 * Deletes a removed item whose accounts were all adopted, and moves its sync runs to the new item. An item that is
 * being unlinked is skipped: its access has yet to be revoked, and its own job deletes it.
 */
export async function deleteReplacedItem(
  queries: Queries,
  { userId, itemId }: ItemKey,
  oldItemId: string,
): Promise<void> {
  const deleted = await queries.row<{ provider_item_id: string }>(owned`
    delete from items
    where user_id = ${userId}
      and id = ${oldItemId}
      and unlink_requested_at is null
      and not exists (
        select 1
        from accounts
        where user_id = ${userId}
          and item_id = ${oldItemId}
      )
    returning provider_item_id`);
  if (deleted === undefined) return;
  await queries.run(owned`
    update sync_runs
    set item_id = ${itemId}
    where user_id = ${userId}
      and item_id = ${oldItemId}`);
  await queries.run(directory`
    delete from item_directory
    where provider_item_id = ${deleted.provider_item_id}`);
}

/**
 * Adopts transactions of the old item that arrive under a new id. They are matched one to one by account, date, amount,
 * and name. Rows about which the user decided something are matched first.
 */
export const adoptTransactions = (queries: Queries, lease: Lease) => {
  const { userId, itemId } = lease;
  return queries.run(owned`
    with adoptable as (
      select
        t.id,
        t.account_id,
        t.amount,
        t.currency,
        t.date,
        t.name,
        row_number() over (
          partition by t.account_id, t.amount, t.currency, t.date, t.name
          order by
            t.overridden_category is null,
            not t.user_excluded,
            t.tag_ids = '{}',
            t.note is null,
            not t.reviewed,
            t.id
        ) as position
      from transactions t
      join accounts a
        on a.user_id = t.user_id
        and a.id = t.account_id
        and a.item_id = ${itemId}
      where t.user_id = ${userId}
        and t.last_seen_lease = 0
        and t.removed_at is null
        and not t.superseded
    ),
    latest as (
      ${selectLatestStaged(lease)}
    ),
    arriving as (
      select
        l.provider_transaction_id,
        a.id as account_id,
        l.amount,
        l.currency,
        l.date,
        l.name,
        row_number() over (
          partition by a.id, l.amount, l.currency, l.date, l.name
          order by l.provider_transaction_id
        ) as position
      from latest l
      join accounts a
        on a.user_id = ${userId}
        and a.provider_account_id = l.provider_account_id
      where not exists (
        select 1
        from transactions existing
        where existing.user_id = ${userId}
          and existing.provider_transaction_id = l.provider_transaction_id
      )
    )
    update transactions
    set provider_transaction_id = arriving.provider_transaction_id
    from adoptable
    join arriving using (account_id, amount, currency, date, name, position)
    where transactions.user_id = ${userId}
      and transactions.id = adoptable.id`);
};

/** True if the item has adopted transactions that it has not sent itself. */
export const hasUnseenAdoptedTransactions = async (
  queries: Queries,
  { userId, itemId }: ItemKey,
): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from transactions t
    join accounts a
      on a.user_id = t.user_id
      and a.id = t.account_id
      and a.item_id = ${itemId}
    where t.user_id = ${userId}
      and t.last_seen_lease = 0
      and t.removed_at is null
    limit 1`)) !== undefined;

/**
 * Removes adopted transactions that the new item did not send again, for example pending ones that have posted since.
 * Only rows on or after the first day that the item sent are removed; older history is kept.
 */
export const removeUnseenAdoptedTransactions = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.rows<{ id: string }>(owned`
    with sent as (
      select
        a.id as account_id,
        min(t.date) as since
      from accounts a
      join transactions t
        on t.user_id = a.user_id
        and t.account_id = a.id
        and t.last_seen_lease <> 0
      where a.user_id = ${userId}
        and a.item_id = ${itemId}
      group by a.id
    )
    update transactions
    set removed_at = now()
    from sent
    where transactions.user_id = ${userId}
      and transactions.account_id = sent.account_id
      and transactions.last_seen_lease = 0
      and transactions.removed_at is null
      and transactions.date >= sent.since
    returning transactions.id`);
