import type { Queries } from '../../platform/database.ts';
import { directory, owned } from '../../platform/owned-sql.ts';
import type { ItemKey } from '../sync/lease.queries.ts';
import type { KeyRow } from './keys.queries.ts';

/** An item whose unlinking the user requested, with its access token if it still has one. */
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
