import {
  lockTransactions,
  rematchTransfers,
} from '../../domain/transactions/transfer-pairs.queries.ts';
import { recordActivity } from '../../identity/activity.queries.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { deleteStoredResponses } from '../../platform/http/idempotency/idempotency-keys.queries.ts';
import { asUserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/jobs/job-kinds.ts';
import { PlaidError } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import type { ItemKey } from '../sync/lease.queries.ts';
import { markDuplicates } from '../sync/write/accounts.queries.ts';
import { deleteAccounts, listMatchingTransfers } from './delete-accounts.queries.ts';
import { removeAtProvider } from './remove-at-provider.ts';
import {
  deleteItem,
  deleteSyncData,
  findItemToUnlink,
  listAccountIds,
} from './unlink-item.queries.ts';

/** In milliseconds. After this time, the rows are deleted even if the provider is still unavailable. */
const maxRetryPeriod = 72 * 3_600_000;
// In milliseconds. Deleting a long history takes a while, and so does waiting for a sync that is writing.
const writeTimeouts = { statementTimeout: 120_000, lockTimeout: 120_000 };

/**
 * Unlinks an item: revokes our access at the provider, then deletes all rows of the item. Throws while the provider is
 * unavailable, so that the job is retried. The rows and the access token are kept until then, for up to three days.
 * Every step is safe to repeat after a crash.
 */
export async function unlinkItem(services: Services, job: Jobs['unlink-item']): Promise<void> {
  const { database, userEvents, log } = services;
  const key: ItemKey = { userId: asUserId(job.userId), itemId: job.itemId };
  const item = await findItemToUnlink(database, key);
  // Already unlinked, or the user was deleted.
  if (item === undefined) return;
  const logFields = { user_id: key.userId, provider: 'plaid', name: item.provider_item_id };
  if (item.access_token_sealed !== '') {
    try {
      await removeAtProvider(services, key.userId, item);
      log.info({ event: 'access_revoked', ...logFields });
    } catch (error) {
      if (!(error instanceof PlaidError)) throw error;
      const isExpired =
        services.clock.now().getTime() - item.requested_at.getTime() > maxRetryPeriod;
      if (!isExpired) throw error;
      log.error({ event: 'revocation_abandoned', ...logFields, reason: error.message });
    }
  }
  await database.transaction(async (transaction) => {
    await lockTransactions(transaction, key.userId);
    if ((await findItemToUnlink(transaction, key)) === undefined) return;
    await deleteItemData(transaction, key, item.provider_item_id);
    await recordActivity(transaction, {
      userId: key.userId,
      // Access withdrawn at the bank is not an unlinking by the user.
      event: item.health === 'revoked' ? 'access_withdrawn' : 'institution_unlinked',
      detail: item.institution_name,
    });
    await userEvents.publish(transaction, key.userId, 'sync');
  }, writeTimeouts);
  log.info({ event: 'institution_unlinked', user_id: key.userId, item_id: key.itemId });
}

/** Deletes an item with all its rows, and recomputes duplicate accounts and internal transfers. */
async function deleteItemData(
  transaction: Transaction,
  key: ItemKey,
  providerItemId: string,
): Promise<void> {
  const { userId } = key;
  const accounts = await listAccountIds(transaction, key);
  const matching = await listMatchingTransfers(transaction, userId, accounts);
  await deleteAccounts(transaction, userId, accounts);
  await deleteStoredResponses(transaction, userId);
  await deleteSyncData(transaction, key);
  await deleteItem(transaction, key, providerItemId);
  const changedAccounts = await markDuplicates(transaction, userId);
  await rematchTransfers(transaction, userId, {
    rows: matching.map(({ id }) => id),
    accounts: changedAccounts.map(({ id }) => id),
  });
}
