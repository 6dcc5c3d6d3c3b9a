import type { ItemHealth } from '../../domain/items/item-state.ts';
import type { Queries } from '../../platform/database/database.ts';
import { directory, owned } from '../../platform/database/owned-sql.ts';
import type { ItemKey } from '../sync/lease.queries.ts';
import type { AccessTokenRow } from './access-tokens.queries.ts';

/** Finds an item whose unlinking the user requested, with its access token if it still has one. */
export const findItemToUnlink = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.row<AccessTokenRow & { requested_at: Date; health: ItemHealth }>(owned`
    select
      id,
      provider_item_id,
      institution_name,
      access_token_sealed,
      health,
      unlink_requested_at as requested_at
    from items
    where user_id = ${userId}
      and id = ${itemId}
      and unlink_requested_at is not null`);

/** Returns the ids of an item's accounts. */
export const listAccountIds = async (
  queries: Queries,
  { userId, itemId }: ItemKey,
): Promise<readonly string[]> =>
  (
    await queries.rows<{ id: string }>(owned`
      select id
      from accounts
      where user_id = ${userId}
        and item_id = ${itemId}`)
  ).map(({ id }) => id);

/** Deletes the sync runs and staged pages of an item. */
export async function deleteSyncData(queries: Queries, { userId, itemId }: ItemKey): Promise<void> {
  await queries.run(owned`
    delete from sync_runs
    where user_id = ${userId}
      and item_id = ${itemId}`);
  await queries.run(owned`
    delete from sync_pages
    where user_id = ${userId}
      and item_id = ${itemId}`);
}

/** Deletes the item and its directory entry. */
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
