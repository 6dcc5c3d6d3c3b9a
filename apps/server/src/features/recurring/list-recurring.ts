import { centsToMoney, toMoney } from '../../domain/money/money.ts';
import { type StreamTotal, streamTotals } from '../../domain/recurring/stream-totals.ts';
import type { StreamRow } from '../../domain/recurring/streams.queries.ts';
import {
  type DueStream,
  dueSoonUntil,
  listDueSoon,
  listLater,
  listUpcoming,
} from '../../domain/recurring/streams.ts';
import type { StreamPayments } from './recurring.queries.ts';
import { toDueRecurringStream, toRecurringStream } from './recurring-stream.ts';

/** Builds the list of streams and occurrences as of today. `payments` are this month's payments. */
export function listRecurring(
  streams: readonly StreamRow[],
  payments: readonly StreamPayments[],
  today: Temporal.PlainDate,
) {
  const paymentsById = new Map(payments.map((stream) => [stream.stream_id, stream]));
  const activeIds = new Set(streams.filter((row) => row.active).map(({ id }) => id));
  const toListedStream = (row: StreamRow) =>
    toRecurringStream(row, today, paymentsById.get(row.id));
  const toListedDue = (due: DueStream) =>
    toDueRecurringStream(due, paymentsById.get(due.stream.id));
  const remaining = streamTotals.estimated_remaining(streams, today);
  return {
    recurring: streams.filter((row) => row.active).map(toListedStream),
    upcoming: listUpcoming(streams, today).map(toListedDue),
    later: listLater(streams, today).map(toListedDue),
    paid: payments
      .filter(({ stream_id }) => activeIds.has(stream_id))
      .flatMap(({ stream_id, paid }) =>
        paid.map(({ day, amount }) => ({ stream_id, day, amount: toMoney(amount) })),
      )
      .toSorted((a, b) => a.day.localeCompare(b.day)),
    ended: streams.filter((row) => !row.active).map(toListedStream),
    estimated_remaining: centsToMoney(remaining.cents),
    omitted_count: remaining.omitted.filter(({ stream }) => !stream.counted).length,
    due_soon: {
      until: dueSoonUntil(today).toString(),
      streams: listDueSoon(streams, today).map(toListedDue),
      ...summarize(streamTotals.due_next_7_days(streams, today)),
    },
    subscriptions: summarizeSubscriptions(streamTotals.monthly_subscriptions(streams, today)),
  };
}

const summarize = ({ cents, included, omitted }: StreamTotal) => ({
  total: centsToMoney(cents),
  count: included.length,
  omitted_count: omitted.filter(({ reason }) => reason === 'currency').length,
});

const summarizeSubscriptions = ({ cents, included, omitted }: StreamTotal) => ({
  monthly_total: centsToMoney(cents),
  count: included.length,
  omitted_count: omitted.filter(({ reason }) => reason !== 'money_in').length,
});
