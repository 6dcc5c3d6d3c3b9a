import { isUuid, type UserId } from '../../platform/identifiers.ts';
import { notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { markUnlinkRequested } from './institutions.queries.ts';

/**
 * Requests that an item is unlinked: stops its syncs at once, and enqueues the job that revokes our access at the
 * aggregator and then deletes the item's rows. The job waits for an unavailable aggregator. Safe to repeat.
 */
export async function requestUnlink(
  { database, queue, userEvents, log }: Services,
  userId: UserId,
  itemId: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!isUuid(itemId) || !(await markUnlinkRequested(transaction, userId, itemId)))
      throw notFound('institution');
    await queue.enqueue('unlink-item', { userId, itemId }, { key: itemId, transaction });
    await userEvents.publish(transaction, userId, 'sync');
  });
  log.info({ event: 'unlink_requested', user_id: userId, item_id: itemId });
}
