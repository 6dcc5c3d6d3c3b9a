import { moneyOnWire } from './money.ts';

/** What came and went in one month. Money: decimal text. */
export interface MonthSumsRow {
  month: string;
  spent: string;
  income: string;
  not_counted: number;
}

const months = 12;

const firstMonth = (today: Temporal.PlainDate) =>
  today.toPlainYearMonth().subtract({ months: months - 1 });

/** The days of the last 12 months, this one included up to today. */
export const lastMonths = (today: Temporal.PlainDate): { from: string; to: string } => ({
  from: firstMonth(today).toPlainDate({ day: 1 }).toString(),
  to: today.toString(),
});

/** Those months on the wire, oldest first, the ones without rows as zeros. */
export function monthsOnWire(rows: readonly MonthSumsRow[], today: Temporal.PlainDate) {
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  const results = Array.from({ length: months }, (_, index) => {
    const month = firstMonth(today).add({ months: index }).toString();
    const row = byMonth.get(month);
    return {
      month,
      spent: moneyOnWire(row?.spent ?? '0'),
      income: moneyOnWire(row?.income ?? '0'),
    };
  });
  return { results, not_counted: rows.reduce((sum, row) => sum + row.not_counted, 0) };
}
