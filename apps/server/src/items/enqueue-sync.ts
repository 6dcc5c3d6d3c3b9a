import type { Transaction } from '../platform/database/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { findInstitutionId } from './institution.queries.ts';

/** The group of syncs whose institution is not known yet. */
export const unknownInstitution = 'unknown';

export interface SyncOptions {
  /** Seconds until the sync is due. */
  delaySeconds?: number;
  /** A retry has its own key, so that a sync that is requested in the meantime runs at once. */
  isRetry?: boolean;
  /** True if no user waits for this sync, so that syncs that a user requested run first. */
  isBackground?: boolean;
}

/**
 * Enqueues a sync of an item when the transaction commits, unless one is already waiting. Its group is the item's
 * institution, so that a slow institution delays only its own syncs.
 */
export async function enqueueSync(
  queue: Queue,
  transaction: Transaction,
  { userId, itemId }: { userId: UserId; itemId: string },
  { isRetry = false, ...options }: SyncOptions = {},
): Promise<void> {
  await queue.enqueue(
    'sync-item',
    { userId, itemId },
    {
      ...options,
      key: isRetry ? `${itemId} retry` : itemId,
      group: (await findInstitutionId(transaction, userId, itemId)) ?? unknownInstitution,
      transaction,
    },
  );
}
