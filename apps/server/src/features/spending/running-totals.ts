/** What was spent on one day. In cents, so that sums are exact. */
export interface DailySpending {
  day: string;
  cents: number;
}

/**
 * The running totals, in cents, through one day of the month in the spending chart. `current` is null if this month has
 * no value (yet).
 */
export interface RunningTotal {
  day: number;
  current: number | null;
  previous: number;
}

/**
 * Returns the cumulative spending of this month and last month by day of the month, with as many rows as the longer
 * month has days. This month's line ends today. If last month is shorter, its last total is repeated on the remaining
 * days.
 */
export function runningTotals(
  days: readonly DailySpending[],
  today: Temporal.PlainDate,
): RunningTotal[] {
  const spent = new Map(days.map(({ day, cents }) => [day, cents]));
  const thisMonth = today.toPlainYearMonth();
  const lastMonth = thisMonth.subtract({ months: 1 });
  const rows: RunningTotal[] = [];
  let current = 0;
  let previous = 0;
  for (let day = 1; day <= Math.max(thisMonth.daysInMonth, lastMonth.daysInMonth); day += 1) {
    if (day <= today.day) current += spent.get(thisMonth.toPlainDate({ day }).toString()) ?? 0;
    if (day <= lastMonth.daysInMonth)
      previous += spent.get(lastMonth.toPlainDate({ day }).toString()) ?? 0;
    rows.push({ day, current: day <= today.day ? current : null, previous });
  }
  return rows;
}
