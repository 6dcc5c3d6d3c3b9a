import type { dateRangeNames } from '@cairn/contract/transactions';
import { unprocessable } from '../../platform/problem.ts';

/** Inclusive calendar days. Null means unbounded. */
export interface Period {
  from: string | null;
  to: string | null;
}

/** A named range or inclusive days, as the API accepts it. */
export type DateRangeInput = string | { from: string; to: string };

type ResolveRange = (today: Temporal.PlainDate) => Period;

const namedRanges = new Map<string, ResolveRange>(
  Object.entries({
    last_week: (today) => lastDays(today, 7),
    current_month: (today) => ({ from: today.with({ day: 1 }).toString(), to: today.toString() }),
    last_30_days: (today) => lastDays(today, 30),
    last_60_days: (today) => lastDays(today, 60),
    this_year: (today) => ({
      from: today.with({ month: 1, day: 1 }).toString(),
      to: today.toString(),
    }),
    all_time: () => ({ from: null, to: null }),
  } satisfies Record<(typeof dateRangeNames)[number], ResolveRange>),
);

const lastDays = (today: Temporal.PlainDate, days: number): Period => ({
  from: today.subtract({ days: days - 1 }).toString(),
  to: today.toString(),
});

/** Resolves a range to days. Throws 422 for an unknown name, an invalid day, or a reversed range. */
export function resolvePeriod(
  range: DateRangeInput | undefined,
  today: Temporal.PlainDate,
): Period {
  if (range === undefined) return { from: null, to: null };
  if (typeof range === 'string') {
    const resolve = namedRanges.get(range);
    if (resolve === undefined)
      throw unprocessable(
        `Unknown date range '${range}'. Use one of ${[...namedRanges.keys()].join(', ')}.`,
      );
    return resolve(today);
  }
  const [from, to] = [requireCalendarDay(range.from), requireCalendarDay(range.to)];
  if (from > to) throw unprocessable('The start of the date range is after its end.');
  return { from, to };
}

function requireCalendarDay(text: string): string {
  if (isCalendarDay(text)) return text;
  throw unprocessable(`'${text.slice(0, 40)}' is not a valid day. Use YYYY-MM-DD.`);
}

/** True if the text is a calendar day as YYYY-MM-DD that PostgreSQL can store, which excludes year 0. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  try {
    Temporal.PlainDate.from(text);
    return true;
  } catch {
    // For example, February 30.
    return false;
  }
}
