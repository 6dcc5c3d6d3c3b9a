import type { networthRanges } from '@cairn/contract/networth';
import { formatMessage } from '@cairn/contract/text/copy';
import { toDayNumber } from '../../domain/balances/balance-history.ts';
import { unprocessable } from '../../platform/problem.ts';
import { networthCopy } from './networth.copy.ts';

/** A named range of the net worth history. */
export type HistoryRange = (typeof networthRanges)[number];

const monthsByRange: Record<HistoryRange, number | null> = {
  '1M': 1,
  '3M': 3,
  '6M': 6,
  '1Y': 12,
  ALL: null,
};

const isRange = (name: string): name is HistoryRange => Object.hasOwn(monthsByRange, name);

/** Parses a range, by default one year. Throws 422 for an unknown range. */
export function parseRange(name: string | undefined): HistoryRange {
  if (name === undefined) return '1Y';
  if (isRange(name)) return name;
  throw unprocessable(
    formatMessage(networthCopy.unknownRange, {
      range: name,
      ranges: Object.keys(monthsByRange).join(', '),
    }),
  );
}

/** Returns the first day of a range that ends today. Null for the whole history. */
export function rangeStart(
  range: HistoryRange,
  today: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const count = monthsByRange[range];
  return count === null ? null : today.subtract({ months: count });
}

/** In days: a whole history up to this length is daily instead of monthly. */
const maxDailyHistory = 92;

/**
 * Returns the days of a history as day numbers, oldest first, ending today: every day of a range; for the whole
 * history, the first day, the last day of every month, and today.
 */
export function historyDays(
  range: HistoryRange,
  first: Temporal.PlainDate,
  today: Temporal.PlainDate,
): number[] {
  const [from, to] = [toDayNumber(first), toDayNumber(today)];
  if (range !== 'ALL' || to - from <= maxDailyHistory)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const days = [from];
  for (let month = first.toPlainYearMonth(); ; month = month.add({ months: 1 })) {
    const monthEnd = toDayNumber(month.toPlainDate({ day: month.daysInMonth }));
    if (monthEnd >= to) break;
    if (monthEnd > from) days.push(monthEnd);
  }
  return [...days, to];
}
