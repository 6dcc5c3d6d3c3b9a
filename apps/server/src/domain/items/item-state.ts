import type { ItemState as ItemStateSchema, Remedy as RemedySchema } from '@cairn/contract/linking';
import type { Static } from 'typebox';

/**
 * The values of `items.health`: whether the aggregator can read an item. The table's constraint allows no others.
 *
 * - `login_required`: the user must sign in at the bank again.
 * - `consent_expiring`: the user's consent ends soon. The item is still synced.
 * - `revoked`: the user ended access at the bank.
 * - `removed`: the item no longer exists at the aggregator.
 */
export const itemHealths = [
  'ok',
  'login_required',
  'consent_expiring',
  'revoked',
  'removed',
] as const;
export type ItemHealth = (typeof itemHealths)[number];

/** A health that stops an item's sync until the user acts. */
export type BrokenHealth = Exclude<ItemHealth, 'ok' | 'consent_expiring'>;

/** The values of `items.sync_state`. The table's constraint allows no others. */
export const syncStates = ['idle', 'queued', 'running', 'retrying'] as const;
export type SyncState = (typeof syncStates)[number];

/** What users see of an item: its sync state or its health. */
export type ItemState = Static<typeof ItemStateSchema>;
export type Remedy = Static<typeof RemedySchema>;

/** Returns an item's state: that of its sync while one is queued, running, or retrying, otherwise its health. */
export function itemState(item: {
  sync_state: SyncState;
  health: ItemHealth;
  sync_error: string | null;
}): ItemState {
  if (item.sync_state !== 'idle') return item.sync_state;
  if (item.health !== 'ok') return item.health;
  return item.sync_error === null ? 'ok' : 'error';
}

/**
 * Returns what the user can do to restore an item, from its health and its last sync error. Null if the problem is
 * temporary, or if the item is being unlinked.
 */
export function itemRemedy(item: {
  health: ItemHealth;
  sync_error: string | null;
  has_new_accounts: boolean;
  unlinking: boolean;
}): Remedy {
  if (item.unlinking) return null;
  switch (item.health) {
    case 'revoked':
    case 'removed':
      return 'link_again';
    case 'login_required':
    case 'consent_expiring':
      return 'reconnect';
    case 'ok':
      return item.sync_error === 'no_accounts' || item.has_new_accounts ? 'choose_accounts' : null;
    default:
      return item.health satisfies never;
  }
}
