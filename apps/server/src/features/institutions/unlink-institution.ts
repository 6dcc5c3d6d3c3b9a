import { isUuid, type UserId } from '../../platform/identifiers.ts';
import { notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { markUnlinking } from './institutions.queries.ts';

/**
 * Has an institution unlinked: stops its syncs at once, and leaves the rest to a job that takes our
 * access back at the provider, however long that takes, and then deletes what is kept of it. To be asked
 * again changes nothing.
 */
export async function askToUnlink(
  { database, queue, announcements, log }: Services,
  userId: UserId,
  itemId: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!isUuid(itemId) || !(await markUnlinking(transaction, userId, itemId)))
      throw notFound('institution');
    await queue.enqueue('unlink-item', { userId, itemId }, { key: itemId, transaction });
    await announcements.announce(transaction, userId, 'sync');
  });
  log.info({ event: 'unlinking_asked', user_id: userId, item_id: itemId });
}
