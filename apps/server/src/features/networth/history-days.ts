import type { networthRanges } from '@cairn/contract/networth';
import { dayNumber } from '../../domain/balance-history.ts';
import { refused } from '../../platform/problem.ts';

/** A named range of the history. */
export type HistoryRange = (typeof networthRanges)[number];

const months: Record<HistoryRange, number | null> = {
  '1M': 1,
  '3M': 3,
  '6M': 6,
  '1Y': 12,
  ALL: null,
};

const isRange = (name: string): name is HistoryRange => Object.hasOwn(months, name);

/** Reads a range's name; a year where none is given. Refuses one that there is not. */
export function rangeOf(name: string | undefined): HistoryRange {
  if (name === undefined) return '1Y';
  if (isRange(name)) return name;
  throw refused(`There is no range '${name}'. Use one of ${Object.keys(months).join(', ')}.`);
}

/** The first day of a range that ends today; null is as far back as anything is known. */
export function beginOf(range: HistoryRange, today: Temporal.PlainDate): Temporal.PlainDate | null {
  const count = months[range];
  return count === null ? null : today.subtract({ months: count });
}

/** Below so many days the whole history is shown by day as well. */
const byDayAtMost = 92;

/**
 * The days of a history as day numbers, oldest first, today the last: every day of a range, and of the
 * whole history the first day, the end of every month, and today.
 */
export function historyDays(
  range: HistoryRange,
  first: Temporal.PlainDate,
  today: Temporal.PlainDate,
): number[] {
  const [from, to] = [dayNumber(first), dayNumber(today)];
  if (range !== 'ALL' || to - from <= byDayAtMost)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const days = [from];
  for (let month = first.toPlainYearMonth(); ; month = month.add({ months: 1 })) {
    const end = dayNumber(month.toPlainDate({ day: month.daysInMonth }));
    if (end >= to) break;
    if (end > from) days.push(end);
  }
  return [...days, to];
}
