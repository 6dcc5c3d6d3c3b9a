import { recordActivity } from '../../domain/activity.queries.ts';
import { lockRowsOf, repairTransfers } from '../../domain/transfer-pairs.queries.ts';
import { asUserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/job-kinds.ts';
import type { Services } from '../../services.ts';
import { markDuplicates } from '../sync/accounts.queries.ts';
import type { ItemKey } from '../sync/lease.queries.ts';
import { deleteAccounts, otherHalvesOf } from '../unlink/delete-accounts.queries.ts';
import { beginAnew, findAccountOf } from './connections.queries.ts';

// Milliseconds. Deleting a long history takes a while, and so does waiting for a sync that is writing.
const longestWrite = { statementTimeout: 120_000, lockTimeout: 120_000 };

/**
 * Deletes an account that the user no longer shares at the bank, with all its rows, and recomputes duplicates and
 * internal transfers. If the event was outdated and the account is still shared, the full sync that follows restores
 * it.
 */
export async function dropAccount(services: Services, job: Jobs['drop-account']): Promise<void> {
  const { database, queue, announcements, log } = services;
  const { userId, itemId }: ItemKey = { userId: asUserId(job.userId), itemId: job.itemId };
  await database.transaction(async (transaction) => {
    await lockRowsOf(transaction, userId);
    const account = await findAccountOf(transaction, { userId, itemId }, job.accountId);
    if (account === undefined || !(await beginAnew(transaction, { userId, itemId }))) return;
    const matching = await otherHalvesOf(transaction, userId, [account.id]);
    await deleteAccounts(transaction, userId, [account.id]);
    const changedAccounts = await markDuplicates(transaction, userId);
    await repairTransfers(transaction, userId, {
      rows: matching.map(({ id }) => id),
      accounts: changedAccounts.map(({ id }) => id),
    });
    await recordActivity(transaction, { userId, event: 'account_withdrawn', detail: account.name });
    await queue.enqueue('sync-item', { userId, itemId }, { key: itemId, transaction });
    await announcements.announce(transaction, userId, 'sync');
  }, longestWrite);
  log.info({ event: 'account_withdrawn', user_id: userId, item_id: itemId });
}
