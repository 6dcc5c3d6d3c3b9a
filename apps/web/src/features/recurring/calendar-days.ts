import type { RecurringList, Stream } from './recurring.api.ts';

/** Something on a day of the calendar. */
export interface CalendarEntry {
  readonly stream: Stream;
  readonly state: 'due' | 'overdue' | 'paid';
  /** What was paid, or is expected to be. */
  readonly amount: number;
}

/** The entries of each day that has any: what is due, what is late, and what was paid this month. */
export function entriesByDay({
  recurring,
  upcoming,
  later,
  paid,
}: Pick<RecurringList, 'recurring' | 'upcoming' | 'later' | 'paid'>): ReadonlyMap<
  string,
  CalendarEntry[]
> {
  const days = new Map<string, CalendarEntry[]>();
  const put = (day: string | null, entry: CalendarEntry) => {
    if (day !== null) days.set(day, [...(days.get(day) ?? []), entry]);
  };
  const streams = new Map(recurring.map((stream) => [stream.stream_id, stream]));
  for (const { stream_id, day, amount } of paid) {
    const stream = streams.get(stream_id);
    if (stream) put(day, { stream, state: 'paid', amount });
  }
  for (const stream of [...upcoming, ...later])
    put(stream.predicted_next_date, {
      stream,
      state: stream.overdue ? 'overdue' : 'due',
      amount: stream.last_amount.amount,
    });
  return days;
}

const shifted = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/** The seven days of the week that a day is in; weeks start on Sunday. */
export function weekOf(day: string): string[] {
  const sunday = shifted(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
  return Array.from({ length: 7 }, (_, index) => shifted(sunday, index));
}

/** The weeks that a month (of a day) touches, each with its seven days. */
export function weeksOfMonth(day: string): string[][] {
  const month = day.slice(0, 7);
  const weeks: string[][] = [];
  for (let week = weekOf(`${month}-01`); week.some((one) => one.startsWith(month)); ) {
    weeks.push(week);
    week = weekOf(shifted(week[0] ?? day, 7));
  }
  return weeks;
}
