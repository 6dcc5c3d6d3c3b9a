import type { ItemState as ItemStateSchema, Remedy as RemedySchema } from '@cairn/contract/linking';
import type { Static } from 'typebox';

export type ItemState = Static<typeof ItemStateSchema>;
export type Remedy = Static<typeof RemedySchema>;

const words: ReadonlySet<string> = new Set<ItemState>([
  'queued',
  'running',
  'retrying',
  'login_required',
  'consent_expiring',
  'revoked',
  'removed',
]);

/** The one word for where a connection stands: its sync while one is under way, else its health. */
export function itemState(item: {
  sync_state: string;
  health: string;
  sync_error: string | null;
}): ItemState {
  for (const word of [item.sync_state, item.health]) if (words.has(word)) return word as ItemState; // Just checked.
  return item.sync_error === null ? 'ok' : 'error';
}

/**
 * The one thing that helps a connection, by its health and the kind of fault of its last sync. What passes
 * by itself has none, nor has one that is being unlinked.
 */
export function remedyOf(item: {
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
