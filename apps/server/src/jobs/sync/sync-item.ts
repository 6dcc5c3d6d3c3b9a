import { findSubscription } from '../../features/linking/linking.queries.ts';
import { asUserId, newId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/job-kinds.ts';
import { isPassing, PlaidFault } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import { tellOfTrouble } from '../connections/tell-of-trouble.ts';
import { collectHoldingLease } from './collect-item.ts';
import {
  failSync,
  type ItemKey,
  isBusy,
  type Lease,
  type LeasedItem,
  releaseLease,
  takeLease,
} from './lease.queries.ts';
import { insertSyncRun } from './log.queries.ts';
import { dropPages } from './pages.queries.ts';
import { PaidNoMore, requirePaid } from './require-paid.ts';
import { tellPlanner } from './statistics.queries.ts';
import { LeaseLost, writePages } from './write-pages.ts';

// A sync that finds another running comes back shortly: what it was asked for may be newer. Seconds.
const whileBusy = 2;
// A first sync of a long history writes more than a request's time allows, and one that waits for
// another of the same user's waits as long. Milliseconds.
const longestWrite = 120_000;

/** Brings one linked institution up to date. Never throws for what a provider does. */
export async function syncItem(services: Services, job: Jobs['sync-item']): Promise<void> {
  const { database, announcements, log } = services;
  const key: ItemKey = { userId: asUserId(job.userId), itemId: job.itemId };
  // Whatever asked for it: once they have paid again, everything is synced by itself.
  if ((await findSubscription(database, key.userId))?.paid !== true)
    return log.info({ event: 'sync_not_paid', user_id: key.userId, item_id: key.itemId });
  const item = await takeLease(database, key);
  if (item === undefined) {
    if (await isBusy(database, key))
      await services.queue.enqueue('sync-item', job, { key: job.itemId, after: whileBusy });
    return;
  }
  const lease: Lease = { ...key, token: item.token };
  await announcements.announce(database, key.userId, 'sync');
  try {
    const collected = await collectHoldingLease(services, lease, item);
    const result = await database.transaction(
      async (transaction) => {
        await requirePaid(transaction, lease.userId);
        const written = await writePages(transaction, lease, collected, log);
        await tellPlanner(transaction, log, written.added + written.modified);
        return written;
      },
      {
        statementTimeout: longestWrite,
        lockTimeout: longestWrite,
        plannedAnew: collected.pages > 1,
      },
    );
    log.info({ event: 'sync_finished', user_id: key.userId, item_id: key.itemId, ...result });
  } catch (error) {
    if (error instanceof PaidNoMore) await stop(services, lease);
    else if (error instanceof LeaseLost || !(await recordFailure(services, lease, item, error))) {
      log.warn({ event: 'sync_lease_lost', user_id: key.userId, item_id: key.itemId });
      return;
    }
  }
  await announcements.announce(database, key.userId, 'sync');
}

/** Leaves the item as it was before a sync that may not be finished. */
async function stop({ database, log }: Services, lease: Lease): Promise<void> {
  await dropPages(database, lease);
  await releaseLease(database, lease);
  log.info({ event: 'sync_not_paid', user_id: lease.userId, item_id: lease.itemId });
}

const longestRetry = 3_600;
const firstRetry = 30;
const untilReady = 5;
const longestUntilReady = 300;

/**
 * Leaves the item as it was before, says what happened, and comes back later where that helps: all of
 * it or none. False, and nothing changed, if somebody else has taken the item over.
 */
async function recordFailure(
  services: Services,
  lease: Lease,
  item: LeasedItem,
  error: unknown,
): Promise<boolean> {
  const { database, queue, log } = services;
  // What is no fault of the provider's is ours: it is logged as such, and tried again likewise.
  const fault = error instanceof PlaidFault ? error : new PlaidFault('unexpected', 'INTERNAL');
  const retryInSeconds = retryDelay(fault, item.failures);
  const recorded = await database.transaction(async (transaction) => {
    const stillOurs = await failSync(transaction, lease, {
      state: retryInSeconds === null ? 'idle' : 'retrying',
      health: lastingHealth(fault),
      error: fault.kind,
      retryInSeconds,
    });
    if (!stillOurs) return false;
    await dropPages(transaction, lease);
    await insertSyncRun(transaction, lease, {
      id: newId(),
      added: 0,
      modified: 0,
      removed: 0,
      accounts: [],
      error: fault.kind,
    });
    await tellOfTrouble(services, transaction, lease);
    if (fault.kind === 'revoked')
      await queue.enqueue(
        'disconnect-item',
        { userId: lease.userId, itemId: lease.itemId },
        { key: lease.itemId, transaction },
      );
    if (retryInSeconds !== null)
      await queue.enqueue(
        'sync-item',
        { userId: lease.userId, itemId: lease.itemId },
        // A key of its own: a sync that is asked for meanwhile runs at once.
        { key: `${lease.itemId} retry`, after: retryInSeconds, transaction },
      );
    return true;
  });
  // Whatever happened to a sync that was overtaken, by another or by the user's leaving, is of no account.
  if (!recorded) return false;
  if (fault !== error) log.error({ event: 'sync_broke', reason: String(error) });
  log.warn({
    event: 'sync_failed',
    user_id: lease.userId,
    item_id: lease.itemId,
    code: fault.message,
  });
  return true;
}

function lastingHealth({ kind }: PlaidFault) {
  return kind === 'login_required' || kind === 'revoked' || kind === 'removed' ? kind : null;
}

/** Seconds until the next try, or null if only the user can help. */
function retryDelay(fault: PlaidFault, failures: number): number | null {
  // Being ready is announced by a webhook; asking is for the case that it gets lost.
  if (fault.kind === 'not_ready') return Math.min(untilReady * 2 ** failures, longestUntilReady);
  if (lastingHealth(fault) !== null || fault.kind === 'no_accounts') return null;
  const backoff = Math.min(firstRetry * 2 ** failures, longestRetry);
  return isPassing(fault) ? Math.max(backoff, fault.retryAfter ?? 0) : backoff;
}
