import { centsOf, centsOnWire, moneyOnWire } from '../../domain/money.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';
import { runningTotals } from './running-totals.ts';
import { cashflowByMonth, spentByDay } from './spending.queries.ts';

const months = 12;

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
      const first = today.toPlainYearMonth().subtract({ months: months - 1 });
      const from = first.toPlainDate({ day: 1 }).toString();
      const rows = await cashflowByMonth(database, owner, from, today.toString());
      const byMonth = new Map(rows.map((row) => [row.month, row]));
      const results = Array.from({ length: months }, (_, index) => {
        const month = first.add({ months: index }).toString();
        const row = byMonth.get(month);
        return {
          month,
          spent: moneyOnWire(row?.spent ?? '0'),
          income: moneyOnWire(row?.income ?? '0'),
        };
      });
      return { results, not_counted: rows.reduce((sum, row) => sum + row.not_counted, 0) };
    },
  };
}
