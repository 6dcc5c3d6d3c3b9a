/**
 * Calendar days without clocks or time zones.
 *
 * Days are numbered from 1970-01-01, so that the distance between two days is a subtraction. The UTC functions
 * of `Date` serve as a calendar only: nothing here reads the time. They are about a hundred times faster than
 * Temporal, which matters when a life of 100,000 transactions is generated.
 */

/** One calendar day with its parts. */
export interface Day {
  /** Days since 1970-01-01. */
  number: number;
  /** ISO, for example '2026-11-21'. */
  iso: string;
  year: number;
  /** 1 to 12. */
  month: number;
  /** Day of the month, from 1. */
  date: number;
  /** 0 is Sunday. */
  weekday: number;
  /** Number of days in the month. */
  monthLength: number;
}

const millisecondsPerDay = 86_400_000;

/** Returns the number of days in a month. `month` is 1 to 12. */
export function monthLength(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Returns the day with this number. */
export function dayAt(number: number): Day {
  const midnight = new Date(number * millisecondsPerDay);
  const year = midnight.getUTCFullYear();
  const month = midnight.getUTCMonth() + 1;
  return {
    number,
    iso: midnight.toISOString().slice(0, 10),
    year,
    month,
    date: midnight.getUTCDate(),
    weekday: midnight.getUTCDay(),
    monthLength: monthLength(year, month),
  };
}

/**
 * Returns the day with this year, month (1 to 12), and date. A date past the end of the month gives the month's
 * last day.
 */
export function dayOf(year: number, month: number, date: number): Day {
  const clampedDate = Math.min(date, monthLength(year, month));
  return dayAt(Date.UTC(year, month - 1, clampedDate) / millisecondsPerDay);
}

/** Parses an ISO date. Throws a RangeError if it is not a calendar day. */
export function parseDay(iso: string): Day {
  const timestamp = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? Date.parse(`${iso}T00:00:00Z`) : Number.NaN;
  // An engine may parse February 30 as March 2, so the result must also format back to the input.
  if (Number.isNaN(timestamp) || new Date(timestamp).toISOString().slice(0, 10) !== iso) {
    throw new RangeError(`'${iso}' is not a calendar day such as 2026-11-21.`);
  }
  return dayAt(timestamp / millisecondsPerDay);
}

/**
 * Returns the same date `months` later, or earlier if negative. Where the month is too short, returns its last
 * day.
 */
export function addMonths(day: Day, months: number): Day {
  const index = day.year * 12 + day.month - 1 + months;
  return dayOf(Math.floor(index / 12), (((index % 12) + 12) % 12) + 1, day.date);
}

/** Returns the number of months since the year 0, to compute the distance between two months. */
export function monthIndex(day: Day): number {
  return day.year * 12 + day.month - 1;
}

/** True on Saturday and Sunday. */
export function isWeekend(day: Day): boolean {
  return day.weekday === 0 || day.weekday === 6;
}

/** Returns a date in the month of `day`. A date past the end of the month gives the month's last day. */
export function dateInMonth(day: Day, date: number): Day {
  return dayOf(day.year, day.month, date);
}
