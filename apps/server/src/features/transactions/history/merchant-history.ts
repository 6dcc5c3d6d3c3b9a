import { findMainCurrency } from '../../../domain/money/main-currency.queries.ts';
import { toMoney } from '../../../domain/money/money.ts';
import { toTransactions } from '../../../domain/transactions/transaction-rows.ts';
import { isUuid, type UserId } from '../../../platform/identifiers.ts';
import { notFound } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { findPostedReplacement, findTransaction } from '../find-transaction.queries.ts';
import {
  listMerchantTransactions,
  type MerchantMonthRow,
  sumMerchantMonths,
} from './merchant.queries.ts';

/** Returns the newest 1,000 transactions of a transaction's merchant, with the monthly sums of all of them. */
export async function merchantHistory(
  { database }: Services,
  userId: UserId,
  id: string,
  today: Temporal.PlainDate,
) {
  const row = isUuid(id)
    ? ((await findTransaction(database, userId, id)) ??
      (await findPostedReplacement(database, userId, id)))
    : undefined;
  if (row === undefined) throw notFound('transaction');
  const merchant = row.transaction.merchant_name ?? row.transaction.name;
  const [rows, months, currency] = await Promise.all([
    listMerchantTransactions(database, userId, merchant),
    sumMerchantMonths(database, userId, { merchant, until: today.toString() }),
    findMainCurrency(database, userId),
  ]);
  return {
    merchant,
    monthly_totals: fillMonths(months, today),
    omitted_count: months.reduce((sum, row) => sum + row.omitted_count, 0),
    currency,
    transactions: toTransactions(rows),
  };
}

/** Returns sums for every month from the first with rows to this one. Months without rows are zeros. */
export function fillMonths(
  rows: readonly Omit<MerchantMonthRow, 'omitted_count'>[],
  today: Temporal.PlainDate,
): Record<string, number> {
  const spent = new Map(rows.map((row) => [row.month, toMoney(row.spent)]));
  const last = today.toPlainYearMonth();
  const totals: Record<string, number> = {};
  let month = Temporal.PlainYearMonth.from(rows[0]?.month ?? last.toString());
  while (Temporal.PlainYearMonth.compare(month, last) <= 0) {
    totals[month.toString()] = spent.get(month.toString()) ?? 0;
    month = month.add({ months: 1 });
  }
  return totals;
}
