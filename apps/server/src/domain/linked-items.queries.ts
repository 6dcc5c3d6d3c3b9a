import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { owned } from '../platform/owned-sql.ts';
import type { Product } from './products.ts';
import { toldApart } from './told-apart.ts';

/** A linked institution with where its connection and its sync stand. */
export interface ItemRow {
  id: string;
  provider_item_id: string;
  institution_name: string;
  created_at: Date;
  health: string;
  sync_state: string;
  sync_error: string | null;
  sync_added: number;
  last_synced_at: Date | null;
  /** Until when the bank lets us in, where it has told. */
  consent_ends_at: Date | null;
  /** The bank has accounts that the user was not asked about. */
  has_new_accounts: boolean;
  /** What the bank was asked for in vain, for its customer has not agreed to it there. */
  lacks_consent: Product[];
  /** The user has unlinked it, and it is about to be deleted. */
  unlinking: boolean;
  /** What tells it from another login at the same institution; null: it is the only one. */
  told_apart: string | null;
}

/** The linked institutions, the one linked first at the top. */
export async function listItems(queries: Queries, userId: UserId): Promise<ItemRow[]> {
  const items = await queries.rows<Omit<ItemRow, 'told_apart'>>(owned`
    select
      id,
      provider_item_id,
      institution_name,
      created_at,
      health,
      sync_state,
      sync_error,
      sync_added,
      last_synced_at,
      consent_ends_at,
      new_accounts_at is not null as has_new_accounts,
      lacks_consent,
      unlink_asked_at is not null as unlinking
    from items
    where user_id = ${userId}
    order by created_at, id`);
  const hasNamesakes =
    new Set(items.map(({ institution_name }) => institution_name)).size < items.length;
  const told = toldApart(items, hasNamesakes ? await listAccountNames(queries, userId) : []);
  return items.map((item) => ({ ...item, told_apart: told.get(item.id) ?? null }));
}

/** One linked institution by our id. */
export const findItem = async (
  queries: Queries,
  userId: UserId,
  id: string,
): Promise<ItemRow | undefined> =>
  (await listItems(queries, userId)).find((item) => item.id === id);

/** What the accounts are called, those that are in use first. */
const listAccountNames = (queries: Queries, userId: UserId) =>
  queries.rows<{ item_id: string; name: string; mask: string | null }>(owned`
    select
      item_id,
      coalesce(custom_name, name) as name,
      mask
    from accounts
    where user_id = ${userId}
    order by
      hidden,
      closed_at is not null,
      created_at,
      id`);

/** Whether a user still has an institution linked. */
export const hasLinkedItems = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from items
    where user_id = ${userId}
      and health <> 'removed'
    limit 1`)) !== undefined;
