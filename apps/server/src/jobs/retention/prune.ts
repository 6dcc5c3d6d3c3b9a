import { listUsersAfter, lowestUserId } from '../../identity/addresses.queries.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/jobs/job-kinds.ts';
import type { Services } from '../../services.ts';
import {
  deleteAbandonedSyncPages,
  deleteExpiredCodes,
  deleteExpiredRateLimits,
  deleteOldActivity,
  deleteOldChanges,
  deleteOldCspReports,
  deleteOldDeletedPayers,
  deleteOldIdempotencyKeys,
  deleteOldKnownDevices,
  deleteOldMails,
  deleteOldRemovedTransactions,
  deleteOldSessions,
  deleteOldSyncRuns,
  deleteOldWebhookEvents,
} from './retention.queries.ts';

/** Maximum rows per statement. Small batches keep locks short. */
const batchSize = 1_000;
/** Maximum statements per kind and run. The remaining rows wait for the next run. */
const maxBatches = 500;
/** Users per job. The next job continues with the users after them. */
const usersPerJob = 200;

const directoryPruners: Record<string, (queries: Queries, limit: number) => Promise<number>> = {
  codes: deleteExpiredCodes,
  webhooks: deleteOldWebhookEvents,
  rate_limits: deleteExpiredRateLimits,
  deleted_payers: deleteOldDeletedPayers,
  csp_reports: deleteOldCspReports,
};

const userPruners: Record<
  string,
  (queries: Queries, userId: UserId, limit: number) => Promise<number>
> = {
  activity: deleteOldActivity,
  changes: deleteOldChanges,
  idempotency_keys: deleteOldIdempotencyKeys,
  known_devices: deleteOldKnownDevices,
  mails: deleteOldMails,
  removed_transactions: deleteOldRemovedTransactions,
  sessions: deleteOldSessions,
  sync_pages: deleteAbandonedSyncPages,
  sync_runs: deleteOldSyncRuns,
};

/**
 * Deletes rows past their retention period (docs/retention.md) in small batches, then enqueues the job that does
 * the same for users' rows.
 */
export async function prune({ database, queue, log }: Services): Promise<void> {
  const deleted: Record<string, number> = {};
  for (const [kind, deleteBatch] of Object.entries(directoryPruners))
    deleted[kind] = await deleteAll(() => deleteBatch(database, batchSize));
  log.info({ event: 'pruned', deleted });
  await queue.enqueue('prune-users', { after: lowestUserId }, { key: lowestUserId });
}

/**
 * Prunes the rows of the next batch of users, then enqueues the batch after it. Safe to repeat: if the worker
 * dies, the batch starts over.
 */
export async function pruneUsers(
  { database, queue, log }: Services,
  { after }: Jobs['prune-users'],
): Promise<void> {
  const users = await listUsersAfter(database, after, usersPerJob);
  const deleted: Record<string, number> = {};
  for (const user of users)
    for (const [kind, deleteBatch] of Object.entries(userPruners)) {
      const count = await deleteAll(() => deleteBatch(database, user, batchSize));
      deleted[kind] = (deleted[kind] ?? 0) + count;
    }
  log.info({ event: 'users_pruned', users: users.length, deleted });
  const last = users.at(-1);
  if (last !== undefined && users.length === usersPerJob)
    await queue.enqueue('prune-users', { after: last }, { key: last });
}

/** Deletes batch by batch until one isn't full. Returns the number of deleted rows. */
async function deleteAll(deleteBatch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const count = await deleteBatch();
    total += count;
    if (count < batchSize) break;
  }
  return total;
}
