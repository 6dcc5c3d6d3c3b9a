import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { institutionLogoUrl } from '../balances/account-rows.ts';
import { disambiguationLabels } from './disambiguation-labels.ts';
import type { ItemHealth, SyncState } from './item-state.ts';
import type { Product } from './products.ts';

/** An item with its health and the state of its sync. */
export interface ItemRow {
  id: string;
  provider_item_id: string;
  institution_name: string;
  logo_url: string | null;
  brand_color: string | null;
  created_at: Date;
  health: ItemHealth;
  sync_state: SyncState;
  sync_error: string | null;
  sync_added: number;
  last_synced_at: Date | null;
  /** When the user's consent ends, if the bank reports it. */
  consent_ends_at: Date | null;
  /** True if the bank has accounts that the user has not been offered yet. */
  has_new_accounts: boolean;
  /** Products that the bank didn't share because the user hasn't consented to them. */
  missing_consents: Product[];
  /** True if the user has unlinked it and its data is about to be deleted. */
  unlinking: boolean;
  /** Distinguishes it from the user's other items at the institution. Null if there are none. */
  disambiguation_label: string | null;
}

/** Lists a user's items, the first linked first. */
export async function listItems(queries: Queries, userId: UserId): Promise<ItemRow[]> {
  const items = await queries.rows<Omit<ItemRow, 'disambiguation_label'>>(owned`
    select
      id,
      provider_item_id,
      institution_name,
      ${institutionLogoUrl} as logo_url,
      brand_color,
      created_at,
      health,
      sync_state,
      sync_error,
      sync_added,
      last_synced_at,
      consent_ends_at,
      new_accounts_at is not null as has_new_accounts,
      missing_consents,
      unlink_requested_at is not null as unlinking
    from items i
    where user_id = ${userId}
    order by created_at, id`);
  const hasSameInstitution =
    new Set(items.map(({ institution_name }) => institution_name)).size < items.length;
  const labels = disambiguationLabels(
    items,
    hasSameInstitution ? await listAccountNames(queries, userId) : [],
  );
  return items.map((item) => ({ ...item, disambiguation_label: labels.get(item.id) ?? null }));
}

/** Returns an item by Cairn's id. */
export const findItem = async (
  queries: Queries,
  userId: UserId,
  id: string,
): Promise<ItemRow | undefined> =>
  (await listItems(queries, userId)).find((item) => item.id === id);

/** Lists account names, accounts in use first. */
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

/** True if the user has an item that isn't removed. */
export const hasLinkedItems = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from items
    where user_id = ${userId}
      and health <> 'removed'
    limit 1`)) !== undefined;
