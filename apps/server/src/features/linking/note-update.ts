import { findItem } from '../../domain/linked-items.queries.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { noteUpdated } from './linking.queries.ts';
import { syncOfItem } from './sync-status.ts';

/**
 * The user has been through update mode at an institution (by the aggregator's id), or does not want what it
 * was offered for. No webhook tells of that where nothing was broken yet, so they say it: what was only a
 * warning goes, and a sync finds out how the login stands. Answers where it stands now.
 */
export async function noteUpdate(
  { database, queue, announcements, limits, log }: Services,
  userId: UserId,
  providerItemId: string,
): Promise<ReturnType<typeof syncOfItem>> {
  await limits.take('sync_user', userId);
  return database.transaction(async (transaction) => {
    const updated = await noteUpdated(transaction, userId, providerItemId);
    const item = updated && (await findItem(transaction, userId, updated.id));
    if (item === undefined) throw notFound('institution');
    await queue.enqueue('sync-item', { userId, itemId: item.id }, { key: item.id, transaction });
    await announcements.announce(transaction, userId, 'sync');
    log.info({ event: 'update_mode_finished', user_id: userId, item_id: item.id });
    return syncOfItem(item);
  });
}
