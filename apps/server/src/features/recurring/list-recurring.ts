import { centsOnWire, moneyOnWire } from '../../domain/money.ts';
import type { StreamRow } from '../../domain/streams.queries.ts';
import { laterRows, remainingOf, upcomingRows } from '../../domain/streams.ts';
import type { StreamPayments } from './recurring.queries.ts';
import { dueRowOf, streamOf } from './stream-on-wire.ts';

/** Builds the list of streams and occurrences as of today. `payments` are those of this month. */
export function listRecurring(
  streams: readonly StreamRow[],
  payments: readonly StreamPayments[],
  today: Temporal.PlainDate,
) {
  const lastDays = new Map(payments.map(({ stream_id, last_day }) => [stream_id, last_day]));
  const active = new Set(streams.filter((row) => row.active).map(({ id }) => id));
  const toListedStream = (row: StreamRow) => streamOf(row, today, lastDays.get(row.id));
  const upcoming = upcomingRows(streams, today);
  return {
    recurring: streams.filter((row) => row.active).map(toListedStream),
    upcoming: upcoming.map((due) => dueRowOf(due, lastDays.get(due.stream.id))),
    later: laterRows(streams, today).map((due) => dueRowOf(due, lastDays.get(due.stream.id))),
    paid: payments
      .filter(({ stream_id }) => active.has(stream_id))
      .flatMap(({ stream_id, paid }) =>
        paid.map(({ day, amount }) => ({ stream_id, day, amount: moneyOnWire(amount) })),
      )
      .toSorted((a, b) => a.day.localeCompare(b.day)),
    ended: streams.filter((row) => !row.active).map(toListedStream),
    estimated_remaining: centsOnWire(remainingOf(upcoming)),
    not_counted: upcoming.filter(({ stream }) => !stream.counted).length,
  };
}
