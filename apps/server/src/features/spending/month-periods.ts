import { parseMonth } from '../../domain/money/months.ts';

/** The counted days of a month, and the days of the previous month to compare with. */
export interface MonthPeriods {
  from: string;
  to: string;
  previousFrom: string;
  previousTo: string;
}

/**
 * Returns the periods of a month and of the previous month. If the month is the current one, both periods end on
 * today's day of the month. Null for a future month. Throws 422 if the text is not a month.
 *
 * @param text `YYYY-MM`
 */
export function monthPeriods(text: string, today: Temporal.PlainDate): MonthPeriods | null {
  const month = parseMonth(text);
  const previous = month.subtract({ months: 1 });
  const from = month.toPlainDate({ day: 1 });
  if (Temporal.PlainDate.compare(from, today) > 0) return null;
  const isThisMonth = month.equals(today.toPlainYearMonth());
  const lastDay = isThisMonth ? today.day : month.daysInMonth;
  const previousLast = isThisMonth
    ? Math.min(today.day, previous.daysInMonth)
    : previous.daysInMonth;
  return {
    from: from.toString(),
    to: month.toPlainDate({ day: lastDay }).toString(),
    previousFrom: previous.toPlainDate({ day: 1 }).toString(),
    previousTo: previous.toPlainDate({ day: previousLast }).toString(),
  };
}
