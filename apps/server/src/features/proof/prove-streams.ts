import type { ProofOf } from '@cairn/contract/proof';
import { centsToMoney, toMoney } from '../../domain/money/money.ts';
import { type StreamTotalRow, streamTotals } from '../../domain/recurring/stream-totals.ts';
import { listStreams } from '../../domain/recurring/streams.queries.ts';
import { formatCsvLine } from '../../platform/csv.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { findTotalsCurrency } from './proof.queries.ts';
import type { StreamsTotal } from './provable-totals.ts';

/** Proves a total of recurring payments: one row per occurrence or stream, and the omitted ones with the reason. */
export async function proveStreams(
  queries: Queries,
  userId: UserId,
  { name }: StreamsTotal,
  today: Temporal.PlainDate,
): Promise<ProofOf<'streams'>> {
  const [currency, streams] = await Promise.all([
    findTotalsCurrency(queries, userId),
    listStreams(queries, userId),
  ]);
  const { cents, included, omitted } = streamTotals[name](streams, today);
  return {
    kind: 'streams',
    sum: centsToMoney(cents),
    currency,
    streams: included.map((row) => ({ ...toProofStream(row), counted: centsToMoney(row.cents) })),
    omitted_streams: omitted.map((row) => ({ reason: row.reason, stream: toProofStream(row) })),
  };
}

/**
 * Formats the proof as recurring.csv. The `counted` column adds up to the total; `omission_reason` is set for other
 * rows.
 */
export async function formatStreamsCsv(
  queries: Queries,
  userId: UserId,
  total: StreamsTotal,
  today: Temporal.PlainDate,
): Promise<string> {
  const { streams, omitted_streams } = await proveStreams(queries, userId, total, today);
  const lines = [
    ...streams.map((stream) => ({ stream, counted: stream.counted, reason: null })),
    ...omitted_streams.map((row) => ({ ...row, counted: null })),
  ];
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
    ...lines.map(({ stream, counted, reason }) =>
      formatCsvLine([
        stream.name,
        stream.day,
        stream.overdue,
        stream.frequency,
        stream.amount.toFixed(2),
        stream.currency,
        counted?.toFixed(2) ?? null,
        reason,
      ]),
    ),
  ].join('');
}

const toProofStream = ({ stream, day, overdue }: StreamTotalRow) => ({
  stream_id: stream.id,
  name: stream.custom_name ?? stream.merchant_name ?? stream.description,
  day: day?.toString() ?? null,
  overdue,
  frequency: stream.frequency,
  amount: toMoney(stream.last_amount),
  currency: stream.currency,
});
