import type { SpendingDay } from './on-track.ts';

/** A week of this month, by day numbers, and what was spent in it and in the same days of the last. */
export interface WeekSum {
  readonly from: number;
  readonly to: number;
  /** The last of the same days of last month: the final week takes what that month has beyond. */
  readonly previousTo: number;
  /** Null for a week that has not begun. */
  readonly current: number | null;
  readonly previous: number;
}

/**
 * Spent per week, from the running totals. Weeks start on Sunday and are cut at the month's ends.
 *
 * @param month This month, `YYYY-MM`.
 */
export function weekSums(days: readonly SpendingDay[], month: string): WeekSum[] {
  const [year = 0, monthNumber = 1] = month.split('-').map(Number);
  const length = new Date(Date.UTC(year, monthNumber, 0)).getUTCDate();
  const previousLength = new Date(Date.UTC(year, monthNumber - 1, 0)).getUTCDate();
  const weekday = new Date(Date.UTC(year, monthNumber - 1, 1)).getUTCDay();
  const previousAt = (day: number) =>
    day === 0 ? 0 : (days[Math.min(day, days.length) - 1]?.previousMonthSum ?? 0);
  const currentBy = (day: number) =>
    days.slice(0, day).findLast(({ currentMonthSum }) => currentMonthSum !== null)
      ?.currentMonthSum ?? 0;
  const hasBegun = (day: number) => typeof days[day - 1]?.currentMonthSum === 'number';

  const weeks: WeekSum[] = [];
  for (let from = 1, to = 7 - weekday; from <= length; from = to + 1, to += 7) {
    const end = Math.min(to, length);
    const previousTo = end === length ? Math.max(end, previousLength) : end;
    weeks.push({
      from,
      to: end,
      previousTo: Math.min(previousTo, previousLength),
      current: hasBegun(from) ? cents(currentBy(end) - currentBy(from - 1)) : null,
      previous: cents(previousAt(previousTo) - previousAt(from - 1)),
    });
  }
  return weeks;
}

/** Differences of cents are cents. */
const cents = (amount: number): number => Math.round(amount * 100) / 100;
