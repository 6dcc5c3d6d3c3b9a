import { lockRowsOf, repairTransfers } from '../../domain/transfer-pairs.queries.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import type { Logger } from '../../platform/log.ts';
import type { AccountRecord } from '../../providers/plaid/map.ts';
import type { StreamRecord } from '../../providers/plaid/map-streams.ts';
import { accountChanges } from './account-changes.ts';
import {
  closeUnlisted,
  insertUnlisted,
  markDuplicates,
  readAccountFacts,
  recountListed,
  snapshotBalances,
  type UnlistedAccount,
  upsertAccounts,
} from './accounts.queries.ts';
import type { Products } from './collect-products.ts';
import { finishSync, type Lease, lockLeased } from './lease.queries.ts';
import { insertSyncRun, type Posting, tellPosted, tellRemoved } from './log.queries.ts';
import { dropPages, markSuperseded, noteLogos, removeRows, removeUnseen } from './pages.queries.ts';
import { keepPostedDays } from './posted-days.queries.ts';
import { writeProducts } from './products.queries.ts';
import { planForMany, planForWritten } from './statistics.queries.ts';
import { writeStreams } from './streams.queries.ts';
import {
  dropReplaced,
  hasRowsOfBefore,
  removeOvertaken,
  takeOverAccounts,
  takeOverRows,
} from './take-over.queries.ts';
import { type Written, writeStaged } from './write-staged.queries.ts';

/** What a sync collected; its rows are staged in the database. */
export interface Collected extends Products {
  cursor: string;
  /** How many pages are staged. */
  pages: number;
  /** The day (ISO, UTC) that the accounts' balances are of. */
  day: string;
  accounts: AccountRecord[];
  /** The provider's ids of the accounts that are open: those that its list names. */
  listed: string[];
  /** Accounts that rows name and no list does. */
  unlisted: UnlistedAccount[];
  /** Provider ids of rows taken back and not sent again since. */
  removed: string[];
  /** What repeats; null where the provider did not say. */
  streams: StreamRecord[] | null;
  /** The provider was asked from the very beginning: what it did not send is gone there. */
  fromTheBeginning: boolean;
}

/** What a sync brought, as it is to be seen: a pending row that posts is one that has changed. */
export interface SyncResult {
  added: number;
  modified: number;
  removed: number;
}

/** Thrown when another worker has taken the item over: this one must change nothing. */
export class LeaseLost extends Error {
  constructor() {
    super('Another worker has taken this item over');
    this.name = 'LeaseLost';
  }
}

/**
 * Writes everything a sync brought, and the cursor, in the one transaction given: rows, balances,
 * and what follows from them (replaced pending rows, internal transfers, counts).
 */
export async function writePages(
  transaction: Transaction,
  lease: Lease,
  collected: Collected,
  log: Logger,
): Promise<SyncResult> {
  const { userId } = lease;
  await lockRowsOf(transaction, userId);
  if (!(await lockLeased(transaction, lease))) throw new LeaseLost();
  if (collected.pages > 1) await planForMany(transaction);
  const replaced = await takeOverAccounts(transaction, lease, collected.accounts);
  const accountsBefore = await readAccountFacts(transaction, lease);
  await upsertAccounts(transaction, lease, collected.accounts);
  if (collected.unlisted.length > 0) await insertUnlisted(transaction, lease, collected.unlisted);
  // A bank that lists nothing at all has rather lost its list than closed every account.
  if (collected.listed.length > 0) await closeUnlisted(transaction, lease, collected.listed);
  const accounts = accountChanges(accountsBefore, await readAccountFacts(transaction, lease));
  const goesOn = await hasRowsOfBefore(transaction, lease);
  if (goesOn) await takeOverRows(transaction, lease);
  const written = await writeStaged(transaction, lease);
  const { added, modified, linked, transfers, days } = written;
  if (collected.pages > 1) await planForWritten(transaction, log, added + modified);
  const removed = [
    ...(goesOn ? await removeOvertaken(transaction, lease) : []),
    ...(await removeRows(transaction, lease, collected.removed)),
    ...(collected.fromTheBeginning ? await removeUnseen(transaction, lease) : []),
  ];
  const removedIds = removed.map(({ id }) => id);
  const mayReplace = [...linked, ...removedIds];
  const superseded = (await markSuperseded(transaction, lease, mayReplace)).map(({ id }) => id);
  const postings = superseded.length > 0 ? await tellPosted(transaction, lease, superseded) : [];
  const takenBack = removedIds.length > 0 ? await tellRemoved(transaction, lease, removedIds) : 0;
  const recounted = await markDuplicates(transaction, userId);
  await repairTransfers(transaction, userId, {
    rows: [...mayReplace, ...transfers, ...superseded],
    accounts: recounted.map(({ id }) => id),
    days,
  });
  const isChanged = added + modified + removed.length + superseded.length > 0;
  if (isChanged) await keepPostedDays(transaction, lease);
  if (collected.streams !== null) await writeStreams(transaction, lease, collected.streams);
  await writeProducts(transaction, lease, collected);
  await snapshotBalances(transaction, lease, collected.day);
  await recountListed(transaction, lease);
  const result = { ...countSeen(written, postings), removed: takenBack };
  await insertSyncRun(transaction, lease, { id: newId(), ...result, accounts, error: null });
  for (const goneId of replaced) await dropReplaced(transaction, lease, goneId);
  // Late: two people's syncs that bring the same merchants wait for each other here.
  if (written.logos.length > 0) await noteLogos(transaction, written.logos);
  await dropPages(transaction, lease);
  const { cursor, lacksConsent } = collected;
  await finishSync(transaction, lease, { cursor, added, lacksConsent });
  return result;
}

/**
 * How many rows are new to who looks, and how many are not what they were: of a pending one and the posted one
 * that takes its place, only one is ever listed.
 */
function countSeen(
  { added, modified, arrived }: Written,
  postings: readonly Posting[],
): Pick<SyncResult, 'added' | 'modified'> {
  const isNew = new Set(arrived);
  const seen = { added, modified };
  for (const { postedId, pendingId } of postings) {
    const arrivals = [postedId, pendingId].filter((id) => isNew.has(id)).length;
    if (arrivals > 0) seen.added -= 1;
    if (arrivals < 2) seen.modified += 1;
  }
  return seen;
}
