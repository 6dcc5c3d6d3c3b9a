import type { Queries } from '../../platform/database.ts';
import { directory, fragment, owned } from '../../platform/owned-sql.ts';
import type { ItemKey } from '../sync/lease.queries.ts';
import type { KeyRow } from './keys.queries.ts';

/** An institution that its user wants unlinked, with our key to it, if we still have one. */
export const findUnlinking = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.row<KeyRow & { asked_at: Date; health: string }>(owned`
    select
      id,
      provider_item_id,
      institution_name,
      access_token_sealed,
      health,
      unlink_asked_at as asked_at
    from items
    where user_id = ${userId}
      and id = ${itemId}
      and unlink_asked_at is not null`);

const accountsOf = ({ userId, itemId }: ItemKey) => fragment`
  select id
  from accounts
  where user_id = ${userId}
    and item_id = ${itemId}`;

/** The rows elsewhere whose other halves are rows of an item. */
export const otherHalvesOf = (queries: Queries, key: ItemKey) =>
  queries.rows<{ id: string }>(owned`
    select half.id
    from transactions t
    join transactions half
      on half.user_id = ${key.userId}
      and half.id = t.transfer_pair_id
    where t.user_id = ${key.userId}
      and t.account_id in (${accountsOf(key)})
      and half.account_id not in (${accountsOf(key)})`);

/** Deletes the accounts of an item and all that hangs on them. */
export async function deleteOfAccounts(queries: Queries, key: ItemKey): Promise<void> {
  const { userId } = key;
  await queries.run(owned`
    delete from transactions
    where user_id = ${userId}
      and account_id in (${accountsOf(key)})`);
  await queries.run(owned`
    delete from balance_snapshots
    where user_id = ${userId}
      and account_id in (${accountsOf(key)})`);
  await queries.run(owned`
    delete from posted_days
    where user_id = ${userId}
      and account_id in (${accountsOf(key)})`);
  await queries.run(owned`
    delete from accounts
    where user_id = ${userId}
      and item_id = ${key.itemId}`);
}

/** Deletes what the syncs of an item brought or had under way. */
export async function deleteSyncs(queries: Queries, { userId, itemId }: ItemKey): Promise<void> {
  await queries.run(owned`
    delete from sync_runs
    where user_id = ${userId}
      and item_id = ${itemId}`);
  await queries.run(owned`
    delete from sync_pages
    where user_id = ${userId}
      and item_id = ${itemId}`);
}

/** Deletes the item, and what leads to it from the aggregator's id. */
export async function deleteItem(
  queries: Queries,
  { userId, itemId }: ItemKey,
  providerItemId: string,
): Promise<void> {
  await queries.run(owned`
    delete from items
    where user_id = ${userId}
      and id = ${itemId}`);
  await queries.run(directory`
    delete from item_directory
    where provider_item_id = ${providerItemId}`);
}
