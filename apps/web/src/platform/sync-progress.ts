import type { CallReply } from '@cairn/contract/calls';

/** Where the syncs stand, as a `sync` event carries it. */
export type SyncState = CallReply<'GET /user/sync'>;

/**
 * Whether an institution, or the whole run, came to its end between two states. A quick sync begins
 * and ends between two looks: then only the time of the last one tells.
 */
export function hasBroughtSomething(previous: SyncState | undefined, next: SyncState): boolean {
  const busy = (state: string) => state === 'queued' || state === 'running';
  if (!busy(next.state) && (previous === undefined || busy(previous.state))) return true;
  // One that was unlinked has taken its accounts with it.
  const gone = previous?.items.some(
    ({ item_id }) => !next.items.some((item) => item.item_id === item_id),
  );
  if (gone) return true;
  return next.items.some((item) => {
    const before = previous?.items.find(({ item_id }) => item_id === item.item_id);
    if (before === undefined) return false;
    return (!busy(item.state) && busy(before.state)) || item.last_sync !== before.last_sync;
  });
}
