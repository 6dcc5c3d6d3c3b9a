import type { RecurringStream } from '@cairn/contract/recurring';
import type { Static } from 'typebox';
import { moneyOnWire } from '../../domain/money.ts';
import type { StreamRow } from '../../domain/streams.queries.ts';
import { type DueRow, dueDaysOf } from '../../domain/streams.ts';

/**
 * A stream in the words of the wire, with the day on which it is expected next. `lastDay` is that of its last
 * payment here; without one it is what the bank says.
 */
export function streamOf(
  row: StreamRow,
  today: Temporal.PlainDate,
  lastDay?: string,
): Static<typeof RecurringStream> {
  const { overdue, thisMonth, later } = dueDaysOf(row, today);
  const next = overdue ?? thisMonth[0] ?? later;
  return onWire(row, { day: next ?? null, overdue: overdue !== null }, lastDay);
}

/** The same on one of the days on which it is due. */
export const dueRowOf = (
  { stream, day, overdue }: DueRow,
  lastDay?: string,
): Static<typeof RecurringStream> => onWire(stream, { day, overdue }, lastDay);

const onWire = (
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
