import { centsOf, centsOnWire } from '../../domain/money.ts';
import { type Place, pageSize, placeOf, tokenOf } from '../../domain/pages.ts';
import { transactionsOf } from '../../domain/transaction-rows.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { nothingProved } from './nothing-proved.ts';
import {
  currencyOfTotals,
  includedPage,
  leftOutPage,
  type ProofSumRow,
  refundGroups,
  sumProved,
} from './proof.queries.ts';
import type { TotalOfRows } from './provable-totals.ts';

/** The requested page of a list. Default: the first page of both lists. */
export interface ProofPage {
  list?: 'included' | 'left_out';
  after?: string;
}

/** Proves a total of transactions: a page each of the included and omitted rows, with the sums of all of them. */
export async function proveRows(
  queries: Queries,
  userId: UserId,
  request: { total: TotalOfRows; today: Temporal.PlainDate; page: ProofPage },
) {
  const today = request.today.toString();
  const total = await narrowed(queries, userId, request.total, today);
  const { list, after } = request.page;
  const page = {
    limit: pageSize + 1,
    offset: 0,
    after: after === undefined ? null : placeOf(after),
  };
  const [currency, sums, included, omitted] = await Promise.all([
    currencyOfTotals(queries, userId),
    sumProved(queries, userId, total, today),
    list === 'left_out' ? [] : includedPage(queries, userId, { total, today, page }),
    list === 'included' ? [] : leftOutPage(queries, userId, { total, today, page }),
  ]);
  return {
    ...nothingProved,
    ...sumsOf(sums, total.sign),
    made_of: 'transactions' as const,
    currency,
    sign: total.sign,
    period: total.from === null || total.to === null ? null : { from: total.from, to: total.to },
    included: transactionsOf(included.slice(0, pageSize)),
    left_out: omitted.slice(0, pageSize).map((row) => ({
      reason: row.omission_reason,
      transaction: row.transaction,
    })),
    next: { included: placeAfter(included), left_out: placeAfter(omitted) },
  };
}

/** Resolves the groups of a total of refunds: those with more refunds than spending. */
export async function narrowed(
  queries: Queries,
  userId: UserId,
  total: TotalOfRows,
  today: string,
): Promise<TotalOfRows> {
  if (!total.refundsOnly) return total;
  const groups = await refundGroups(queries, userId, total, today);
  return { ...total, categories: groups.map(({ category_group }) => category_group) };
}

/** Returns the keyset cursor of the next page, or null on the last page. Expects one row more than a page. */
export function placeAfter(rows: readonly Place[]): string | null {
  const last = rows[pageSize - 1];
  return rows.length > pageSize && last !== undefined ? tokenOf(last) : null;
}

/** Converts sums to the proof's sum, counts, offsets, pending sum, and omission reasons. */
export function sumsOf(rows: readonly ProofSumRow[], sign: 1 | -1) {
  const toSignedMoney = (amount: string) => centsOnWire(sign * centsOf(amount) || 0);
  const inTotal = rows.find(({ omission_reason }) => omission_reason === null);
  const offsetDirection = sign === 1 ? 'in' : 'out';
  return {
    sum: toSignedMoney(inTotal?.amount ?? '0'),
    counts: {
      included: inTotal?.count ?? 0,
      left_out: rows.reduce(
        (count, row) => count + (row.omission_reason === null ? 0 : row.count),
        0,
      ),
    },
    netted: {
      count: inTotal?.[`${offsetDirection}_count`] ?? 0,
      sum: toSignedMoney(inTotal?.[`${offsetDirection}_amount`] ?? '0'),
    },
    pending: {
      count: inTotal?.pending_count ?? 0,
      sum: toSignedMoney(inTotal?.pending_amount ?? '0'),
    },
    reasons: rows.flatMap(({ omission_reason, currency, count, amount }) =>
      omission_reason === null
        ? []
        : [{ reason: omission_reason, currency, count, sum: toSignedMoney(amount) }],
    ),
  };
}
