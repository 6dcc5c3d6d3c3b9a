import { isUuid, type UserId } from '../../platform/identifiers.ts';
import { notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { storyEvents, storyRows } from './story.queries.ts';
import { tellStory } from './transaction-story.ts';

/** Returns the history of one transaction, oldest first. Throws 404 for an unknown one. */
export async function showStory({ database }: Services, userId: UserId, id: string) {
  const rows = isUuid(id) ? await storyRows(database, userId, id) : [];
  if (rows.length === 0) throw notFound('transaction');
  const events = await storyEvents(
    database,
    userId,
    rows.map((row) => row.id),
  );
  return {
    events: tellStory(rows, events).map(({ at, event, detail }) => ({
      at: at.toISOString(),
      event,
      detail,
    })),
  };
}
