import { canonicalCategory, categories, categoryGroupKey } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { recomputeDailyTotalsOf } from '../../domain/transactions/daily-totals.queries.ts';
import { toTransactions } from '../../domain/transactions/transaction-rows.ts';
import {
  lockTransactions,
  rematchTransfers,
} from '../../domain/transactions/transfer-pairs.queries.ts';
import type { Queries } from '../../platform/database/database.ts';
import { isUuid, type UserId } from '../../platform/identifiers.ts';
import { notFound, unprocessable } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { findTransaction, findTransactions } from './find-transaction.queries.ts';
import { transactionsCopy } from './transactions.copy.ts';
import { overrideCategory, setUserExcluded } from './transactions.queries.ts';

/**
 * Overrides a transaction's category, or removes the override (null). Returns the transaction, the override that it
 * had, and the other transactions that this excluded or included by changing internal transfers. Throws 404 for an
 * unknown transaction, 422 for an unknown category.
 */
export async function changeCategory(
  { database }: Services,
  userId: UserId,
  change: { id: string; category: string | null },
) {
  const category = change.category === null ? null : requireCategory(change.category);
  if (!isUuid(change.id)) throw notFound('transaction');
  return database.transaction(async (transaction) => {
    await lockTransactions(transaction, userId);
    const group = category === null ? null : categoryGroupKey(category);
    const overridden = await overrideCategory(transaction, userId, {
      id: change.id,
      category,
      group,
    });
    if (overridden === undefined) throw notFound('transaction');
    // Unpairs or pairs the matching transfer in the same database transaction.
    const rematched = await rematchTransfers(transaction, userId, { rows: [change.id] });
    const others = rematched.filter((id) => id !== change.id);
    return {
      ...(await requireTransaction(transaction, userId, change.id)),
      previous_category: overridden.previous,
      affected_transactions: toTransactions(await findTransactions(transaction, userId, others)),
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
    await lockTransactions(transaction, userId);
    const changed = await setUserExcluded(transaction, userId, change);
    if (changed === undefined) throw notFound('transaction');
    await recomputeDailyTotalsOf(transaction, userId, [changed.id]);
    return {
      ...(await requireTransaction(transaction, userId, changed.id)),
      previously_excluded: changed.previous,
    };
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
    throw unprocessable(
      formatMessage(transactionsCopy.unknownCategory, { category: key.slice(0, 80) }),
    );
  return canonical;
}
