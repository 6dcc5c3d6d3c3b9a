import { centsOf } from './money.ts';
import { type DueDays, dueDays, type Rhythm } from './stream-days.ts';
import type { StreamRow } from './streams.queries.ts';

const toRecurrence = (row: StreamRow): Rhythm => ({
  frequency: row.frequency,
  firstDate: row.first_date,
  lastDate: row.last_date,
  predictedNextDate: row.predicted_next_date,
});

/** Returns the due days of a stream. An inactive stream has none. */
export const dueDaysOf = (row: StreamRow, today: Temporal.PlainDate): DueDays =>
  row.active ? dueDays(toRecurrence(row), today) : { overdue: null, thisMonth: [], later: null };

/** A day on which a stream is due or has become overdue. */
export interface DueRow {
  stream: StreamRow;
  day: Temporal.PlainDate;
  overdue: boolean;
}

/** Lists occurrences due until the end of this month and overdue ones, one row per day, earliest first. */
export function upcomingRows(streams: readonly StreamRow[], today: Temporal.PlainDate): DueRow[] {
  return sortByDay(
    streams.flatMap((stream) => {
      const { overdue, thisMonth } = dueDaysOf(stream, today);
      return [
        ...(overdue === null ? [] : [{ stream, day: overdue, overdue: true }]),
        ...thisMonth.map((day) => ({ stream, day, overdue: false })),
      ];
    }),
  );
}

/** Lists streams that are due only after this month, each with its first due day, earliest first. */
export function laterRows(streams: readonly StreamRow[], today: Temporal.PlainDate): DueRow[] {
  return sortByDay(
    streams.flatMap((stream) => {
      const { later } = dueDaysOf(stream, today);
      return later === null ? [] : [{ stream, day: later, overdue: false }];
    }),
  );
}

/** A stable sort: occurrences of one day keep their order. */
const sortByDay = (rows: DueRow[]): DueRow[] =>
  rows.sort((a, b) => Temporal.PlainDate.compare(a.day, b.day));

/** Returns the first reason to omit an occurrence from the estimated remaining amount, or null. */
export function leftOutOfRemaining({ stream }: DueRow): 'money_in' | 'currency' | null {
  if (centsOf(stream.last_amount) <= 0) return 'money_in';
  return stream.counted ? null : 'currency';
}

/** Returns the estimated remaining amount of upcoming occurrences, in cents. */
export const remainingOf = (rows: readonly DueRow[]): number =>
  rows
    .filter((row) => leftOutOfRemaining(row) === null)
    .reduce((sum, { stream }) => sum + centsOf(stream.last_amount), 0);
