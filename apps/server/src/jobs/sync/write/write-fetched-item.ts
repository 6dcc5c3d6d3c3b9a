import {
  lockTransactions,
  rematchTransfers,
} from '../../../domain/transactions/transfer-pairs.queries.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/identifiers.ts';
import type { Logger } from '../../../platform/log.ts';
import type { AccountRecord } from '../../../providers/plaid/map.ts';
import type { StreamRecord } from '../../../providers/plaid/map-streams.ts';
import type { FetchedProducts } from '../fetch/fetch-products.ts';
import { deleteStagedPages } from '../fetch/staged-pages.queries.ts';
import { finishSync, type Lease, lockLeasedItem } from '../lease.queries.ts';
import { listAccountChanges } from './account-changes.ts';
import {
  insertUnlistedAccounts,
  markDuplicates,
  readAccountFacts,
  snapshotBalances,
  type UnlistedAccount,
  updateClosedAccounts,
  updateListedCounts,
  upsertAccounts,
} from './accounts.queries.ts';
import {
  adoptAccounts,
  adoptTransactions,
  deleteReplacedItem,
  hasUnseenAdoptedTransactions,
  removeUnseenAdoptedTransactions,
} from './adopt-accounts.queries.ts';
import { updateDailyPostedTotals } from './daily-posted-totals.queries.ts';
import { insertLogos } from './logos.queries.ts';
import { planForBulkWrite, planForWrittenRows } from './planner-statistics.queries.ts';
import { replaceProducts } from './products.queries.ts';
import { writeStreams } from './streams.queries.ts';
import {
  insertSyncRun,
  type Posting,
  recordPostings,
  recordRemovals,
} from './sync-history.queries.ts';
import { markRemoved, markSuperseded, markUnseenRemoved } from './transaction-marks.queries.ts';
import { type WrittenRows, writeStagedRows } from './write-staged.queries.ts';

/** Everything that a sync fetched. The transactions are staged in the database. */
export interface FetchedItem extends FetchedProducts {
  cursor: string;
  /** Number of staged pages. */
  pages: number;
  /** The day of the account balances (ISO, UTC). */
  day: string;
  accounts: AccountRecord[];
  /** The provider's ids of the open accounts, which are those in its account list. */
  listed: string[];
  /** Accounts that have transactions and are in no account list. */
  unlisted: UnlistedAccount[];
  /** The provider's ids of removed transactions that have not been sent again since. */
  removed: string[];
  /** Null if the streams could not be fetched. */
  streams: StreamRecord[] | null;
  /** True if the sync started without a cursor: transactions that were not sent no longer exist. */
  isFullSync: boolean;
}

/** The changes of a sync as users see them: a pending transaction that posts counts as modified. */
export interface SyncResult {
  added: number;
  modified: number;
  removed: number;
}

/** Thrown when another worker has acquired the lease: this one must change nothing. */
export class LeaseLost extends Error {
  constructor() {
    super('Another worker has acquired the lease on this item');
    this.name = 'LeaseLost';
  }
}

/**
 * Writes everything that a sync fetched, and the cursor, in the given transaction: accounts, transactions, balances,
 * and everything derived from them (superseded pending rows, internal transfers, counts).
 */
export async function writeFetchedItem(
  transaction: Transaction,
  lease: Lease,
  fetched: FetchedItem,
  log: Logger,
): Promise<SyncResult> {
  const { userId } = lease;
  await lockTransactions(transaction, userId);
  if (!(await lockLeasedItem(transaction, lease))) throw new LeaseLost();
  if (fetched.pages > 1) await planForBulkWrite(transaction);
  const replacedItems = await adoptAccounts(transaction, lease, fetched.accounts);
  const accountsBefore = await readAccountFacts(transaction, lease);
  await upsertAccounts(transaction, lease, fetched.accounts);
  if (fetched.unlisted.length > 0)
    await insertUnlistedAccounts(transaction, lease, fetched.unlisted);
  // An empty list is more likely a mistake by the bank than a sign that every account is closed.
  if (fetched.listed.length > 0) await updateClosedAccounts(transaction, lease, fetched.listed);
  const accounts = listAccountChanges(accountsBefore, await readAccountFacts(transaction, lease));
  const hasAdopted = await hasUnseenAdoptedTransactions(transaction, lease);
  if (hasAdopted) await adoptTransactions(transaction, lease);
  const written = await writeStagedRows(transaction, lease);
  const { added, modified, supersedeIds, transferIds, days } = written;
  if (fetched.pages > 1) await planForWrittenRows(transaction, log, added + modified);
  const removedIds = idsOf([
    ...(hasAdopted ? await removeUnseenAdoptedTransactions(transaction, lease) : []),
    ...(await markRemoved(transaction, lease, fetched.removed)),
    // A new item has no accounts, and so no transactions that its bank could have removed.
    ...(fetched.isFullSync && accountsBefore.size > 0
      ? await markUnseenRemoved(transaction, lease)
      : []),
  ]);
  const supersedeCandidates = [...supersedeIds, ...removedIds];
  const superseded = idsOf(await markSuperseded(transaction, lease, supersedeCandidates));
  const postings =
    superseded.length > 0 ? await recordPostings(transaction, lease, superseded) : [];
  const removedCount =
    removedIds.length > 0 ? await recordRemovals(transaction, lease, removedIds) : 0;
  const changedAccounts = await markDuplicates(transaction, userId);
  await rematchTransfers(transaction, userId, {
    rows: [...supersedeCandidates, ...transferIds, ...superseded],
    accounts: idsOf(changedAccounts),
    days,
  });
  const isChanged = added + modified + removedIds.length + superseded.length > 0;
  if (isChanged) await updateDailyPostedTotals(transaction, lease);
  if (fetched.streams !== null) await writeStreams(transaction, lease, fetched.streams);
  await replaceProducts(transaction, lease, fetched);
  await snapshotBalances(transaction, lease, fetched.day);
  await updateListedCounts(transaction, lease);
  const result = { ...countVisible(written, postings), removed: removedCount };
  await insertSyncRun(transaction, lease, { id: newId(), ...result, accounts, error: null });
  for (const oldItemId of replacedItems) await deleteReplacedItem(transaction, lease, oldItemId);
  // Done last, because syncs of two users with the same merchants wait for each other here.
  if (written.logos.length > 0) await insertLogos(transaction, written.logos);
  await deleteStagedPages(transaction, lease);
  const { cursor, missingConsents } = fetched;
  await finishSync(transaction, lease, { cursor, added, missingConsents });
  return result;
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Counts the rows that users see as new and as changed. A pending row and its posted one are listed as one. */
function countVisible(
  { added, modified, newSupersedeIds }: WrittenRows,
  postings: readonly Posting[],
): Pick<SyncResult, 'added' | 'modified'> {
  const newIds = new Set(newSupersedeIds);
  const counts = { added, modified };
  for (const { postedId, pendingId } of postings) {
    const newCount = [postedId, pendingId].filter((id) => newIds.has(id)).length;
    if (newCount > 0) counts.added -= 1;
    if (newCount < 2) counts.modified += 1;
  }
  return counts;
}
