import { todayIn } from '../../platform/http/time-zone.ts';
import { newId } from '../../platform/identifiers.ts';
import { PlaidFault } from '../../providers/plaid/errors.ts';
import type { AccountRecord } from '../../providers/plaid/map.ts';
import type { StreamRecord } from '../../providers/plaid/map-streams.ts';
import type { Services } from '../../services.ts';
import { collectProducts } from './collect-products.ts';
import { keepLease, type Lease, type LeasedItem } from './lease.queries.ts';
import { dropPages, stagePage } from './pages.queries.ts';
import { requirePaid } from './require-paid.ts';
import { settleItem } from './settle-item.ts';
import { type Collected, LeaseLost } from './write-pages.ts';

const restartsAtMost = 3;
// Well within the time that a lease holds by itself. Milliseconds.
const renewEvery = 5_000;

/** How far a running sync has come. */
interface Progress {
  /** Rows received so far. */
  received: number;
}

/** Collects while the lease is renewed, so that a bank that takes its time does not cost the lease. */
export async function collectHoldingLease(
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
  let page = await plaid.syncPage(accessToken, start);
  for (let number = 1; ; number += 1) {
    if (!page.ready) throw new PlaidFault('not_ready', 'PRODUCT_NOT_READY');
    accounts.push(...page.accounts);
    for (const row of page.upserted) {
      // Pages come in the order things happened: the last word on a row counts.
      removed.delete(row.provider_transaction_id);
      currencies.set(row.provider_account_id, row.currency);
    }
    for (const id of page.removed) removed.add(id);
    progress.received += page.upserted.length;
    const putAside = async () => {
      await stagePage(database, lease, number, [
        ...new Map(page.upserted.map((row) => [row.provider_transaction_id, row])).values(),
      ]);
      if (!(await keepLease(database, lease, progress.received))) throw new LeaseLost();
      await requirePaid(database, lease.userId);
      await announcements.announce(database, lease.userId, 'sync');
    };
    const { nextCursor, hasMore } = page;
    // The bank is asked for the next page meanwhile. Both end before anything is thrown: a page that is put aside
    // after the loop has begun anew would count as one of its own.
    const [aside, next] = await Promise.allSettled([
      putAside(),
      hasMore ? plaid.syncPage(accessToken, nextCursor) : null,
    ]);
    if (aside.status === 'rejected') throw aside.reason;
    if (next.status === 'rejected') throw next.reason;
    if (next.value === null)
      return { cursor: nextCursor, count: number, accounts, currencies, removed: [...removed] };
    page = next.value;
  }
}
