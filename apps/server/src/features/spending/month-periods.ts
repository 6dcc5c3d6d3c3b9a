import { refused } from '../../platform/problem.ts';

/** The days of a month that count, and those of the month before that they are compared with. */
export interface MonthPeriods {
  from: string;
  to: string;
  previousFrom: string;
  previousTo: string;
}

/**
 * The days of a month: up to today if it is this one, with the month before up to the same day number.
 * Null for a month that has not begun. Refuses (422) what is no month.
 *
 * @param text `YYYY-MM`
 */
export function monthPeriods(text: string, today: Temporal.PlainDate): MonthPeriods | null {
  const month = monthOf(text);
  const previous = month.subtract({ months: 1 });
  const from = month.toPlainDate({ day: 1 });
  if (Temporal.PlainDate.compare(from, today) > 0) return null;
  const isNow = month.equals(today.toPlainYearMonth());
  const lastDay = isNow ? today.day : month.daysInMonth;
  const previousLast = isNow ? Math.min(today.day, previous.daysInMonth) : previous.daysInMonth;
  return {
    from: from.toString(),
    to: month.toPlainDate({ day: lastDay }).toString(),
    previousFrom: previous.toPlainDate({ day: 1 }).toString(),
    previousTo: previous.toPlainDate({ day: previousLast }).toString(),
  };
}

// Not from the year 0 on: PostgreSQL knows none, and the month before the first would be in it.
const monthPattern = /^(?!000[01])\d{4}-(0[1-9]|1[0-2])$/;

function monthOf(text: string): Temporal.PlainYearMonth {
  if (!monthPattern.test(text))
    throw refused(`'${text}' is not a month of the calendar. Write months as YYYY-MM.`);
  return Temporal.PlainYearMonth.from(text);
}
