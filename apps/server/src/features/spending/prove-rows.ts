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

/** Which page of which list; both lists' first pages unless said. */
export interface ProofPage {
  list?: 'included' | 'left_out';
  after?: string;
}

/** The rows in a total and those left out, a page of each, with the sums of all of them. */
export async function proveRows(
  queries: Queries,
  userId: UserId,
  asked: { total: TotalOfRows; today: Temporal.PlainDate; page: ProofPage },
) {
  const today = asked.today.toString();
  const total = await narrowed(queries, userId, asked.total, today);
  const { list, after } = asked.page;
  const page = {
    limit: pageSize + 1,
    offset: 0,
    after: after === undefined ? null : placeOf(after),
  };
  const [currency, sums, included, leftOut] = await Promise.all([
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
    left_out: leftOut.slice(0, pageSize).map((row) => ({
      reason: row.left_out,
      transaction: row.transaction,
    })),
    next: { included: placeAfter(included), left_out: placeAfter(leftOut) },
  };
}

/** Refunds are of the groups that came to less than nothing, which only their rows tell. */
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

/** The place where the next page begins, or null on the last one. */
export function placeAfter(rows: readonly Place[]): string | null {
  const last = rows[pageSize - 1];
  return rows.length > pageSize && last !== undefined ? tokenOf(last) : null;
}

/** What a total comes to, what lowers it, what of it is pending, and what is left out for which reason. */
export function sumsOf(rows: readonly ProofSumRow[], sign: 1 | -1) {
  const counted = (amount: string) => centsOnWire(sign * centsOf(amount) || 0);
  const inTotal = rows.find(({ left_out }) => left_out === null);
  const netted = sign === 1 ? 'in' : 'out';
  return {
    sum: counted(inTotal?.amount ?? '0'),
    counts: {
      included: inTotal?.count ?? 0,
      left_out: rows.reduce((all, row) => all + (row.left_out === null ? 0 : row.count), 0),
    },
    netted: {
      count: inTotal?.[`${netted}_count`] ?? 0,
      sum: counted(inTotal?.[`${netted}_amount`] ?? '0'),
    },
    pending: {
      count: inTotal?.pending_count ?? 0,
      sum: counted(inTotal?.pending_amount ?? '0'),
    },
    reasons: rows.flatMap(({ left_out, currency, count, amount }) =>
      left_out === null ? [] : [{ reason: left_out, currency, count, sum: counted(amount) }],
    ),
  };
}
