import type { ItemState as ItemStateSchema } from '@cairn/contract/linking';
import type { Static } from 'typebox';

export type ItemState = Static<typeof ItemStateSchema>;

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
