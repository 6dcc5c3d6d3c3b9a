import { isUuid, type UserId } from '../../../platform/identifiers.ts';
import { notFound } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { buildStory } from './build-story.ts';
import { listStoryTransactions, listTransactionEvents } from './story.queries.ts';

/** Returns the history of one transaction, oldest first. Throws 404 for an unknown transaction. */
export async function showStory({ database }: Services, userId: UserId, id: string) {
  const rows = isUuid(id) ? await listStoryTransactions(database, userId, id) : [];
  if (rows.length === 0) throw notFound('transaction');
  const events = await listTransactionEvents(
    database,
    userId,
    rows.map((row) => row.id),
  );
  return {
    events: buildStory(rows, events).map(({ at, event, detail }) => ({
      at: at.toISOString(),
      event,
      detail,
    })),
  };
}
