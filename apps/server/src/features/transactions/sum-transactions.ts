import { findMainCurrency } from '../../domain/main-currency.queries.ts';
import { moneyOnWire } from '../../domain/money.ts';
import { lastMonths, monthsOnWire } from '../../domain/month-sums.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import type { TransactionFilter } from './filter.ts';
import { requireAccounts } from './require-accounts.ts';
import { sumDays, sumFiltered, sumFilteredByMonth } from './sums.queries.ts';

/**
 * Returns the number of matching transactions, income, and spent (net of refunds), and how many transactions the
 * sums omit: excluded, in another currency, or in the future.
 */
export async function sumTransactions(
  { database }: Services,
  userId: UserId,
  filter: TransactionFilter,
  today: Temporal.PlainDate,
) {
  await requireAccounts(database, userId, filter);
  const sum = filter.search === null && filter.categories === null ? sumDays : sumFiltered;
  const [sums, currency] = await Promise.all([
    sum(database, userId, filter, today.toString()),
    findMainCurrency(database, userId),
  ]);
  return {
    count: sums?.count ?? 0,
    sum_in: moneyOnWire(sums?.income ?? '0'),
    sum_out: moneyOnWire(sums?.spent ?? '0'),
    not_counted: sums?.not_counted ?? 0,
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
    sumFilteredByMonth(database, userId, filter, lastMonths(today)),
    findMainCurrency(database, userId),
  ]);
  return { ...monthsOnWire(rows, today), currency };
}
