import { centsToMoney, toMoney } from '../../domain/money/money.ts';
import type { StreamRow } from '../../domain/recurring/streams.queries.ts';
import { listLater, listUpcoming, sumRemaining } from '../../domain/recurring/streams.ts';
import type { StreamPayments } from './recurring.queries.ts';
import { toDueRecurringStream, toRecurringStream } from './recurring-stream.ts';

/** Builds the list of streams and occurrences as of today. `payments` are those of this month. */
export function listRecurring(
  streams: readonly StreamRow[],
  payments: readonly StreamPayments[],
  today: Temporal.PlainDate,
) {
  const lastDays = new Map(payments.map(({ stream_id, last_day }) => [stream_id, last_day]));
  const active = new Set(streams.filter((row) => row.active).map(({ id }) => id));
  const toListedStream = (row: StreamRow) => toRecurringStream(row, today, lastDays.get(row.id));
  const upcoming = listUpcoming(streams, today);
  return {
    recurring: streams.filter((row) => row.active).map(toListedStream),
    upcoming: upcoming.map((due) => toDueRecurringStream(due, lastDays.get(due.stream.id))),
    later: listLater(streams, today).map((due) =>
      toDueRecurringStream(due, lastDays.get(due.stream.id)),
    ),
    paid: payments
      .filter(({ stream_id }) => active.has(stream_id))
      .flatMap(({ stream_id, paid }) =>
        paid.map(({ day, amount }) => ({ stream_id, day, amount: toMoney(amount) })),
      )
      .toSorted((a, b) => a.day.localeCompare(b.day)),
    ended: streams.filter((row) => !row.active).map(toListedStream),
    estimated_remaining: centsToMoney(sumRemaining(upcoming)),
    omitted_count: upcoming.filter(({ stream }) => !stream.counted).length,
  };
}
