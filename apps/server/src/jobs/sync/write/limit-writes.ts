import pLimit from 'p-limit';
import type { UserId } from '../../../platform/identifiers.ts';

/** Each write occupies a database connection for seconds, and the rest of a sync needs connections too. */
const limitAllWrites = pLimit(3);

/** The limiters of the users whose syncs are writing or waiting to write. */
const userLimiters = new Map<UserId, ReturnType<typeof pLimit>>();

/**
 * Runs a sync's write once fewer than three writes are running in this process, and none for this user. In the database,
 * writes for one user would wait for each other anyway, while each occupies a connection.
 */
export async function limitWrites<T>(userId: UserId, write: () => Promise<T>): Promise<T> {
  const limitUserWrites = userLimiters.get(userId) ?? pLimit(1);
  userLimiters.set(userId, limitUserWrites);
  try {
    return await limitUserWrites(() => limitAllWrites(write));
  } finally {
    if (limitUserWrites.activeCount + limitUserWrites.pendingCount === 0)
      userLimiters.delete(userId);
  }
}
