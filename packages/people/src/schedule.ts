import type { Day } from './calendar.ts';
import { dayAt, dayOf, isWeekend, monthIndex, monthLength } from './calendar.ts';
import type { StreamFrequency } from './life.ts';

/** When a repeating thing falls due. A pure function of the day, so that no window can shift it. */
export interface Schedule {
  frequency: StreamFrequency;
  isDue(day: Day): boolean;
}

/** What a bank does with a due day on a weekend: keep it, or move it to Friday or Monday. */
type WeekendRule = 'keep' | 'before' | 'after';

/** True when `day` is the one on which something due on `date` of its month, or just before or after it, is done. */
function carriesOut(day: Day, date: number, rule: WeekendRule): boolean {
  const isDate = day.date === Math.min(date, day.monthLength);
  if (rule === 'keep') return isDate;
  if (isWeekend(day)) return false;
  if (isDate) return true;
  // A Monday stands in for the weekend before it, a Friday for the weekend after it.
  if (rule === 'after' && day.weekday === 1) {
    return isDateOf(day.number - 1, date) || isDateOf(day.number - 2, date);
  }
  if (rule === 'before' && day.weekday === 5) {
    return isDateOf(day.number + 1, date) || isDateOf(day.number + 2, date);
  }
  return false;
}

function isDateOf(number: number, date: number): boolean {
  const day = dayAt(number);
  return day.date === Math.min(date, day.monthLength);
}

/** Once a month; a date of 31 means the last day of every month. */
export function monthly(date: number, rule: WeekendRule = 'keep'): Schedule {
  return { frequency: 'MONTHLY', isDue: (day) => carriesOut(day, date, rule) };
}

/** Twice a month. */
export function semiMonthly(first: number, second: number, rule: WeekendRule): Schedule {
  return {
    frequency: 'SEMI_MONTHLY',
    isDue: (day) => carriesOut(day, first, rule) || carriesOut(day, second, rule),
  };
}

/** Every 7 days, on a weekday (0 is Sunday). */
export function weekly(weekday: number): Schedule {
  return { frequency: 'WEEKLY', isDue: (day) => day.weekday === weekday };
}

/** Every 14 days, counted from `anchor`. */
export function biweekly(anchor: Day): Schedule {
  return {
    frequency: 'BIWEEKLY',
    isDue: (day) => (day.number - anchor.number) % 14 === 0,
  };
}

/** Once a year. */
export function yearly(month: number, date: number): Schedule {
  return {
    frequency: 'ANNUALLY',
    isDue: (day) => day.month === month && day.date === Math.min(date, day.monthLength),
  };
}

/** On one date of some months; the aggregator has no word for quarterly, so the frequency is UNKNOWN. */
export function inMonths(months: readonly number[], date: number): Schedule {
  return {
    frequency: 'UNKNOWN',
    isDue: (day) => months.includes(day.month) && day.date === Math.min(date, day.monthLength),
  };
}

/** On the n-th weekday of each month, for example the second Wednesday. */
export function nthWeekday(nth: number, weekday: number): Schedule {
  return {
    frequency: 'MONTHLY',
    isDue: (day) => day.weekday === weekday && Math.ceil(day.date / 7) === nth,
  };
}

/** The first due day after the day numbered `after`, or null where none comes within 400 days. */
export function nextDue(schedule: Schedule, after: number): Day | null {
  for (let number = after + 1; number <= after + 400; number++) {
    const day = dayAt(number);
    if (schedule.isDue(day)) return day;
  }
  return null;
}

/** The `date` of the month before the one `day` lies in. */
export function dateInMonthBefore(day: Day, date: number): Day {
  const index = monthIndex(day) - 1;
  const year = Math.floor(index / 12);
  const month = (index % 12) + 1;
  return dayOf(year, month, Math.min(date, monthLength(year, month)));
}
