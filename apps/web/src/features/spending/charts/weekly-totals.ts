import { addMonths } from '../../../domain/months.ts';
import type { SpendingDay } from '../on-track.ts';

/** The spending of one week of this month, by days of the month, and of the same days last month. */
export interface WeeklyTotal {
  readonly from: number;
  readonly to: number;
  /** The last compared day of last month. The final week includes that month's extra days. */
  readonly previousTo: number;
  /** Null for a week that has not started. */
  readonly current: number | null;
  readonly previous: number;
}

/**
 * Spending per week, from the running totals. Weeks start on Sunday and are cut off at both ends of the month.
 *
 * @param month This month, `YYYY-MM`.
 */
export function weeklyTotals(days: readonly SpendingDay[], month: string): WeeklyTotal[] {
  const [year = 0, monthNumber = 1] = month.split('-').map(Number);
  const length = new Date(Date.UTC(year, monthNumber, 0)).getUTCDate();
  const previousLength = new Date(Date.UTC(year, monthNumber - 1, 0)).getUTCDate();
  const weekday = new Date(Date.UTC(year, monthNumber - 1, 1)).getUTCDay();
  const previousAt = (day: number) =>
    day === 0 ? 0 : (days[Math.min(day, days.length) - 1]?.previousMonthSum ?? 0);
  const currentBy = (day: number) =>
    days.slice(0, day).findLast(({ currentMonthSum }) => currentMonthSum !== null)
      ?.currentMonthSum ?? 0;
  const hasStarted = (day: number) => typeof days[day - 1]?.currentMonthSum === 'number';

  const weeks: WeeklyTotal[] = [];
  for (let from = 1, to = 7 - weekday; from <= length; from = to + 1, to += 7) {
    const end = Math.min(to, length);
    const previousTo = end === length ? Math.max(end, previousLength) : end;
    weeks.push({
      from,
      to: end,
      previousTo: Math.min(previousTo, previousLength),
      current: hasStarted(from) ? roundToCents(currentBy(end) - currentBy(from - 1)) : null,
      previous: roundToCents(previousAt(previousTo) - previousAt(from - 1)),
    });
  }
  return weeks;
}

/** Removes the floating-point error of a difference. */
const roundToCents = (amount: number): number => Math.round(amount * 100) / 100;

const dayPeriod = (month: string, from: number, to: number) => ({
  from: `${month}-${String(from).padStart(2, '0')}`,
  to: `${month}-${String(to).padStart(2, '0')}`,
});

/** The period of a week in its month (`YYYY-MM`). */
export const weekPeriod = (month: string, { from, to }: WeeklyTotal) => dayPeriod(month, from, to);

/** The period of the month before that a week is compared with. */
export const previousWeekPeriod = (month: string, { from, previousTo }: WeeklyTotal) =>
  dayPeriod(addMonths(month, -1), from, previousTo);

/**
 * The period of the clicked bar. The left bar is last month's, which is also the only bar of a future week.
 * Null if there is no bar.
 */
export function clickedBarPeriod(week: WeeklyTotal, month: string, side: 'left' | 'right' | null) {
  const hasPrevious = week.from <= week.previousTo;
  const hasCurrent = week.current !== null;
  if (hasCurrent && (side !== 'left' || !hasPrevious)) return weekPeriod(month, week);
  return hasPrevious ? previousWeekPeriod(month, week) : null;
}
