import { findMainCurrency } from '../../../domain/money/main-currency.queries.ts';
import { toMoney } from '../../../domain/money/money.ts';
import { lastTwelveMonths, toMonthlySums } from '../../../domain/money/month-sums.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import type { Services } from '../../../services.ts';
import type { TransactionFilter } from './filter.ts';
import { requireAccounts } from './require-accounts.ts';
import { sumFiltered, sumFilteredByMonth, sumFromDailyTotals } from './sum-transactions.queries.ts';

/**
 * Returns the number of matching transactions, income, and spent (net of refunds), and how many transactions the
 * sums omit because they are excluded, in another currency, or in the future.
 */
export async function sumTransactions(
  { database }: Services,
  userId: UserId,
  filter: TransactionFilter,
  today: Temporal.PlainDate,
) {
  await requireAccounts(database, userId, filter);
  const { search, categories, budgetCategory } = filter;
  const canUseDailyTotals = search === null && categories === null && budgetCategory === null;
  const sum = canUseDailyTotals ? sumFromDailyTotals : sumFiltered;
  const [sums, currency] = await Promise.all([
    sum(database, userId, filter, today.toString()),
    findMainCurrency(database, userId),
  ]);
  return {
    count: sums?.count ?? 0,
    sum_in: toMoney(sums?.income ?? '0'),
    sum_out: toMoney(sums?.spent ?? '0'),
    omitted_count: sums?.omitted_count ?? 0,
    currency,
  };
}

/** Returns the sums of matching transactions for each of the last 12 months, oldest first. */
export async function sumByMonth(
  { database }: Services,
  userId: UserId,
  filter: TransactionFilter,
  today: Temporal.PlainDate,
) {
  await requireAccounts(database, userId, filter);
  const [rows, currency] = await Promise.all([
    sumFilteredByMonth(database, userId, filter, lastTwelveMonths(today)),
    findMainCurrency(database, userId),
  ]);
  return { ...toMonthlySums(rows, today), currency };
}
