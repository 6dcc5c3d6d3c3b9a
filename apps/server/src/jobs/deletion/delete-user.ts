import { asUserId, type UserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/job-kinds.ts';
import type { Services } from '../../services.ts';
import {
  deleteFromDirectories,
  deleteSomeTransactions,
  deleteUserRow,
  findLeaving,
  lockLeaving,
  stopSyncs,
} from './deletion.queries.ts';
import { grantsOf, type Outstanding, revokeAccess } from './revoke-access.ts';

// Seconds until a provider that did not answer is asked again: doubling, and no longer than this.
const firstRetry = 15;
const longestRetry = 600;
/** For how long providers are asked before the rows go all the same. Milliseconds. */
const patience = 72 * 3_600_000;
// A sync that is writing is waited for, and a long life takes a while to delete. Milliseconds.
const longestWrite = { statementTimeout: 120_000, lockTimeout: 120_000 };

/**
 * Takes a leaving user's access at the providers back, then deletes every row of theirs. Each step
 * may be repeated, so a worker that dies in between costs nothing. A provider that does not answer
 * is asked again; meanwhile the user's rows are kept, because the keys are among them.
 */
export async function deleteUser(services: Services, job: Jobs['delete-user']): Promise<void> {
  const { database, queue, log } = services;
  const userId = asUserId(job.userId);
  const leaving = await findLeaving(database, userId);
  // A worker died here after the rows were gone.
  if (leaving === undefined) return queue.forget(userId);
  if (leaving.asked_at === null) return;
  await database.transaction((transaction) => stopSyncs(transaction, userId), longestWrite);
  const outstanding = await revokeAccess(services, userId);
  const givesUp = services.clock.now().getTime() - leaving.asked_at.getTime() > patience;
  if (outstanding.length > 0 && !givesUp) return tryAgain(services, job, outstanding);
  for (const left of outstanding)
    log.error({ event: 'revocation_given_up', user_id: userId, ...left });
  while ((await deleteSomeTransactions(database, userId)) > 0);
  const isGone = await deleteRows(services, userId, givesUp);
  if (!isGone) return tryAgain(services, job, []);
  log.info({ event: 'user_deleted', user_id: userId });
  // This job's own row is among them: nothing names the user any more.
  await queue.forget(userId);
}

/**
 * Deletes every row in one transaction, in which nobody can write one; false, and nothing deleted,
 * if something was linked or bought since the providers were asked.
 */
const deleteRows = (services: Services, userId: UserId, whateverIsLeft: boolean) =>
  services.database.transaction(async (transaction) => {
    await lockLeaving(transaction, userId);
    const left = await grantsOf(services, transaction, userId);
    if (left.length > 0 && !whateverIsLeft) return false;
    await deleteFromDirectories(transaction, userId);
    await deleteUserRow(transaction, userId);
    return true;
  }, longestWrite);

async function tryAgain(
  { queue, log }: Services,
  { userId, attempt }: Jobs['delete-user'],
  outstanding: Outstanding[],
): Promise<void> {
  const after =
    outstanding.length === 0 ? 0 : Math.min(firstRetry * 2 ** (attempt - 1), longestRetry);
  log.warn({ event: 'deletion_waits', user_id: userId, outstanding, retry_in_seconds: after });
  await queue.enqueue('delete-user', { userId, attempt: attempt + 1 }, { key: userId, after });
}
