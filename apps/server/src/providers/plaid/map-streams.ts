import { canonicalCategory } from '@cairn/contract/rules/taxonomy';
import type { TransactionStream, TransactionsRecurringGetResponse } from 'plaid';
import { newId } from '../../platform/identifiers.ts';
import { currencyOf, moneyText, parseCalendarDay, toStorableText } from './map.ts';

/** The part of a stream's row that comes from the provider. Money is decimal text, positive for outflows. */
export interface StreamRecord {
  /** The row's ID if it is new. */
  id: string;
  provider_stream_id: string;
  provider_account_id: string;
  stream_type: 'inflow' | 'outflow';
  description: string;
  merchant_name: string | null;
  provider_category: string | null;
  frequency: string;
  average_amount: string;
  last_amount: string;
  currency: string;
  first_date: string;
  last_date: string;
  predicted_next_date: string | null;
  is_active: boolean;
  is_tombstoned: boolean;
  /** The provider's IDs of the stream's transactions. */
  transaction_ids: string[];
}

/** Maps an item's streams in both directions. Source: Plaid API, /transactions/recurring/get. */
export const mapStreams = (
  response: Pick<TransactionsRecurringGetResponse, 'inflow_streams' | 'outflow_streams'>,
): StreamRecord[] => [
  ...response.inflow_streams.map((stream) => mapStream(stream, 'inflow')),
  ...response.outflow_streams.map((stream) => mapStream(stream, 'outflow')),
];

function mapStream(
  stream: TransactionStream,
  stream_type: StreamRecord['stream_type'],
): StreamRecord {
  const last = moneyText(stream.last_amount.amount) ?? moneyText(stream.average_amount.amount);
  return {
    id: newId(),
    provider_stream_id: toStorableText(stream.stream_id),
    provider_account_id: stream.account_id,
    stream_type,
    description: toStorableText(stream.description),
    merchant_name: stream.merchant_name ? toStorableText(stream.merchant_name) : null,
    provider_category: stream.personal_finance_category
      ? canonicalCategory(stream.personal_finance_category.detailed)
      : null,
    frequency: toStorableText(stream.frequency),
    average_amount: moneyText(stream.average_amount.amount) ?? last ?? '0.00',
    last_amount: last ?? '0.00',
    currency: currencyOf({
      iso_currency_code: stream.last_amount.iso_currency_code ?? null,
      unofficial_currency_code: stream.last_amount.unofficial_currency_code ?? null,
    }),
    first_date: parseCalendarDay(stream.first_date),
    last_date: parseCalendarDay(stream.last_date),
    predicted_next_date: stream.predicted_next_date
      ? parseCalendarDay(stream.predicted_next_date)
      : null,
    is_active: stream.is_active,
    is_tombstoned: stream.status === 'TOMBSTONED',
    transaction_ids: stream.transaction_ids.map(toStorableText),
  };
}
