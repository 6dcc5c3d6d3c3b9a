import type { ItemRow } from '../../domain/items/linked-items.queries.ts';
import { findLastSync, formatRelativeTime } from '../../domain/items/relative-time.ts';
import { toItemSync } from '../../items/serialize-item.ts';

/** Formats the sync status of all items, for `GET /user/sync`. */
export function syncStatus(items: readonly ItemRow[], now: Date) {
  const states = new Set(items.map(({ sync_state }) => sync_state));
  const state = states.has('running') ? 'running' : states.has('queued') ? 'queued' : 'idle';
  return {
    state,
    last_sync_pretty: formatRelativeTime(findLastSync(items), now),
    items: items.map(toItemSync),
  } as const;
}
