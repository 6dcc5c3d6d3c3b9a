import { canonicalCategory, categories, groupOfCategory } from '@cairn/contract/taxonomy';
import { recountDaysOf } from '../../domain/day-totals.queries.ts';
import { transactionsOf } from '../../domain/transaction-rows.ts';
import { lockRowsOf, repairTransfers } from '../../domain/transfer-pairs.queries.ts';
import type { Queries } from '../../platform/database.ts';
import { isUuid, type UserId } from '../../platform/identifiers.ts';
import { notFound, refused } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { findTransaction, findTransactions } from './find-transaction.queries.ts';
import { overrideCategory, setUserExcluded } from './transactions.queries.ts';

/**
 * Gives a transaction the category that the user says, or takes it back (null). Answers it, and the
 * others that are now excluded or counted because of it.
 */
export async function changeCategory(
  { database }: Services,
  userId: UserId,
  change: { id: string; category: string | null },
) {
  const category = change.category === null ? null : knownCategory(change.category);
  if (!isUuid(change.id)) throw notFound('transaction');
  return database.transaction(async (transaction) => {
    await lockRowsOf(transaction, userId);
    const group = category === null ? null : groupOfCategory(category);
    if (!(await overrideCategory(transaction, userId, { id: change.id, category, group })))
      throw notFound('transaction');
    // A row that is no transfer any more unpairs its other half, in the same transaction.
    const repaired = await repairTransfers(transaction, userId, { rows: [change.id] });
    const others = repaired.filter((id) => id !== change.id);
    return {
      ...(await readBack(transaction, userId, change.id)),
      also_changed: transactionsOf(await findTransactions(transaction, userId, others)),
    };
  });
}

/** Excludes a transaction from every total, or includes it again. */
export function changeExclusion(
  { database }: Services,
  userId: UserId,
  change: { providerTransactionId: string; excluded: boolean },
) {
  return database.transaction(async (transaction) => {
    await lockRowsOf(transaction, userId);
    const changed = await setUserExcluded(transaction, userId, change);
    if (changed === undefined) throw notFound('transaction');
    await recountDaysOf(transaction, userId, [changed.id]);
    return readBack(transaction, userId, changed.id);
  });
}

async function readBack(queries: Queries, userId: UserId, id: string) {
  const row = await findTransaction(queries, userId, id);
  // A row of a duplicate account is neither listed nor to be changed.
  if (row === undefined) throw notFound('transaction');
  return row.transaction;
}

function knownCategory(key: string): string {
  const canonical = canonicalCategory(key);
  if (!categories.has(canonical)) throw refused(`There is no category '${key.slice(0, 80)}'.`);
  return canonical;
}
