import { enqueueSync } from '../../../items/enqueue-sync.ts';
import { asUserId } from '../../../platform/identifiers.ts';
import type { Jobs } from '../../../platform/jobs/job-kinds.ts';
import type { Services } from '../../../services.ts';
import { isActiveAndPaid } from '../../crypto/exchange-polls.queries.ts';
import { claimDueItems, queueStaleItems } from './poll-items.queries.ts';

const batchSize = 100;
/** In hours. An item that was synced more recently is not polled. */
const minPollAge = 6;
/** In hours. A sign-in syncs items that were synced longer ago. */
const maxAgeAtSignIn = 12;

/**
 * Polls every item once a day, to find what a lost webhook would have reported. Each item has its own time of day, so
 * that the load is spread.
 */
export async function pollItems({ database, queue, log }: Services): Promise<void> {
  for (;;) {
    const { due, enqueued } = await database.transaction(async (transaction) => {
      const items = await claimDueItems(transaction, batchSize);
      let count = 0;
      for (const { user_id, item_id } of items) {
        const userId = asUserId(user_id);
        if (!(await isActiveAndPaid(transaction, userId))) continue;
        for (const { id } of await queueStaleItems(transaction, userId, minPollAge, item_id)) {
          await enqueueSync(queue, transaction, { userId, itemId: id }, { isBackground: true });
          count += 1;
        }
      }
      return { due: items.length, enqueued: count };
    });
    if (enqueued > 0) log.info({ event: 'items_polled', items: enqueued });
    if (due < batchSize) return;
  }
}

/** Syncs the items of a user who has just signed in, if their last sync is more than half a day ago. */
export async function syncStaleItems(
  { database, queue, userEvents }: Services,
  job: Jobs['sync-stale-items'],
): Promise<void> {
  const userId = asUserId(job.userId);
  await database.transaction(async (transaction) => {
    if (!(await isActiveAndPaid(transaction, userId))) return;
    const items = await queueStaleItems(transaction, userId, maxAgeAtSignIn);
    for (const { id } of items) await enqueueSync(queue, transaction, { userId, itemId: id });
    if (items.length > 0) await userEvents.publish(transaction, userId, 'sync');
  });
}
