import { findMainCurrency } from '../../domain/money/main-currency.queries.ts';
import { centsToMoney, toCents } from '../../domain/money/money.ts';
import { lastTwelveMonths, toMonthlySums } from '../../domain/money/month-sums.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';
import { monthPeriods } from './month-periods.ts';
import { runningTotals } from './running-totals.ts';
import { sumCashFlowByMonth, sumSpendingByCategory, sumSpendingByDay } from './spending.queries.ts';
import { spendingByCategory } from './spending-by-category.ts';
import { showSpendingTrend } from './spending-trend.ts';

type SpendingCalls =
  | 'GET /user/currentspending'
  | 'GET /user/cashflow'
  | 'POST /user/spendingcat'
  | 'POST /user/spendingcat/trend';

/** Handlers for spending and income by day, month, and category. */
export function spendingHandlers(services: Services): Handlers<SpendingCalls> {
  const { database } = services;
  return {
    'GET /user/currentspending': async ({ owner, today }) => {
      const from = today.with({ day: 1 }).subtract({ months: 1 });
      const [rows, currency] = await Promise.all([
        sumSpendingByDay(database, owner, from.toString(), today.toString()),
        findMainCurrency(database, owner),
      ]);
      const days = rows.map(({ day, spent }) => ({ day, cents: toCents(spent) }));
      return {
        res: runningTotals(days, today).map(({ day, current, previous }) => ({
          day,
          currentMonthSum: current === null ? null : centsToMoney(current),
          previousMonthSum: centsToMoney(previous),
        })),
        omitted_count: rows.reduce((sum, row) => sum + row.omitted_count, 0),
        currency,
      };
    },
    'GET /user/cashflow': async ({ owner, today }) => {
      const { from, to } = lastTwelveMonths(today);
      const [rows, currency] = await Promise.all([
        sumCashFlowByMonth(database, owner, from, to),
        findMainCurrency(database, owner),
      ]);
      return { ...toMonthlySums(rows, today), currency };
    },
    'POST /user/spendingcat': async ({ owner, body, today }) => {
      const periods = monthPeriods(body.month, today);
      // A future month has no spending yet.
      const [rows, currency] = await Promise.all([
        periods === null ? [] : sumSpendingByCategory(database, owner, periods),
        findMainCurrency(database, owner),
      ]);
      const spent = rows.map((row) => ({
        group: row.category_group,
        category: row.category,
        value: toCents(row.spent),
        previous: toCents(row.previous),
      }));
      return {
        ...spendingByCategory(spent),
        omitted_count: rows.reduce((sum, row) => sum + row.omitted_count, 0),
        currency,
      };
    },
    'POST /user/spendingcat/trend': ({ owner, body, today }) =>
      showSpendingTrend(services, owner, body.month, today),
  };
}
