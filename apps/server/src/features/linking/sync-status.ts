import { formatInstitution } from '@cairn/contract/formats';
import { itemState, remedyOf } from '../../domain/item-state.ts';
import type { ItemRow } from '../../domain/linked-items.queries.ts';
import { lastSync, relativeTime } from '../../domain/relative-time.ts';
import { consentOffer, itemErrorMessage, itemNotice } from '../../items/item-messages.ts';

/** Formats the sync status of all items, for `GET /user/sync`. */
export function syncStatus(items: readonly ItemRow[], now: Date) {
  const states = new Set(items.map(({ sync_state }) => sync_state));
  const state = states.has('running') ? 'running' : states.has('queued') ? 'queued' : 'idle';
  return {
    state,
    last_sync_pretty: relativeTime(lastSync(items), now),
    items: items.map(syncOfItem),
  } as const;
}

/** Formats the sync status of one item. */
export const syncOfItem = (item: ItemRow) => ({
  item_id: item.provider_item_id,
  institution_name: item.institution_name,
  told_apart: item.told_apart,
  state: itemState(item),
  added: item.sync_added,
  last_sync: item.last_synced_at?.toISOString() ?? null,
  error: itemErrorMessage(item.sync_error, formatInstitution(item), item.consent_ends_at),
  notice: itemNotice(item, formatInstitution(item)),
  remedy: remedyOf(item),
  offer: consentOffer(item, formatInstitution(item)),
});
