import { asUserId, type UserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/jobs/job-kinds.ts';
import type { Services } from '../../services.ts';
import {
  deleteDirectoryRows,
  deleteSomeTransactions,
  deleteUserRow,
  findDeletionRequest,
  lockUserRow,
  stopSyncs,
} from './deletion.queries.ts';
import { listGrants, type OutstandingGrant, revokeAllAccess } from './revoke-access.ts';

// In seconds. The delay before an unavailable provider is retried doubles each time, up to the maximum.
const firstRetryDelay = 15;
const maxRetryDelay = 600;
/** In milliseconds. After this time, the rows are deleted even if a provider is still unavailable. */
const maxRetryPeriod = 72 * 3_600_000;
// In milliseconds. Deleting a long history takes a while, and so does waiting for a sync that is writing.
const writeTimeouts = { statementTimeout: 120_000, lockTimeout: 120_000 };

/**
 * Deletes a user: revokes our access at every provider, then deletes all of their rows. Every step is safe to repeat
 * after a crash. An unavailable provider is retried for up to three days. Until then the rows are kept, because they
 * contain the access tokens.
 */
export async function deleteUser(services: Services, job: Jobs['delete-user']): Promise<void> {
  const { database, queue, log } = services;
  const userId = asUserId(job.userId);
  const deletion = await findDeletionRequest(database, userId);
  // If the user's rows are gone, a worker died after deleting them.
  if (deletion === undefined) return queue.deleteUserJobs(userId);
  if (deletion.requested_at === null) return;
  await database.transaction((transaction) => stopSyncs(transaction, userId), writeTimeouts);
  const outstanding = await revokeAllAccess(services, userId);
  const isExpired =
    services.clock.now().getTime() - deletion.requested_at.getTime() > maxRetryPeriod;
  if (outstanding.length > 0 && !isExpired) return retryLater(services, job, outstanding);
  for (const grant of outstanding)
    log.error({ event: 'revocation_abandoned', user_id: userId, ...grant });
  while ((await deleteSomeTransactions(database, userId)) > 0);
  const isDeleted = await deleteRows(services, userId, isExpired);
  if (!isDeleted) return retryLater(services, job, []);
  log.info({ event: 'user_deleted', user_id: userId });
  // The jobs include this one, so that nothing refers to the user anymore.
  await queue.deleteUserJobs(userId);
}

/**
 * Deletes every row of the user in one transaction, under a lock that blocks writes. Returns false, with nothing
 * deleted, if something was linked or bought since access was revoked, unless `force` is set.
 */
const deleteRows = (services: Services, userId: UserId, force: boolean) =>
  services.database.transaction(async (transaction) => {
    await lockUserRow(transaction, userId);
    const grants = await listGrants(services, transaction, userId);
    if (grants.length > 0 && !force) return false;
    await deleteDirectoryRows(transaction, userId);
    await deleteUserRow(transaction, userId);
    return true;
  }, writeTimeouts);

async function retryLater(
  { queue, log }: Services,
  { userId, attempt }: Jobs['delete-user'],
  outstanding: OutstandingGrant[],
): Promise<void> {
  const after =
    outstanding.length === 0 ? 0 : Math.min(firstRetryDelay * 2 ** (attempt - 1), maxRetryDelay);
  log.warn({ event: 'deletion_delayed', user_id: userId, outstanding, retry_in_seconds: after });
  await queue.enqueue(
    'delete-user',
    { userId, attempt: attempt + 1 },
    { key: userId, delaySeconds: after },
  );
}
