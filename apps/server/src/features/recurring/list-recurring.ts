import { centsOf, centsOnWire } from '../../domain/money.ts';
import type { StreamRow } from '../../domain/streams.queries.ts';
import { laterRows, upcomingRows } from '../../domain/streams.ts';
import { dueRowOf, streamOf } from './stream-on-wire.ts';

/** Everything that repeats, as the list shows it on a day. */
export function listRecurring(streams: readonly StreamRow[], today: Temporal.PlainDate) {
  const upcoming = upcomingRows(streams, today);
  const remaining = upcoming
    .filter(({ stream }) => stream.counted)
    .map(({ stream }) => centsOf(stream.last_amount))
    .filter((cents) => cents > 0)
    .reduce((sum, cents) => sum + cents, 0);
  return {
    recurring: streams.filter(({ active }) => active).map((row) => streamOf(row, today)),
    upcoming: upcoming.map(dueRowOf),
    later: laterRows(streams, today).map(dueRowOf),
    ended: streams.filter(({ active }) => !active).map((row) => streamOf(row, today)),
    estimated_remaining: centsOnWire(remaining),
    not_counted: upcoming.filter(({ stream }) => !stream.counted).length,
  };
}
