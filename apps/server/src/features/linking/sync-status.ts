import { formatInstitution } from '@cairn/contract/text/formats';
import { itemRemedy, itemState } from '../../domain/items/item-state.ts';
import type { ItemRow } from '../../domain/items/linked-items.queries.ts';
import { findLastSync, formatRelativeTime } from '../../domain/items/relative-time.ts';
import { consentOffer, itemErrorMessage, itemNotice } from '../../items/item-messages.ts';

/** Formats the sync status of all items, for `GET /user/sync`. */
export function syncStatus(items: readonly ItemRow[], now: Date) {
  const states = new Set(items.map(({ sync_state }) => sync_state));
  const state = states.has('running') ? 'running' : states.has('queued') ? 'queued' : 'idle';
  return {
    state,
    last_sync_pretty: formatRelativeTime(findLastSync(items), now),
    items: items.map(itemSyncStatus),
  } as const;
}

/** Formats the sync status of one item. */
export const itemSyncStatus = (item: ItemRow) => ({
  item_id: item.provider_item_id,
  institution_name: item.institution_name,
  disambiguation_label: item.disambiguation_label,
  state: itemState(item),
  added: item.sync_added,
  last_sync: item.last_synced_at?.toISOString() ?? null,
  error: itemErrorMessage(item.sync_error, formatInstitution(item), item.consent_ends_at),
  notice: itemNotice(item, formatInstitution(item)),
  remedy: itemRemedy(item),
  offer: consentOffer(item, formatInstitution(item)),
});
