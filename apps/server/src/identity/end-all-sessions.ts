import type { Database } from '../platform/database/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { recordActivity } from './activity.queries.ts';
import { listUsersAfter, lowestUserId } from './addresses.queries.ts';
import { forgetDevices } from './known-devices.queries.ts';
import { revokeSessions } from './sessions.queries.ts';

/**
 * Ends every session of a user on behalf of an operator, signs out their open pages, and forgets their devices. Returns
 * the number of ended sessions.
 */
export const endSessionsOfUser = (database: Database, userId: UserId): Promise<number> =>
  database.transaction(async (transaction) => {
    const ended = await revokeSessions(transaction, userId);
    await forgetDevices(transaction, userId);
    if (ended > 0)
      await recordActivity(transaction, { userId, event: 'sessions_ended_by_operator' });
    return ended;
  });

/** How many users are listed at a time. */
const batchSize = 500;

/**
 * Ends the sessions of every user, as `endSessionsOfUser` does. An interrupted run can be repeated. Returns the
 * numbers of affected users and ended sessions.
 */
export async function endAllSessions(
  database: Database,
): Promise<{ users: number; sessions: number }> {
  const ended = { users: 0, sessions: 0 };
  let after = lowestUserId;
  for (;;) {
    const userIds: UserId[] = await listUsersAfter(database, after, batchSize);
    for (const userId of userIds) {
      const count = await endSessionsOfUser(database, userId);
      ended.sessions += count;
      if (count > 0) ended.users += 1;
    }
    const last = userIds.at(-1);
    if (last === undefined) return ended;
    after = last;
  }
}
