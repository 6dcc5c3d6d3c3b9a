import { formatMessage } from '@cairn/contract/copy';
import { canonicalCategory, categories, groupOfCategory } from '@cairn/contract/taxonomy';
import { recountDaysOf } from '../../domain/day-totals.queries.ts';
import { transactionsOf } from '../../domain/transaction-rows.ts';
import { lockRowsOf, repairTransfers } from '../../domain/transfer-pairs.queries.ts';
import type { Queries } from '../../platform/database.ts';
import { isUuid, type UserId } from '../../platform/identifiers.ts';
import { notFound, refused } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { findTransaction, findTransactions } from './find-transaction.queries.ts';
import { transactionsCopy } from './transactions.copy.ts';
import { overrideCategory, setUserExcluded } from './transactions.queries.ts';

/**
 * Overrides a transaction's category, or removes the override (null). Returns the transaction, and others that this
 * excluded or included by changing internal transfers. Throws 404 for an unknown transaction, 422 for an unknown
 * category.
 */
export async function changeCategory(
  { database }: Services,
  userId: UserId,
  change: { id: string; category: string | null },
) {
  const category = change.category === null ? null : requireCategory(change.category);
  if (!isUuid(change.id)) throw notFound('transaction');
  return database.transaction(async (transaction) => {
    await lockRowsOf(transaction, userId);
    const group = category === null ? null : groupOfCategory(category);
    if (!(await overrideCategory(transaction, userId, { id: change.id, category, group })))
      throw notFound('transaction');
    // Unpairs or pairs the matching transfer in the same database transaction.
    const rematched = await repairTransfers(transaction, userId, { rows: [change.id] });
    const others = rematched.filter((id) => id !== change.id);
    return {
      ...(await requireTransaction(transaction, userId, change.id)),
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
    return requireTransaction(transaction, userId, changed.id);
  });
}

async function requireTransaction(queries: Queries, userId: UserId, id: string) {
  const row = await findTransaction(queries, userId, id);
  // Transactions of duplicate accounts can't be changed.
  if (row === undefined) throw notFound('transaction');
  return row.transaction;
}

function requireCategory(key: string): string {
  const canonical = canonicalCategory(key);
  if (!categories.has(canonical))
    throw refused(formatMessage(transactionsCopy.unknownCategory, { category: key.slice(0, 80) }));
  return canonical;
}
