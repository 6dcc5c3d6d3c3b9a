import { type DueDays, daysDueThrough, dueDays, type Recurrence } from './expected-days.ts';
import type { StreamRow } from './streams.queries.ts';

const toRecurrence = (row: StreamRow): Recurrence => ({
  frequency: row.frequency,
  firstDate: row.first_date,
  lastDate: row.last_date,
  predictedNextDate: row.predicted_next_date,
});

/** Returns the due days of a stream. An inactive stream has none. */
export const streamDueDays = (row: StreamRow, today: Temporal.PlainDate): DueDays =>
  row.active ? dueDays(toRecurrence(row), today) : { overdue: null, thisMonth: [], later: null };

/** A day on which a stream is due or has become overdue. */
export interface DueStream {
  stream: StreamRow;
  day: Temporal.PlainDate;
  overdue: boolean;
}

/** Lists occurrences due until the end of this month and overdue ones, one row per day, earliest first. */
export function listUpcoming(
  streams: readonly StreamRow[],
  today: Temporal.PlainDate,
): DueStream[] {
  return sortByDay(
    streams.flatMap((stream) => {
      const { overdue, thisMonth } = streamDueDays(stream, today);
      return [
        ...(overdue === null ? [] : [{ stream, day: overdue, overdue: true }]),
        ...thisMonth.map((day) => ({ stream, day, overdue: false })),
      ];
    }),
  );
}

/** Lists streams that are due only after this month, each with its first due day, earliest first. */
export function listLater(streams: readonly StreamRow[], today: Temporal.PlainDate): DueStream[] {
  return sortByDay(
    streams.flatMap((stream) => {
      const { later } = streamDueDays(stream, today);
      return later === null ? [] : [{ stream, day: later, overdue: false }];
    }),
  );
}

/** Sorts occurrences by day. Those on the same day keep their order. */
const sortByDay = (rows: DueStream[]): DueStream[] =>
  rows.sort((a, b) => Temporal.PlainDate.compare(a.day, b.day));

/** Returns the last day that counts as due soon: the day that screens call 'in 7 days'. */
export const dueSoonUntil = (today: Temporal.PlainDate): Temporal.PlainDate =>
  today.add({ days: 7 });

/** Lists occurrences due today or in the seven days after it, one row per day, earliest first. None is overdue. */
export const listDueSoon = (
  streams: readonly StreamRow[],
  today: Temporal.PlainDate,
): DueStream[] =>
  sortByDay(
    streams
      .filter(({ active }) => active)
      .flatMap((stream) =>
        daysDueThrough(toRecurrence(stream), today, dueSoonUntil(today)).map((day) => ({
          stream,
          day,
          overdue: false,
        })),
      ),
  );
