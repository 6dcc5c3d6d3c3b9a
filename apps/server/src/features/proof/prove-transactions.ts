import type { ProofOf } from '@cairn/contract/proof';
import { centsToMoney, toCents } from '../../domain/money/money.ts';
import { encodeCursor, type KeysetCursor, pageSize } from '../../domain/transactions/paging.ts';
import { toTransactions } from '../../domain/transactions/transaction-rows.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import {
  findRefundGroups,
  findTotalsCurrency,
  listIncluded,
  listOmitted,
  type ProofSumRow,
  sumProofRows,
} from './proof.queries.ts';
import type { TransactionTotal } from './provable-totals.ts';

/** The requested page of a list. By default, the first page of both lists. */
export interface ProofPage {
  list: 'included' | 'omitted' | undefined;
  /** Null for the first page. */
  after: KeysetCursor | null;
}

/** Proves a total of transactions: a page each of the included and omitted rows, with the sums of all of them. */
export async function proveTransactions(
  queries: Queries,
  userId: UserId,
  request: { total: TransactionTotal; today: Temporal.PlainDate; page: ProofPage },
): Promise<ProofOf<'transactions'>> {
  const today = request.today.toString();
  const total = await resolveRefundGroups(queries, userId, request.total, today);
  const { list, after } = request.page;
  const page = {
    limit: pageSize + 1,
    offset: 0,
    after,
  };
  const [currency, sums, included, omitted] = await Promise.all([
    findTotalsCurrency(queries, userId),
    sumProofRows(queries, userId, total, today),
    list === 'omitted' ? [] : listIncluded(queries, userId, { total, today, page }),
    list === 'included' ? [] : listOmitted(queries, userId, { total, today, page }),
  ]);
  return {
    kind: 'transactions',
    currency,
    ...toProofSums(sums, total.sign),
    sign: total.sign,
    period: total.from === null || total.to === null ? null : { from: total.from, to: total.to },
    included: toTransactions(included.slice(0, pageSize)),
    omitted: omitted.slice(0, pageSize).map((row) => ({
      reason: row.omission_reason,
      transaction: row.transaction,
    })),
    next: { included: nextCursor(included), omitted: nextCursor(omitted) },
  };
}

/** Resolves the groups of a total of refunds: those with more refunds than spending. */
export async function resolveRefundGroups(
  queries: Queries,
  userId: UserId,
  total: TransactionTotal,
  today: string,
): Promise<TransactionTotal> {
  if (!total.refundsOnly) return total;
  const groups = await findRefundGroups(queries, userId, total, today);
  return { ...total, categories: groups.map(({ category_group }) => category_group) };
}

/**
 * Returns the keyset cursor of the next page, or null if there is none. `rows`: up to one row more than a page.
 */
export function nextCursor(rows: readonly KeysetCursor[]): string | null {
  const last = rows[pageSize - 1];
  return rows.length > pageSize && last !== undefined ? encodeCursor(last) : null;
}

/** Converts sums to the proof's sum, counts, offsets, pending sum, and omission reasons. */
export function toProofSums(rows: readonly ProofSumRow[], sign: 1 | -1) {
  const toSignedMoney = (amount: string) => centsToMoney(sign * toCents(amount) || 0);
  const includedSums = rows.find(({ omission_reason }) => omission_reason === null);
  const offsetDirection = sign === 1 ? 'in' : 'out';
  return {
    sum: toSignedMoney(includedSums?.amount ?? '0'),
    counts: {
      included: includedSums?.count ?? 0,
      omitted: rows.reduce(
        (count, row) => count + (row.omission_reason === null ? 0 : row.count),
        0,
      ),
    },
    offsets: {
      count: includedSums?.[`${offsetDirection}_count`] ?? 0,
      sum: toSignedMoney(includedSums?.[`${offsetDirection}_amount`] ?? '0'),
    },
    pending: {
      count: includedSums?.pending_count ?? 0,
      sum: toSignedMoney(includedSums?.pending_amount ?? '0'),
    },
    reasons: rows.flatMap(({ omission_reason, currency, count, amount }) =>
      omission_reason === null
        ? []
        : [{ reason: omission_reason, currency, count, sum: toSignedMoney(amount) }],
    ),
  };
}
