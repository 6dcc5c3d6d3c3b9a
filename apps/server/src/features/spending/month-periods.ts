import { formatMessage } from '@cairn/contract/text/copy';
import { unprocessable } from '../../platform/problem.ts';
import { spendingCopy } from './spending.copy.ts';

/** The counted days of a month, and the days of the previous month to compare with. */
export interface MonthPeriods {
  from: string;
  to: string;
  previousFrom: string;
  previousTo: string;
}

/**
 * Returns the days of a month. For this month they end today, and those of the previous month end at the same day
 * number. Null for a future month. Throws 422 if the text is not a month.
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

// Years 0 and 1 are rejected: PostgreSQL has no year 0, and January 1 needs the month before it.
const monthPattern = /^(?!000[01])\d{4}-(0[1-9]|1[0-2])$/;

function parseMonth(text: string): Temporal.PlainYearMonth {
  if (!monthPattern.test(text))
    throw unprocessable(formatMessage(spendingCopy.invalidMonth, { month: text }));
  return Temporal.PlainYearMonth.from(text);
}
