import {
  lockTransactions,
  rematchTransfers,
} from '../../domain/transactions/transfer-pairs.queries.ts';
import { recordActivity } from '../../identity/activity.queries.ts';
import { enqueueSync } from '../../items/enqueue-sync.ts';
import { deleteStoredResponses } from '../../platform/http/idempotency/idempotency-keys.queries.ts';
import { asUserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/jobs/job-kinds.ts';
import type { Services } from '../../services.ts';
import type { ItemKey } from '../sync/lease.queries.ts';
import { markDuplicates } from '../sync/write/accounts.queries.ts';
import { deleteAccounts, listMatchingTransfers } from '../unlink/delete-accounts.queries.ts';
import { findItemAccount, resetSync } from './item-health.queries.ts';

// In milliseconds. Deleting a long history takes a while, and so does waiting for a sync that is writing.
const writeTimeouts = { statementTimeout: 120_000, lockTimeout: 120_000 };

/**
 * Deletes an account that the user no longer shares at the bank, with all its rows, and recomputes duplicates and
 * internal transfers. If the event was outdated and the account is still shared, the full sync that follows restores
 * it.
 */
export async function deleteWithdrawnAccount(
  services: Services,
  job: Jobs['delete-withdrawn-account'],
): Promise<void> {
  const { database, queue, userEvents, log } = services;
  const { userId, itemId }: ItemKey = { userId: asUserId(job.userId), itemId: job.itemId };
  await database.transaction(async (transaction) => {
    await lockTransactions(transaction, userId);
    const account = await findItemAccount(transaction, { userId, itemId }, job.accountId);
    if (account === undefined || !(await resetSync(transaction, { userId, itemId }))) return;
    const matching = await listMatchingTransfers(transaction, userId, [account.id]);
    await deleteAccounts(transaction, userId, [account.id]);
    await deleteStoredResponses(transaction, userId);
    const changedAccounts = await markDuplicates(transaction, userId);
    await rematchTransfers(transaction, userId, {
      rows: matching.map(({ id }) => id),
      accounts: changedAccounts.map(({ id }) => id),
    });
    await recordActivity(transaction, { userId, event: 'account_withdrawn', detail: account.name });
    await enqueueSync(queue, transaction, { userId, itemId });
    await userEvents.publish(transaction, userId, 'sync');
  }, writeTimeouts);
  log.info({ event: 'account_withdrawn', user_id: userId, item_id: itemId });
}
