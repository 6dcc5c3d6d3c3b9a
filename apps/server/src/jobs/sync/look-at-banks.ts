import { asUserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/job-kinds.ts';
import type { Services } from '../../services.ts';
import { isServed } from '../crypto/crypto.queries.ts';
import { queueStale, takeDueItems } from './look-at-banks.queries.ts';

const atOnce = 100;
/** A connection that was asked within these hours is not asked by itself again. */
const freshFor = 6;
/** Who signs in finds nothing older than this, in hours. */
const staleAtSignIn = 12;

/**
 * Asks every connection once a day, whatever the webhooks said: what a lost one would have told is found
 * then. Each has a time of day of its own, so that they do not all come at once.
 */
export async function lookAtBanks({ database, queue, log }: Services): Promise<void> {
  for (;;) {
    const { due, asked } = await database.transaction(async (transaction) => {
      const items = await takeDueItems(transaction, atOnce);
      let queued = 0;
      for (const { user_id, item_id } of items) {
        const userId = asUserId(user_id);
        if (!(await isServed(transaction, userId))) continue;
        for (const { id } of await queueStale(transaction, userId, freshFor, item_id)) {
          await queue.enqueue('sync-item', { userId, itemId: id }, { key: id, transaction });
          queued += 1;
        }
      }
      return { due: items.length, asked: queued };
    });
    if (asked > 0) log.info({ event: 'banks_looked_at', items: asked });
    if (due < atOnce) return;
  }
}

/** Somebody has signed in: what is older than half a day is brought up to date. */
export async function syncStale(
  { database, queue, announcements }: Services,
  job: Jobs['sync-stale'],
): Promise<void> {
  const userId = asUserId(job.userId);
  await database.transaction(async (transaction) => {
    if (!(await isServed(transaction, userId))) return;
    const items = await queueStale(transaction, userId, staleAtSignIn);
    for (const { id } of items)
      await queue.enqueue('sync-item', { userId, itemId: id }, { key: id, transaction });
    if (items.length > 0) await announcements.announce(transaction, userId, 'sync');
  });
}
