import type { CallResponse } from '@cairn/contract/calls';

/** The state of a user's syncs, as a `sync` event reports it. */
export type SyncState = CallResponse<'GET /user/sync'>;

/**
 * True if an item, or the whole sync, finished between two states, so that financial data may have
 * changed. A quick sync may start and finish between two events: then only `last_sync` differs.
 */
export function mayHaveChangedData(previous: SyncState | undefined, next: SyncState): boolean {
  const isBusy = (state: string) => state === 'queued' || state === 'running';
  if (!isBusy(next.state) && (previous === undefined || isBusy(previous.state))) return true;
  // Unlinking an item removes its accounts.
  const wasItemUnlinked = previous?.items.some(
    ({ item_id }) => !next.items.some((item) => item.item_id === item_id),
  );
  if (wasItemUnlinked) return true;
  return next.items.some((item) => {
    const before = previous?.items.find(({ item_id }) => item_id === item.item_id);
    if (before === undefined) return false;
    return (!isBusy(item.state) && isBusy(before.state)) || item.last_sync !== before.last_sync;
  });
}
