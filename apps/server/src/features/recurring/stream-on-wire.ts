import type { RecurringStream } from '@cairn/contract/recurring';
import type { Static } from 'typebox';
import { moneyOnWire } from '../../domain/money.ts';
import type { StreamRow } from '../../domain/streams.queries.ts';
import { type DueRow, dueDaysOf } from '../../domain/streams.ts';

/**
 * Converts a stream to its API form, with its next expected day. `lastDay` is the day of its last payment; without
 * payments, the bank's last date is used.
 */
export function streamOf(
  row: StreamRow,
  today: Temporal.PlainDate,
  lastDay?: string,
): Static<typeof RecurringStream> {
  const { overdue, thisMonth, later } = dueDaysOf(row, today);
  const next = overdue ?? thisMonth[0] ?? later;
  return toResponse(row, { day: next ?? null, overdue: overdue !== null }, lastDay);
}

/** Converts an occurrence to its API form: the stream on one of its due days. */
export const dueRowOf = (
  { stream, day, overdue }: DueRow,
  lastDay?: string,
): Static<typeof RecurringStream> => toResponse(stream, { day, overdue }, lastDay);

const toResponse = (
  row: StreamRow,
  due: { day: Temporal.PlainDate | null; overdue: boolean },
  lastDay: string = row.last_date,
): Static<typeof RecurringStream> => ({
  stream_id: row.id,
  name: row.custom_name,
  stream_type: row.stream_type,
  account_id: row.provider_account_id,
  merchant_name: row.merchant_name,
  description: row.description,
  last_amount: { amount: moneyOnWire(row.last_amount) },
  average_amount: { amount: moneyOnWire(row.average_amount) },
  currency: row.currency,
  frequency: row.frequency,
  last_date: lastDay,
  predicted_next_date: due.day?.toString() ?? null,
  category: row.category,
  is_active: row.told_active && !row.tombstoned,
  status: row.tombstoned ? 'tombstoned' : row.told_active ? 'active' : 'cancelled',
  overdue: due.overdue,
  kind: row.kind,
  confirmed: row.confirmed,
  dismissed: row.dismissed,
});
