import { centsOf } from './money.ts';
import { type DueDays, dueDays, type Rhythm } from './stream-days.ts';
import type { StreamRow } from './streams.queries.ts';

const rhythmOf = (row: StreamRow): Rhythm => ({
  frequency: row.frequency,
  firstDate: row.first_date,
  lastDate: row.last_date,
  predictedNextDate: row.predicted_next_date,
});

/** When a stream is due. What does not go on is not due. */
export const dueDaysOf = (row: StreamRow, today: Temporal.PlainDate): DueDays =>
  row.active ? dueDays(rhythmOf(row), today) : { overdue: null, thisMonth: [], later: null };

/** One day on which a stream is due, or was and has not come. */
export interface DueRow {
  stream: StreamRow;
  day: Temporal.PlainDate;
  overdue: boolean;
}

/** What is due until the end of this month, one row for each day, the earliest first. */
export function upcomingRows(streams: readonly StreamRow[], today: Temporal.PlainDate): DueRow[] {
  return inOrder(
    streams.flatMap((stream) => {
      const { overdue, thisMonth } = dueDaysOf(stream, today);
      return [
        ...(overdue === null ? [] : [{ stream, day: overdue, overdue: true }]),
        ...thisMonth.map((day) => ({ stream, day, overdue: false })),
      ];
    }),
  );
}

/** What is due after this month only, each with its first day, the earliest first. */
export function laterRows(streams: readonly StreamRow[], today: Temporal.PlainDate): DueRow[] {
  return inOrder(
    streams.flatMap((stream) => {
      const { later } = dueDaysOf(stream, today);
      return later === null ? [] : [{ stream, day: later, overdue: false }];
    }),
  );
}

/** By day; among those of one day as they came. */
const inOrder = (rows: DueRow[]): DueRow[] =>
  rows.sort((a, b) => Temporal.PlainDate.compare(a.day, b.day));

/** Why a due day is not in what remains to be paid, the first reason that holds, or null. */
export function leftOutOfRemaining({ stream }: DueRow): 'money_in' | 'currency' | null {
  if (centsOf(stream.last_amount) <= 0) return 'money_in';
  return stream.counted ? null : 'currency';
}

/** What remains to be paid of what is due, in whole cents. */
export const remainingOf = (rows: readonly DueRow[]): number =>
  rows
    .filter((row) => leftOutOfRemaining(row) === null)
    .reduce((sum, { stream }) => sum + centsOf(stream.last_amount), 0);
