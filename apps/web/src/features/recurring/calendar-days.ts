import type { RecurringList, Stream } from './recurring.api.ts';

/** A payment or income on a day of the calendar. */
export interface CalendarEntry {
  readonly stream: Stream;
  readonly state: 'due' | 'overdue' | 'paid';
  /** The paid amount, or the expected one. */
  readonly amount: number;
}

/** The entries of each day that has any: overdue, paid this month, and due this month or soon. */
export function entriesByDay({
  recurring,
  upcoming,
  later,
  due_soon,
  paid,
}: Pick<RecurringList, 'recurring' | 'upcoming' | 'later' | 'due_soon' | 'paid'>): ReadonlyMap<
  string,
  CalendarEntry[]
> {
  const days = new Map<string, CalendarEntry[]>();
  const add = (day: string | null, entry: CalendarEntry) => {
    if (day !== null) days.set(day, [...(days.get(day) ?? []), entry]);
  };
  const streams = new Map(recurring.map((stream) => [stream.stream_id, stream]));
  for (const { stream_id, day, amount } of paid) {
    const stream = streams.get(stream_id);
    if (stream) add(day, { stream, state: 'paid', amount });
  }
  const occurrences = new Map(
    // The lists overlap: an occurrence in `due_soon` may also be in `upcoming` or `later`.
    [...upcoming, ...later, ...due_soon.streams].map((stream) => [
      `${stream.stream_id} ${stream.predicted_next_date}`,
      stream,
    ]),
  );
  for (const stream of occurrences.values())
    add(stream.predicted_next_date, {
      stream,
      state: stream.overdue ? 'overdue' : 'due',
      amount: stream.last_amount.amount,
    });
  return days;
}

const addDays = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/** The seven days of a day's week. Weeks start on Sunday. */
export function weekOf(day: string): string[] {
  const sunday = addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
  return Array.from({ length: 7 }, (_, index) => addDays(sunday, index));
}

/** The weeks that overlap a day's month, each with its seven days. */
export function weeksOfMonth(day: string): string[][] {
  const month = day.slice(0, 7);
  const weeks: string[][] = [];
  for (let week = weekOf(`${month}-01`); week.some((weekday) => weekday.startsWith(month)); ) {
    weeks.push(week);
    week = weekOf(addDays(week[0] ?? day, 7));
  }
  return weeks;
}
