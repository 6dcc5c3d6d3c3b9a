import { centsOf, centsOnWire } from '../../domain/money.ts';
import { lastMonths, monthsOnWire } from '../../domain/month-sums.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';
import { runningTotals } from './running-totals.ts';
import { cashflowByMonth, spentByDay } from './spending.queries.ts';

/** What was spent and earned, per day and per month. */
export function spendingHandlers({
  database,
}: Services): Handlers<'GET /user/currentspending' | 'GET /user/cashflow'> {
  return {
    'GET /user/currentspending': async ({ owner, today }) => {
      const from = today.with({ day: 1 }).subtract({ months: 1 });
      const rows = await spentByDay(database, owner, from.toString(), today.toString());
      const days = rows.map(({ day, spent }) => ({ day, cents: centsOf(spent) }));
      return {
        res: runningTotals(days, today).map(({ day, current, previous }) => ({
          day,
          currentMonthSum: current === null ? null : centsOnWire(current),
          previousMonthSum: centsOnWire(previous),
        })),
        not_counted: rows.reduce((sum, row) => sum + row.not_counted, 0),
      };
    },
    'GET /user/cashflow': async ({ owner, today }) => {
      const { from, to } = lastMonths(today);
      return monthsOnWire(await cashflowByMonth(database, owner, from, to), today);
    },
  };
}
