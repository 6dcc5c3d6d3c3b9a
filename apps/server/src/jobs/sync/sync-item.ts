import type { BrokenHealth } from '../../domain/items/item-state.ts';
import { findPaidAccess } from '../../features/linking/linking.queries.ts';
import { enqueueSync } from '../../items/enqueue-sync.ts';
import { asUserId, newId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/jobs/job-kinds.ts';
import { isTransient, PlaidError } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import { notifyBankNeedsUser } from '../connections/notify-bank-needs-user.ts';
import { fetchItem } from './fetch/fetch-item.ts';
import { NoLongerPaid, requirePaid } from './fetch/require-paid.ts';
import { deleteStagedPages } from './fetch/staged-pages.queries.ts';
import {
  acquireLease,
  canSync,
  failSync,
  type ItemKey,
  type Lease,
  type LeasedItem,
  releaseLease,
} from './lease.queries.ts';
import { startLeaseRenewal } from './lease-renewal.ts';
import { limitWrites } from './write/limit-writes.ts';
import { analyzeTables } from './write/planner-statistics.queries.ts';
import { insertSyncRun } from './write/sync-history.queries.ts';
import { type FetchedItem, LeaseLost, writeFetchedItem } from './write/write-fetched-item.ts';

// In seconds. A sync that finds another one running is enqueued again, because the other one may miss the latest
// changes.
const busyDelay = 2;
// In milliseconds. The first sync of a long history, or the wait for another sync of the same user, can take longer
// than a request is allowed to.
const writeTimeout = 120_000;

/** Syncs one item. Never throws because of a provider. */
export async function syncItem(services: Services, job: Jobs['sync-item']): Promise<void> {
  const { database, userEvents, metrics, tracing, log } = services;
  const key: ItemKey = { userId: asUserId(job.userId), itemId: job.itemId };
  // Nothing is synced for users without paid access. When they pay again, syncs of all their items are enqueued.
  if ((await findPaidAccess(database, key.userId))?.paid !== true)
    return log.info({ event: 'sync_skipped_unpaid', user_id: key.userId, item_id: key.itemId });
  const item = await acquireLease(database, key);
  if (item === undefined) {
    if (await canSync(database, key))
      await database.transaction((transaction) =>
        enqueueSync(services.queue, transaction, key, { delaySeconds: busyDelay }),
      );
    return;
  }
  const lease: Lease = { ...key, token: item.token };
  await userEvents.publish(database, key.userId, 'sync');
  const renewal = startLeaseRenewal(database, lease);
  try {
    const attributes = { 'cairn.institution': item.institution_id ?? 'unknown' };
    const fetched = await tracing.trace({ name: 'sync fetch', kind: 'internal', attributes }, () =>
      fetchItem(services, lease, item, renewal),
    );
    const result = await limitWrites(lease.userId, () => {
      // From here on, the write's lock on the item's row protects the lease.
      renewal.stop();
      return tracing.trace({ name: 'sync write', kind: 'internal', attributes }, () =>
        write(services, lease, fetched),
      );
    });
    metrics.syncs.count(item.institution_id, 'synced');
    log.info({ event: 'sync_finished', user_id: key.userId, item_id: key.itemId, ...result });
  } catch (error) {
    if (error instanceof NoLongerPaid) await abandon(services, lease);
    else if (error instanceof LeaseLost || !(await recordFailure(services, lease, item, error))) {
      log.warn({ event: 'sync_lease_lost', user_id: key.userId, item_id: key.itemId });
      return;
    }
  } finally {
    renewal.stop();
  }
  await userEvents.publish(database, key.userId, 'sync');
}

/** Writes everything in one transaction. Throws `LeaseLost` or `NoLongerPaid`, with nothing changed. */
const write = ({ database, log }: Services, lease: Lease, fetched: FetchedItem) =>
  database.transaction(
    async (transaction) => {
      await requirePaid(transaction, lease.userId);
      const written = await writeFetchedItem(transaction, lease, fetched, log);
      await analyzeTables(transaction, log, written.added + written.modified);
      return written;
    },
    {
      statementTimeout: writeTimeout,
      lockTimeout: writeTimeout,
      customPlans: fetched.pages > 1,
    },
  );

/** Ends a sync that must not be completed, and leaves the item unchanged. */
async function abandon({ database, log }: Services, lease: Lease): Promise<void> {
  await deleteStagedPages(database, lease);
  await releaseLease(database, lease);
  log.info({ event: 'sync_skipped_unpaid', user_id: lease.userId, item_id: lease.itemId });
}

// In seconds. The delays double with each failure, up to the maximum.
const firstRetryDelay = 30;
const maxRetryDelay = 3_600;
const firstNotReadyDelay = 5;
const maxNotReadyDelay = 300;

/**
 * Records a failed sync in one transaction: leaves the rows unchanged, stores the error, and schedules a retry if
 * that can help. False, with nothing changed, if the lease is lost.
 */
async function recordFailure(
  services: Services,
  lease: Lease,
  item: LeasedItem,
  error: unknown,
): Promise<boolean> {
  const { database, queue, metrics, log } = services;
  // Any other error is an internal one. It is logged as such and retried in the same way.
  const failure = error instanceof PlaidError ? error : new PlaidError('unexpected', 'INTERNAL');
  const retryInSeconds = retryDelayOf(failure, item.failures);
  const isRecorded = await database.transaction(async (transaction) => {
    const hasLease = await failSync(transaction, lease, {
      state: retryInSeconds === null ? 'idle' : 'retrying',
      health: lastingHealth(failure),
      error: failure.kind,
      retryInSeconds,
    });
    if (!hasLease) return false;
    await deleteStagedPages(transaction, lease);
    await insertSyncRun(transaction, lease, {
      id: newId(),
      added: 0,
      modified: 0,
      removed: 0,
      accounts: [],
      error: failure.kind,
    });
    await notifyBankNeedsUser(services, transaction, lease);
    if (failure.kind === 'revoked')
      await queue.enqueue(
        'handle-withdrawn-access',
        { userId: lease.userId, itemId: lease.itemId },
        { key: lease.itemId, transaction },
      );
    if (retryInSeconds !== null)
      await enqueueSync(queue, transaction, lease, {
        delaySeconds: retryInSeconds,
        isRetry: true,
        isBackground: true,
      });
    return true;
  });
  // Errors of a sync that lost its lease, to another worker or to the user's deletion, don't matter.
  if (!isRecorded) return false;
  metrics.syncs.count(item.institution_id, failure.kind);
  if (failure !== error) log.error({ event: 'sync_crashed', reason: String(error) });
  log.warn({
    event: 'sync_failed',
    user_id: lease.userId,
    item_id: lease.itemId,
    code: failure.message,
  });
  return true;
}

function lastingHealth({ kind }: PlaidError): BrokenHealth | null {
  return kind === 'login_required' || kind === 'revoked' || kind === 'removed' ? kind : null;
}

/** Returns the seconds until the next attempt, or null if only the user can solve the problem. */
function retryDelayOf(failure: PlaidError, failures: number): number | null {
  // A webhook reports that the data is ready. Retrying covers a lost webhook.
  if (failure.kind === 'not_ready')
    return Math.min(firstNotReadyDelay * 2 ** failures, maxNotReadyDelay);
  if (lastingHealth(failure) !== null || failure.kind === 'no_accounts') return null;
  const backoff = Math.min(firstRetryDelay * 2 ** failures, maxRetryDelay);
  return isTransient(failure) ? Math.max(backoff, failure.retryAfter ?? 0) : backoff;
}
