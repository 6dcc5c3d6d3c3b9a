import type { Queries } from '../../platform/database.ts';
import { directory, owned } from '../../platform/owned-sql.ts';
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

/** The accounts of an item, by our ids. */
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
