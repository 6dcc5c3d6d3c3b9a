import type { StreamFrequency } from '../life.ts';
import type { Day } from './calendar.ts';
import { dayAt, dayOf, isWeekend, monthIndex, monthLength } from './calendar.ts';

/** When a recurring payment is due. A pure function of the day, so that it is the same for every window. */
export interface Schedule {
  frequency: StreamFrequency;
  isDue(day: Day): boolean;
}

/** How a bank handles a due day on a weekend: keep it, or move it to the Friday before or the Monday after. */
type WeekendRule = 'keep' | 'before' | 'after';

/** True if a payment due on `date` of the month is made on `day`, after the weekend rule is applied. */
function occursOn(day: Day, date: number, rule: WeekendRule): boolean {
  const isDate = day.date === Math.min(date, day.monthLength);
  if (rule === 'keep') return isDate;
  if (isWeekend(day)) return false;
  if (isDate) return true;
  if (rule === 'after' && day.weekday === 1) {
    return isOnDate(day.number - 1, date) || isOnDate(day.number - 2, date);
  }
  if (rule === 'before' && day.weekday === 5) {
    return isOnDate(day.number + 1, date) || isOnDate(day.number + 2, date);
  }
  return false;
}

function isOnDate(number: number, date: number): boolean {
  const day = dayAt(number);
  return day.date === Math.min(date, day.monthLength);
}

/** Once a month. A date of 31 means the last day of every month. */
export function monthly(date: number, rule: WeekendRule = 'keep'): Schedule {
  return { frequency: 'MONTHLY', isDue: (day) => occursOn(day, date, rule) };
}

/** Twice a month, on two dates. */
export function semiMonthly(first: number, second: number, rule: WeekendRule): Schedule {
  return {
    frequency: 'SEMI_MONTHLY',
    isDue: (day) => occursOn(day, first, rule) || occursOn(day, second, rule),
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

/** On one date of the given months. The aggregator has no quarterly frequency, so it is UNKNOWN. */
export function inMonths(months: readonly number[], date: number): Schedule {
  return {
    frequency: 'UNKNOWN',
    isDue: (day) => months.includes(day.month) && day.date === Math.min(date, day.monthLength),
  };
}

/** On the nth weekday of each month, for example the second Wednesday. */
export function nthWeekday(nth: number, weekday: number): Schedule {
  return {
    frequency: 'MONTHLY',
    isDue: (day) => day.weekday === weekday && Math.ceil(day.date / 7) === nth,
  };
}

/** Returns the first due day after day number `after`, or null if there is none within 400 days. */
export function nextDueDay(schedule: Schedule, after: number): Day | null {
  for (let number = after + 1; number <= after + 400; number++) {
    const day = dayAt(number);
    if (schedule.isDue(day)) return day;
  }
  return null;
}

/** Returns `date` in the month before the month of `day`. */
export function dateInPreviousMonth(day: Day, date: number): Day {
  const index = monthIndex(day) - 1;
  const year = Math.floor(index / 12);
  const month = (index % 12) + 1;
  return dayOf(year, month, Math.min(date, monthLength(year, month)));
}
