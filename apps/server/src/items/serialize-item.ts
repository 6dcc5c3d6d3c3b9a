import type { ItemNeeds, ItemReference, ItemSync, LinkedItem } from '@cairn/contract/linking';
import { formatInstitution } from '@cairn/contract/text/formats';
import type { Static } from 'typebox';
import { itemRemedy, itemState } from '../domain/items/item-state.ts';
import type { ItemRow } from '../domain/items/linked-items.queries.ts';
import { formatRelativeTime } from '../domain/items/relative-time.ts';
import { consentOffer, itemErrorMessage, itemNotice } from './item-messages.ts';

/** Serializes the fields that identify an item. */
export const toItemReference = (item: ItemRow): Static<typeof ItemReference> => ({
  id: item.id,
  item_id: item.provider_item_id,
  item_details: {
    institution_name: item.institution_name,
    created_at: item.created_at.toISOString(),
    disambiguation_label: item.disambiguation_label,
    logo_url: item.logo_url,
    color: item.brand_color,
  },
});

/** Serializes an item with its state and its last sync. */
export const toLinkedItem = (item: ItemRow, now: Date): Static<typeof LinkedItem> => ({
  ...toItemReference(item),
  state: itemState(item),
  last_sync: formatLastSync(item),
  last_sync_pretty: formatRelativeTime(item.last_synced_at, now),
});

/** Serializes the sync status of an item. */
export const toItemSync = (item: ItemRow): Static<typeof ItemSync> => ({
  item_id: item.provider_item_id,
  institution_name: item.institution_name,
  disambiguation_label: item.disambiguation_label,
  state: itemState(item),
  added: item.sync_added,
  last_sync: formatLastSync(item),
  ...toItemNeeds(item),
  offer: consentOffer(item, formatInstitution(item)),
});

/** Serializes what an item needs: its error, its notice, and what the user can do. */
export const toItemNeeds = (item: ItemRow): Static<typeof ItemNeeds> => ({
  error: itemErrorMessage(item.sync_error, formatInstitution(item), item.consent_ends_at),
  notice: itemNotice(item, formatInstitution(item)),
  remedy: itemRemedy(item),
});

const formatLastSync = ({ last_synced_at }: ItemRow): string | null =>
  last_synced_at?.toISOString() ?? null;
