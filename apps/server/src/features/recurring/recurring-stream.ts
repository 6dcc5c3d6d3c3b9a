import type { RecurringStream } from '@cairn/contract/recurring';
import type { Static } from 'typebox';
import { toMoney } from '../../domain/money/money.ts';
import type { StreamRow } from '../../domain/recurring/streams.queries.ts';
import { type DueStream, streamDueDays } from '../../domain/recurring/streams.ts';

/** What is known about a stream from its payments. */
export interface PaymentFacts {
  /** The day of the last payment. */
  last_day: string;
  /** The URL of the merchant's logo, or null. */
  logo_url: string | null;
}

/** Converts a stream to its API form, with its next expected day. Without payments, the bank's last date is used. */
export function toRecurringStream(
  row: StreamRow,
  today: Temporal.PlainDate,
  paymentFacts?: PaymentFacts,
): Static<typeof RecurringStream> {
  const { overdue, thisMonth, later } = streamDueDays(row, today);
  const next = overdue ?? thisMonth[0] ?? later;
  return toResponse(row, { day: next ?? null, overdue: overdue !== null }, paymentFacts);
}

/** Converts an occurrence to its API form: the stream on one of its due days. */
export const toDueRecurringStream = (
  { stream, day, overdue }: DueStream,
  paymentFacts?: PaymentFacts,
): Static<typeof RecurringStream> => toResponse(stream, { day, overdue }, paymentFacts);

const toResponse = (
  row: StreamRow,
  due: { day: Temporal.PlainDate | null; overdue: boolean },
  paymentFacts: PaymentFacts | undefined,
): Static<typeof RecurringStream> => ({
  stream_id: row.id,
  name: row.custom_name,
  stream_type: row.stream_type,
  account_id: row.provider_account_id,
  merchant_name: row.merchant_name,
  logo_url: paymentFacts?.logo_url ?? null,
  description: row.description,
  last_amount: { amount: toMoney(row.last_amount) },
  average_amount: { amount: toMoney(row.average_amount) },
  currency: row.currency,
  frequency: row.frequency,
  last_date: paymentFacts?.last_day ?? row.last_date,
  predicted_next_date: due.day?.toString() ?? null,
  category: row.category,
  is_active: row.reported_active && !row.tombstoned,
  status: row.tombstoned ? 'tombstoned' : row.reported_active ? 'active' : 'cancelled',
  overdue: due.overdue,
  kind: row.kind,
  confirmed: row.confirmed,
  dismissed: row.dismissed,
});
