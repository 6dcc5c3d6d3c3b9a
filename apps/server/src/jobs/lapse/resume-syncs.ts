import { queueItems } from '../../features/linking/linking.queries.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { isNext, lockSubscriber, setNext } from './lapse.queries.ts';
import { lapsedOf, nothingMore, untilItEnds } from './take-step.ts';

/** Queues a sync of every item after a lapsed user has paid again. */
export async function resumeSyncs(services: Services, userId: UserId): Promise<void> {
  const { database, queue, announcements } = services;
  await database.transaction(async (transaction) => {
    const subscriber = await lockSubscriber(transaction, userId);
    if (!(await isNext(transaction, userId, 'resume'))) return;
    if (subscriber === undefined || subscriber.isBeingDeleted)
      return setNext(transaction, userId, nothingMore);
    // If the subscription has ended again already, the next step says so.
    if (lapsedOf(subscriber) === undefined) {
      for (const { id } of await queueItems(transaction, userId))
        await queue.enqueue('sync-item', { userId, itemId: id }, { key: id, transaction });
      await announcements.announce(transaction, userId, 'sync');
    }
    return setNext(transaction, userId, untilItEnds(subscriber));
  });
}
