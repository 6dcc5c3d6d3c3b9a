import { toMoney } from './money.ts';

/** Spent and income of one month. Amounts are decimal text. */
export interface MonthSumsRow {
  month: string;
  spent: string;
  income: string;
  omitted_count: number;
}

const monthCount = 12;

const firstMonth = (today: Temporal.PlainDate) =>
  today.toPlainYearMonth().subtract({ months: monthCount - 1 });

/** Returns the days of the last 12 months, including this month up to today. */
export const lastTwelveMonths = (today: Temporal.PlainDate): { from: string; to: string } => ({
  from: firstMonth(today).toPlainDate({ day: 1 }).toString(),
  to: today.toString(),
});

/** Converts the last 12 months to their API form, oldest first. Months without rows are zeros. */
export function toMonthlySums(rows: readonly MonthSumsRow[], today: Temporal.PlainDate) {
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  const results = Array.from({ length: monthCount }, (_, index) => {
    const month = firstMonth(today).add({ months: index }).toString();
    const row = byMonth.get(month);
    return {
      month,
      spent: toMoney(row?.spent ?? '0'),
      income: toMoney(row?.income ?? '0'),
    };
  });
  return { results, omitted_count: rows.reduce((sum, row) => sum + row.omitted_count, 0) };
}
