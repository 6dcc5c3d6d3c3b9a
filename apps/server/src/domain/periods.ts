import { refused } from '../platform/problem.ts';

/** Inclusive calendar days; null is unbounded. */
export interface Period {
  from: string | null;
  to: string | null;
}

/** A named range or inclusive days, as the wire has it. */
export type WireDateRange = string | { from: string; to: string };

const names = new Map<string, (today: Temporal.PlainDate) => Period>([
  ['last_week', (today) => lastDays(today, 7)],
  ['current_month', (today) => ({ from: today.with({ day: 1 }).toString(), to: today.toString() })],
  ['last_30_days', (today) => lastDays(today, 30)],
  ['last_60_days', (today) => lastDays(today, 60)],
  [
    'this_year',
    (today) => ({ from: today.with({ month: 1, day: 1 }).toString(), to: today.toString() }),
  ],
  ['all_time', () => ({ from: null, to: null })],
]);

const lastDays = (today: Temporal.PlainDate, days: number): Period => ({
  from: today.subtract({ days: days - 1 }).toString(),
  to: today.toString(),
});

/** The days of a range. Refuses an unknown name or a day that no calendar has. */
export function periodOf(range: WireDateRange | undefined, today: Temporal.PlainDate): Period {
  if (range === undefined) return { from: null, to: null };
  if (typeof range === 'string') {
    const named = names.get(range);
    if (named === undefined)
      throw refused(
        `There is no date range '${range}'. Use one of ${[...names.keys()].join(', ')}.`,
      );
    return named(today);
  }
  const [from, to] = [calendarDay(range.from), calendarDay(range.to)];
  if (from > to) throw refused('The first day of the range lies after its last.');
  return { from, to };
}

function calendarDay(text: string): string {
  if (isCalendarDay(text)) return text;
  throw refused(`'${text.slice(0, 40)}' is not a day of the calendar. Write days as YYYY-MM-DD.`);
}

/** Whether a text is a day that PostgreSQL can hold, as YYYY-MM-DD: it knows no year 0. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  try {
    Temporal.PlainDate.from(text);
    return true;
  } catch {
    // Such as the 30th of February.
    return false;
  }
}
