import type { ItemState as ItemStateSchema, Remedy as RemedySchema } from '@cairn/contract/linking';
import type { Static } from 'typebox';

export type ItemState = Static<typeof ItemStateSchema>;
export type Remedy = Static<typeof RemedySchema>;

const storedStates: ReadonlySet<string> = new Set<ItemState>([
  'queued',
  'running',
  'retrying',
  'login_required',
  'consent_expiring',
  'revoked',
  'removed',
]);

/** Returns an item's state: that of its sync while one is queued, running, or retrying, otherwise its health. */
export function itemState(item: {
  sync_state: string;
  health: string;
  sync_error: string | null;
}): ItemState {
  for (const state of [item.sync_state, item.health])
    if (storedStates.has(state)) return state as ItemState; // The set contains only item states.
  return item.sync_error === null ? 'ok' : 'error';
}

/**
 * Returns what the user can do to restore an item, from its health and its last sync error. Null if the problem is
 * temporary, or if the item is being unlinked.
 */
export function itemRemedy(item: {
  health: string;
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
    default:
      return item.sync_error === 'no_accounts' || item.has_new_accounts ? 'choose_accounts' : null;
  }
}
