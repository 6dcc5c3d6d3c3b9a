import { markItemsQueued } from '../../features/linking/linking.queries.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { isNextStep, lockSubscriber, setNextStep } from './lapse.queries.ts';
import { nextStepOfPaidUser, noNextStep, toLapsedUser } from './run-lapse-step.ts';

/** Queues a sync of every item after a lapsed user has paid again. */
export async function resumeSyncs(services: Services, userId: UserId): Promise<void> {
  const { database, queue, userEvents } = services;
  await database.transaction(async (transaction) => {
    const subscriber = await lockSubscriber(transaction, userId);
    if (!(await isNextStep(transaction, userId, 'resume'))) return;
    if (subscriber === undefined || subscriber.isBeingDeleted)
      return setNextStep(transaction, userId, noNextStep);
    // If the subscription has ended again already, the next step reports that.
    if (toLapsedUser(subscriber) === undefined) {
      for (const { id } of await markItemsQueued(transaction, userId))
        await queue.enqueue('sync-item', { userId, itemId: id }, { key: id, transaction });
      await userEvents.publish(transaction, userId, 'sync');
    }
    return setNextStep(transaction, userId, nextStepOfPaidUser(subscriber));
  });
}
