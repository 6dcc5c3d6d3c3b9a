import { lockTransactions } from '../../domain/transactions/transfer-pairs.queries.ts';
import { applyNextBatch } from '../../features/transactions/changes/apply-batch.ts';
import { asUserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/jobs/job-kinds.ts';
import type { Services } from '../../services.ts';

// In milliseconds. A batch waits for a sync that is writing.
const batchTimeouts = { statementTimeout: 60_000, lockTimeout: 60_000 };

/**
 * Applies a change of many transactions to its pending targets, one database transaction per batch. After an interruption,
 * the next run continues with the targets that are still pending.
 */
export async function applyBulkChange(
  { database, userEvents }: Services,
  job: Jobs['apply-bulk-change'],
): Promise<void> {
  const userId = asUserId(job.userId);
  const applyBatch = () =>
    database.transaction(async (transaction) => {
      await lockTransactions(transaction, userId);
      const hasMore = await applyNextBatch(transaction, userId, job.changeId);
      if (!hasMore) await userEvents.publish(transaction, userId, 'sync');
      return hasMore;
    }, batchTimeouts);
  while (await applyBatch());
}
