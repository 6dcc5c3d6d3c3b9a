import { recordActivity } from '../../domain/activity.queries.ts';
import { lockRowsOf, repairTransfers } from '../../domain/transfer-pairs.queries.ts';
import type { Transaction } from '../../platform/database.ts';
import { asUserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/job-kinds.ts';
import { PlaidFault } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import { markDuplicates } from '../sync/accounts.queries.ts';
import type { ItemKey } from '../sync/lease.queries.ts';
import { deleteAccounts, otherHalvesOf } from './delete-accounts.queries.ts';
import { removeAtProvider } from './remove-at-provider.ts';
import { deleteItem, deleteSyncs, findUnlinking, listAccountIds } from './unlink-item.queries.ts';

/** For how long a provider is asked before the rows go all the same. Milliseconds. */
const patience = 72 * 3_600_000;
// A long life takes a while to delete, and a sync that is writing is waited for. Milliseconds.
const longestWrite = { statementTimeout: 120_000, lockTimeout: 120_000 };

/**
 * Unlinks an institution: takes our access back at the provider, then deletes everything of it. Fails
 * while the provider does not answer, and is tried again; until then its rows and its key are kept. Each
 * step may be repeated, so a worker that dies in between costs nothing.
 */
export async function unlinkItem(services: Services, job: Jobs['unlink-item']): Promise<void> {
  const { database, announcements, log } = services;
  const key: ItemKey = { userId: asUserId(job.userId), itemId: job.itemId };
  const item = await findUnlinking(database, key);
  // Done before, or the user has left.
  if (item === undefined) return;
  const named = { user_id: key.userId, provider: 'plaid', name: item.provider_item_id };
  if (item.access_token_sealed !== '') {
    try {
      await removeAtProvider(services, key.userId, item);
      log.info({ event: 'access_revoked', ...named });
    } catch (error) {
      if (!(error instanceof PlaidFault)) throw error;
      const givesUp = services.clock.now().getTime() - item.asked_at.getTime() > patience;
      if (!givesUp) throw error;
      log.error({ event: 'revocation_given_up', ...named, reason: error.message });
    }
  }
  await database.transaction(async (transaction) => {
    await lockRowsOf(transaction, key.userId);
    if ((await findUnlinking(transaction, key)) === undefined) return;
    await deleteEverything(transaction, key, item.provider_item_id);
    await recordActivity(transaction, {
      userId: key.userId,
      // Who has withdrawn it at the bank has not unlinked it here.
      event: item.health === 'revoked' ? 'access_withdrawn' : 'institution_unlinked',
      detail: item.institution_name,
    });
    await announcements.announce(transaction, key.userId, 'sync');
  }, longestWrite);
  log.info({ event: 'institution_unlinked', user_id: key.userId, item_id: key.itemId });
}

/** Deletes an institution, and works out anew what followed from its rows: duplicates and transfers. */
async function deleteEverything(
  transaction: Transaction,
  key: ItemKey,
  providerItemId: string,
): Promise<void> {
  const { userId } = key;
  const accounts = await listAccountIds(transaction, key);
  const halves = await otherHalvesOf(transaction, userId, accounts);
  await deleteAccounts(transaction, userId, accounts);
  await deleteSyncs(transaction, key);
  await deleteItem(transaction, key, providerItemId);
  const counted = await markDuplicates(transaction, userId);
  await repairTransfers(transaction, userId, {
    rows: halves.map(({ id }) => id),
    accounts: counted.map(({ id }) => id),
  });
}
