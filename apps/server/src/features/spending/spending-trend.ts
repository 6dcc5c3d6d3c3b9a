import type { CallResponse } from '@cairn/contract/calls';
import { categoryIcon } from '@cairn/contract/rules/category-icons';
import { findMainCurrency } from '../../domain/money/main-currency.queries.ts';
import { centsToMoney, toCents } from '../../domain/money/money.ts';
import { parseMonth } from '../../domain/money/months.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { sumSpendingByGroupAndMonth, type TrendPeriod } from './spending.queries.ts';

/** Number of months in a trend, including the requested one. */
const monthCount = 6;

/** Spent in a group in a month. */
export interface GroupMonthSpent {
  /** `YYYY-MM`. */
  month: string;
  group: string;
  cents: number;
}

/** The spending of each group in six months. Amounts are in major units, as in the API. */
export interface SpendingTrend {
  months: string[];
  groups: { name: string; icon: string; values: number[] }[];
  totals: number[];
}

/**
 * Returns the spending of each category group in the six months through a month (`YYYY-MM`), up to today. Throws 422
 * if the text is not a month.
 */
export async function showSpendingTrend(
  { database }: Services,
  userId: UserId,
  monthText: string,
  today: Temporal.PlainDate,
): Promise<CallResponse<'POST /user/spendingcat/trend'>> {
  const month = parseMonth(monthText);
  const months = trendMonths(month);
  const [rows, currency] = await Promise.all([
    sumSpendingByGroupAndMonth(database, userId, trendPeriod(month, today)),
    findMainCurrency(database, userId),
  ]);
  const spent = rows.map((row) => ({
    month: row.month,
    group: row.category_group,
    cents: toCents(row.spent),
  }));
  return {
    ...spendingTrend(months, spent),
    omitted_count: rows.reduce((sum, row) => sum + row.omitted_count, 0),
    currency,
  };
}

/** Returns the days of the six months through a month, up to today. */
function trendPeriod(month: Temporal.PlainYearMonth, today: Temporal.PlainDate): TrendPeriod {
  const thisMonth = today.toPlainYearMonth();
  const isPast = Temporal.PlainYearMonth.compare(month, thisMonth) < 0;
  const dailyFrom = isPast ? month.add({ months: 1 }) : thisMonth;
  return {
    from: month
      .subtract({ months: monthCount - 1 })
      .toPlainDate({ day: 1 })
      .toString(),
    dailyFrom: dailyFrom.toPlainDate({ day: 1 }).toString(),
    to: isPast ? month.toPlainDate({ day: month.daysInMonth }).toString() : today.toString(),
  };
}

/** Returns the months of the trend through a month, oldest first. */
const trendMonths = (last: Temporal.PlainYearMonth): Temporal.PlainYearMonth[] =>
  Array.from({ length: monthCount }, (_, index) =>
    last.subtract({ months: monthCount - 1 - index }),
  );

/**
 * Arranges sums by group and month. A month without a sum is 0. Groups that are 0 in every month are left out. Those
 * with the most in the last month come first, then those with the most in all months.
 */
export function spendingTrend(
  months: readonly Temporal.PlainYearMonth[],
  spent: readonly GroupMonthSpent[],
): SpendingTrend {
  const names = months.map(String);
  const valuesOf = (rows: readonly GroupMonthSpent[]) =>
    names.map((month) =>
      total(rows.filter((row) => row.month === month).map(({ cents }) => cents)),
    );
  const groups = [...Map.groupBy(spent, ({ group }) => group)]
    .map(([name, rows]) => ({ name, values: valuesOf(rows) }))
    .filter(({ values }) => values.some((cents) => cents !== 0))
    .sort(
      (a, b) =>
        (b.values.at(-1) ?? 0) - (a.values.at(-1) ?? 0) ||
        total(b.values) - total(a.values) ||
        (a.name < b.name ? -1 : 1),
    );
  return {
    months: names,
    groups: groups.map(({ name, values }) => ({
      name,
      icon: categoryIcon(name),
      values: values.map(centsToMoney),
    })),
    totals: valuesOf(spent).map(centsToMoney),
  };
}

const total = (cents: readonly number[]): number => cents.reduce((sum, amount) => sum + amount, 0);
