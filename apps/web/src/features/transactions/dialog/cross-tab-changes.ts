import type { CallResponse } from '@cairn/contract/calls';
import { isDemoMode } from '../../../platform/demo-mode.ts';
import { getSession } from '../../../platform/session/session.ts';

type Row = CallResponse<'GET /user/transaction'>;

/** The message that a tab posts after its user changed rows. */
interface RowsChanged {
  readonly userId: string;
  readonly rows: readonly Row[];
}

/** Null outside a browser, because an open channel would keep unit tests from exiting. */
const channel = typeof window === 'undefined' ? null : new BroadcastChannel('changed-transactions');

const currentUserId = () => getSession()?.claims.id;

/** Publishes changed rows to the other tabs of this browser. */
export function publishToOtherTabs(rows: readonly Row[]): void {
  const userId = currentUserId();
  if (userId !== undefined) channel?.postMessage({ userId, rows } satisfies RowsChanged);
}

/**
 * Subscribes to rows that the same user changed in another tab. Such changes are ignored in demo mode, whose
 * rows never change. Returns the function that unsubscribes.
 */
export function subscribeToOtherTabs(onRows: (rows: readonly Row[]) => void): () => void {
  const onMessage = ({ data }: MessageEvent<RowsChanged>) => {
    if (data.userId === currentUserId() && !isDemoMode()) onRows(data.rows);
  };
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}
