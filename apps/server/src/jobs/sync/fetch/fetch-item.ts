import { accessTokenContext } from '../../../items/access-token-context.ts';
import { todayIn } from '../../../platform/http/time-zone.ts';
import { newId } from '../../../platform/identifiers.ts';
import type { InstitutionCalls } from '../../../providers/plaid/client.ts';
import { PlaidError } from '../../../providers/plaid/errors.ts';
import type { AccountRecord } from '../../../providers/plaid/map.ts';
import type { StreamRecord } from '../../../providers/plaid/map-streams.ts';
import type { Services } from '../../../services.ts';
import type { Lease, LeasedItem } from '../lease.queries.ts';
import type { LeaseRenewal } from '../lease-renewal.ts';
import { type FetchedItem, LeaseLost } from '../write/write-fetched-item.ts';
import { completeItemSetup } from './complete-item-setup.ts';
import { fetchProducts } from './fetch-products.ts';
import { refreshBrand } from './refresh-brand.ts';
import { NoLongerPaid } from './require-paid.ts';
import { deleteStagedPages, stagePage } from './staged-pages.queries.ts';

const maxRestarts = 3;

/** What `fetchPages` needs to fetch the pages of an item. */
interface PageSource {
  bank: InstitutionCalls;
  accessToken: string;
  /** The cursor to start from. */
  start: string | null;
  renewal: LeaseRenewal;
}

/** Fetches everything, starting over if the data changes during pagination. Keeps no database connection while it waits. */
export async function fetchItem(
  services: Services,
  lease: Lease,
  item: LeasedItem,
  renewal: LeaseRenewal,
): Promise<FetchedItem> {
  const bank = services.plaid.forInstitution(item.institution_id);
  const accessToken = services.sealer.open(
    item.access_token_sealed,
    accessTokenContext(lease.userId, lease.itemId),
  );
  let start = item.cursor;
  for (let restart = 0; ; restart += 1) {
    await deleteStagedPages(services.database, lease);
    renewal.received = 0;
    try {
      if (!item.setup_complete) await completeItemSetup(services, lease, accessToken);
      const pages = await fetchPages(services, lease, { bank, accessToken, start, renewal });
      const listed = await bank.accounts(accessToken);
      const [streams, products] = await Promise.all([
        fetchStreams(services, lease, bank, accessToken),
        fetchProducts(services, { ...lease, ...item }, bank, accessToken, listed),
      ]);
      await refreshBrand(services, lease);
      // The account list omits closed accounts, but the pages still include them.
      const accounts = new Map(
        [...pages.accounts, ...listed].map((account) => [account.provider_account_id, account]),
      );
      return {
        cursor: pages.cursor,
        pages: pages.count,
        day: todayIn('UTC', services.clock).toString(),
        removed: pages.removed,
        streams,
        ...products,
        accounts: [...accounts.values()],
        listed: listed.map(({ provider_account_id }) => provider_account_id),
        unlisted: [...pages.currencies]
          .filter(([id]) => !accounts.has(id))
          .map(([id, currency]) => ({ id: newId(), provider_account_id: id, currency })),
        isFullSync: start === null,
      };
    } catch (error) {
      const failure = error instanceof PlaidError ? error : undefined;
      const canRestart = failure?.kind === 'mutation' || failure?.kind === 'stale_cursor';
      if (!canRestart || restart >= maxRestarts) throw error;
      // If the aggregator no longer knows the cursor, the sync starts from the beginning.
      if (failure.kind === 'stale_cursor') start = null;
      services.log.info({ event: 'sync_restarted', item_id: lease.itemId, code: failure.code });
    }
  }
}

/**
 * Fetches the recurring streams. They are an add-on and ready later than the transactions, so their errors never fail
 * the sync. Returns null on any error, which leaves the stored streams as they are.
 */
async function fetchStreams(
  { log }: Services,
  { itemId }: Lease,
  bank: InstitutionCalls,
  accessToken: string,
): Promise<StreamRecord[] | null> {
  try {
    return await bank.streams(accessToken);
  } catch (error) {
    log.info({ event: 'streams_unavailable', item_id: itemId, reason: String(error) });
    return null;
  }
}

async function fetchPages(
  services: Services,
  lease: Lease,
  { bank, accessToken, start, renewal }: PageSource,
) {
  const { database, userEvents } = services;
  const accounts: AccountRecord[] = [];
  // The currencies of the transactions by account id, so that transactions of an unlisted account are not lost.
  const currencies = new Map<string, string>();
  const removed = new Set<string>();
  let page = await bank.syncPage(accessToken, start);
  for (let number = 1; ; number += 1) {
    if (!page.ready) throw new PlaidError('not_ready', 'PRODUCT_NOT_READY');
    accounts.push(...page.accounts);
    for (const row of page.upserted) {
      // Pages arrive in chronological order, so the last version of a row counts.
      removed.delete(row.provider_transaction_id);
      currencies.set(row.provider_account_id, row.currency);
    }
    for (const id of page.removed) removed.add(id);
    renewal.received += page.upserted.length;
    const stage = async () => {
      const rows = new Map(page.upserted.map((row) => [row.provider_transaction_id, row]));
      const staged = await stagePage(database, lease, {
        number,
        rows: [...rows.values()],
        received: renewal.received,
      });
      if (staged === undefined) throw new LeaseLost();
      if (!staged.paid) throw new NoLongerPaid();
      await userEvents.publish(database, lease.userId, 'sync');
    };
    const { nextCursor, hasMore } = page;
    // The next page is fetched meanwhile. Both must settle before an error is thrown: a page that is staged after a
    // restart would be mixed up with the new pages.
    const [staged, next] = await Promise.allSettled([
      stage(),
      hasMore ? bank.syncPage(accessToken, nextCursor) : null,
    ]);
    if (staged.status === 'rejected') throw staged.reason;
    if (next.status === 'rejected') throw next.reason;
    if (next.value === null)
      return { cursor: nextCursor, count: number, accounts, currencies, removed: [...removed] };
    page = next.value;
  }
}
