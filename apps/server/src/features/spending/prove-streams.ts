import { csvLine } from '../../domain/csv.ts';
import { centsOnWire, moneyOnWire } from '../../domain/money.ts';
import { listStreams } from '../../domain/streams.queries.ts';
import {
  type DueRow,
  leftOutOfRemaining,
  remainingOf,
  upcomingRows,
} from '../../domain/streams.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { nothingProved } from './nothing-proved.ts';
import { currencyOfTotals } from './proof.queries.ts';

/** Proves the estimated remaining amount of this month: one row per occurrence, and the omitted occurrences. */
export async function proveStreams(queries: Queries, userId: UserId, today: Temporal.PlainDate) {
  const [currency, streams] = await Promise.all([
    currencyOfTotals(queries, userId),
    listStreams(queries, userId),
  ]);
  const rows = upcomingRows(streams, today);
  const included = rows.filter((row) => leftOutOfRemaining(row) === null);
  return {
    ...nothingProved,
    made_of: 'streams' as const,
    sum: centsOnWire(remainingOf(rows)),
    currency,
    counts: { included: included.length, left_out: rows.length - included.length },
    streams: included.map(toProofStream),
    streams_left_out: rows.flatMap((row) => {
      const reason = leftOutOfRemaining(row);
      return reason === null ? [] : [{ reason, stream: toProofStream(row) }];
    }),
  };
}

/** Formats the proof as recurring.csv. The `counted` column adds up to the total; `omission_reason` is set for other rows. */
export async function streamsFile(
  queries: Queries,
  userId: UserId,
  today: Temporal.PlainDate,
): Promise<string> {
  const { streams, streams_left_out } = await proveStreams(queries, userId, today);
  const lines = [...streams.map((stream) => ({ stream, reason: null })), ...streams_left_out];
  return [
    csvLine([
      'name',
      'due',
      'overdue',
      'frequency',
      'amount',
      'currency',
      'counted',
      'omission_reason',
    ]),
    ...lines.map(({ stream, reason }) =>
      csvLine([
        stream.name,
        stream.day,
        stream.overdue,
        stream.frequency,
        stream.amount.toFixed(2),
        stream.currency,
        reason === null ? stream.amount.toFixed(2) : null,
        reason,
      ]),
    ),
  ].join('');
}

const toProofStream = ({ stream, day, overdue }: DueRow) => ({
  stream_id: stream.id,
  name: stream.custom_name ?? stream.merchant_name ?? stream.description,
  day: day.toString(),
  overdue,
  frequency: stream.frequency,
  amount: moneyOnWire(stream.last_amount),
  currency: stream.currency,
});
