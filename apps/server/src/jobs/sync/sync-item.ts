import { findSubscription } from '../../features/linking/linking.queries.ts';
import type { Queries } from '../../platform/database.ts';
import { todayIn } from '../../platform/http/time-zone.ts';
import { asUserId, newId, type UserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/queue.ts';
import { isPassing, PlaidFault } from '../../providers/plaid/errors.ts';
import type { AccountRecord } from '../../providers/plaid/map.ts';
import type { StreamRecord } from '../../providers/plaid/map-streams.ts';
import type { Services } from '../../services.ts';
import { tellOfTrouble } from '../connections/tell-of-trouble.ts';
import { collectProducts } from './collect-products.ts';
import {
  failSync,
  type ItemKey,
  isBusy,
  keepLease,
  type Lease,
  type LeasedItem,
  releaseLease,
  takeLease,
} from './lease.queries.ts';
import { insertSyncRun } from './log.queries.ts';
import { dropPages, stagePage } from './pages.queries.ts';
import { settleItem } from './settle-item.ts';
import { tellPlanner } from './statistics.queries.ts';
import { type Collected, LeaseLost, writePages } from './write-pages.ts';

// A sync that finds another running comes back shortly: what it was asked for may be newer. Seconds.
const whileBusy = 2;
const restartsAtMost = 3;
// A first sync of a long history writes more than a request's time allows, and one that waits for
// another of the same user's waits as long. Milliseconds.
const longestWrite = 120_000;
// Well within the time that a lease holds by itself. Milliseconds.
const renewEvery = 5_000;

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
        const written = await writePages(transaction, lease, collected);
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

/** Thrown when the subscription ends while the bank is being asked. */
class PaidNoMore extends Error {}

/** Who has no subscription has nothing fetched for them; who has left meanwhile, neither. */
async function requirePaid(queries: Queries, userId: UserId): Promise<void> {
  const subscription = await findSubscription(queries, userId);
  if (subscription === undefined) throw new LeaseLost();
  if (!subscription.paid) throw new PaidNoMore();
}

/** Leaves the item as it was before a sync that may not be finished. */
async function stop({ database, log }: Services, lease: Lease): Promise<void> {
  await dropPages(database, lease);
  await releaseLease(database, lease);
  log.info({ event: 'sync_not_paid', user_id: lease.userId, item_id: lease.itemId });
}

/** How far a running sync has come. */
interface Progress {
  /** Rows received so far. */
  received: number;
}

/** Collects while the lease is renewed, so that a bank that takes its time does not cost the lease. */
async function collectHoldingLease(
  services: Services,
  lease: Lease,
  item: LeasedItem,
): Promise<Collected> {
  const progress: Progress = { received: 0 };
  const renewal = setInterval(() => {
    // One that fails or comes too late is noticed at the next page, and at the latest at the write.
    keepLease(services.database, lease, progress.received).catch(() => undefined);
  }, renewEvery);
  try {
    return await collect(services, lease, item, progress);
  } finally {
    clearInterval(renewal);
  }
}

/** Collects every page, starting over while the data moves under the pages. */
async function collect(
  services: Services,
  lease: Lease,
  item: LeasedItem,
  progress: Progress,
): Promise<Collected> {
  const accessToken = services.sealer.open(
    item.access_token_sealed,
    `${lease.userId}/${lease.itemId}`,
  );
  let start = item.cursor;
  for (let restart = 0; ; restart += 1) {
    await dropPages(services.database, lease);
    progress.received = 0;
    try {
      if (!item.settled) await settleItem(services, lease, accessToken);
      const pages = await collectPages(services, lease, { accessToken, start, progress });
      const current = await services.plaid.accounts(accessToken);
      const streams = await collectStreams(services, lease, accessToken);
      const products = await collectProducts(services, { ...lease, ...item }, accessToken, current);
      // The account list leaves closed accounts out, the pages' own do not.
      const accounts = new Map(
        [...pages.accounts, ...current].map((account) => [account.provider_account_id, account]),
      );
      return {
        cursor: pages.cursor,
        pages: pages.count,
        day: todayIn('UTC', services.clock).toString(),
        removed: pages.removed,
        streams,
        ...products,
        accounts: [...accounts.values()],
        listed: current.map(({ provider_account_id }) => provider_account_id),
        unlisted: [...pages.currencies]
          .filter(([id]) => !accounts.has(id))
          .map(([id, currency]) => ({ id: newId(), provider_account_id: id, currency })),
        fromTheBeginning: start === null,
      };
    } catch (error) {
      const fault = error instanceof PlaidFault ? error : undefined;
      const startsOver = fault?.kind === 'mutation' || fault?.kind === 'stale_cursor';
      if (!startsOver || restart >= restartsAtMost) throw error;
      // One that is not known any more, at the first page or at a later one, leads to the very beginning.
      if (fault.kind === 'stale_cursor') start = null;
      services.log.info({ event: 'sync_restarted', item_id: lease.itemId, code: fault.code });
    }
  }
}

/**
 * What repeats, where the aggregator says: it is an add-on, ready later than the rows, and never worth a
 * sync. Null, whatever went wrong: what was known before stays.
 */
async function collectStreams(
  { plaid, log }: Services,
  { itemId }: Lease,
  accessToken: string,
): Promise<StreamRecord[] | null> {
  try {
    return await plaid.streams(accessToken);
  } catch (error) {
    log.info({ event: 'streams_not_told', item_id: itemId, reason: String(error) });
    return null;
  }
}

async function collectPages(
  services: Services,
  lease: Lease,
  {
    accessToken,
    start,
    progress,
  }: { accessToken: string; start: string | null; progress: Progress },
) {
  const { database, plaid, announcements } = services;
  const accounts: AccountRecord[] = [];
  // Of each account that rows name: one that no list names must not cost them.
  const currencies = new Map<string, string>();
  const removed = new Set<string>();
  let cursor = start;
  for (let number = 1; ; number += 1) {
    const page = await plaid.syncPage(accessToken, cursor);
    if (!page.ready) throw new PlaidFault('not_ready', 'PRODUCT_NOT_READY');
    accounts.push(...page.accounts);
    for (const row of page.upserted) {
      // Pages come in the order things happened: the last word on a row counts.
      removed.delete(row.provider_transaction_id);
      currencies.set(row.provider_account_id, row.currency);
    }
    for (const id of page.removed) removed.add(id);
    progress.received += page.upserted.length;
    await stagePage(database, lease, number, [
      ...new Map(page.upserted.map((row) => [row.provider_transaction_id, row])).values(),
    ]);
    if (!(await keepLease(database, lease, progress.received))) throw new LeaseLost();
    await requirePaid(database, lease.userId);
    await announcements.announce(database, lease.userId, 'sync');
    cursor = page.nextCursor;
    if (!page.hasMore)
      return { cursor, count: number, accounts, currencies, removed: [...removed] };
  }
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
