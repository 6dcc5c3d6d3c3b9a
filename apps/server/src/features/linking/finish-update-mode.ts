import { findItem } from '../../domain/items/linked-items.queries.ts';
import { toItemSync } from '../../items/serialize-item.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { clearUpdateWarnings } from './linking.queries.ts';

/**
 * Handles the end of update mode for an item (by the aggregator's id), or that the user dismissed its offer. The
 * aggregator sends no webhook if nothing was broken, so the client reports it: warnings are cleared, and a sync
 * determines the item's health. Returns the item's sync status.
 */
export async function finishUpdateMode(
  { database, queue, userEvents, rateLimiter, log }: Services,
  userId: UserId,
  providerItemId: string,
): Promise<ReturnType<typeof toItemSync>> {
  await rateLimiter.consume('sync_user', userId);
  return database.transaction(async (transaction) => {
    const cleared = await clearUpdateWarnings(transaction, userId, providerItemId);
    const item = cleared && (await findItem(transaction, userId, cleared.id));
    if (item === undefined) throw notFound('institution');
    await queue.enqueue('sync-item', { userId, itemId: item.id }, { key: item.id, transaction });
    await userEvents.publish(transaction, userId, 'sync');
    log.info({ event: 'update_mode_finished', user_id: userId, item_id: item.id });
    return toItemSync(item);
  });
}
