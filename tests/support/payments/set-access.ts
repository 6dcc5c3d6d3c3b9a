import { setPaidUntil } from '../../../apps/server/src/features/billing/set-paid-until.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { asUserId } from '../../../apps/server/src/platform/identifiers.ts';
import { createLogger } from '../../../apps/server/src/platform/log.ts';

/** Sets until when a user has access, as a payment event does. */
export async function setAccess(
  databaseUrl: string,
  userId: string,
  until: Date | 'infinity',
): Promise<void> {
  const database = openDatabase({
    url: databaseUrl,
    directUrl: databaseUrl,
    log: createLogger('error'),
    maxConnections: 1,
  });
  try {
    await database.transaction((transaction) =>
      setPaidUntil(
        transaction,
        asUserId(userId),
        until === 'infinity' ? until : until.toISOString(),
      ),
    );
  } finally {
    await database.close();
  }
}

/** Sets when a user's access ended. */
export const endAccess = (databaseUrl: string, userId: string, secondsAgo: number) =>
  setAccess(databaseUrl, userId, new Date(Date.now() - secondsAgo * 1_000));
