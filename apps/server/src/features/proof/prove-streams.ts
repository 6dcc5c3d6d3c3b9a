import type { ProofOf } from '@cairn/contract/proof';
import { centsToMoney, toMoney } from '../../domain/money/money.ts';
import { listStreams } from '../../domain/recurring/streams.queries.ts';
import {
  type DueStream,
  listUpcoming,
  remainingOmissionReason,
  sumRemaining,
} from '../../domain/recurring/streams.ts';
import { formatCsvLine } from '../../platform/csv.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { findTotalsCurrency } from './proof.queries.ts';

/** Proves the estimated remaining amount of this month: one row per occurrence, and the omitted occurrences. */
export async function proveStreams(
  queries: Queries,
  userId: UserId,
  today: Temporal.PlainDate,
): Promise<ProofOf<'streams'>> {
  const [currency, streams] = await Promise.all([
    findTotalsCurrency(queries, userId),
    listStreams(queries, userId),
  ]);
  const rows = listUpcoming(streams, today);
  return {
    kind: 'streams',
    sum: centsToMoney(sumRemaining(rows)),
    currency,
    streams: rows.filter((row) => remainingOmissionReason(row) === null).map(toProofStream),
    omitted_streams: rows.flatMap((row) => {
      const reason = remainingOmissionReason(row);
      return reason === null ? [] : [{ reason, stream: toProofStream(row) }];
    }),
  };
}

/** Formats the proof as recurring.csv. The `counted` column adds up to the total; `omission_reason` is set for other rows. */
export async function formatStreamsCsv(
  queries: Queries,
  userId: UserId,
  today: Temporal.PlainDate,
): Promise<string> {
  const { streams, omitted_streams } = await proveStreams(queries, userId, today);
  const lines = [...streams.map((stream) => ({ stream, reason: null })), ...omitted_streams];
  return [
    formatCsvLine([
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
      formatCsvLine([
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

const toProofStream = ({ stream, day, overdue }: DueStream) => ({
  stream_id: stream.id,
  name: stream.custom_name ?? stream.merchant_name ?? stream.description,
  day: day.toString(),
  overdue,
  frequency: stream.frequency,
  amount: toMoney(stream.last_amount),
  currency: stream.currency,
});
