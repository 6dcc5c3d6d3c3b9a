import pLimit from 'p-limit';
import type { UserId } from '../../../platform/identifiers.ts';

/**
 * Limits how many syncs write at once in this process. Each write keeps a database connection for seconds, and the
 * other syncs need some too.
 */
const limitWrites = pLimit(3);

/** The turns of users with a sync that writes or waits. */
const turnsOfUsers = new Map<UserId, ReturnType<typeof pLimit>>();

/**
 * Runs a sync's write when it is its turn. The writes of one user run one after the other: in the database, they would
 * wait for each other anyway, with a connection each.
 */
export async function inWriteTurn<T>(userId: UserId, write: () => Promise<T>): Promise<T> {
  const turn = turnsOfUsers.get(userId) ?? pLimit(1);
  turnsOfUsers.set(userId, turn);
  try {
    return await turn(() => limitWrites(write));
  } finally {
    if (turn.activeCount + turn.pendingCount === 0) turnsOfUsers.delete(userId);
  }
}
