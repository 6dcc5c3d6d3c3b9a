import { createHash } from 'node:crypto';
import type { Transaction } from '@cairn/contract/transactions';
import type { Static } from 'typebox';
import { fragment } from '../platform/owned-sql.ts';
import { moneyOnWire } from './money.ts';

/** A listed transaction. Money: decimal text, positive out. Days: ISO. */
export interface TransactionRow {
  id: string;
  provider_transaction_id: string;
  provider_account_id: string;
  name: string;
  merchant_name: string | null;
  logo_url: string | null;
  amount: string;
  currency: string;
  authorized_date: string | null;
  date: string;
  day: string;
  pending: boolean;
  original_description: string | null;
  provider_primary: string;
  provider_detailed: string;
  overridden_category: string | null;
  category: string;
  user_excluded: boolean;
  excluded: 'account' | 'user' | 'category' | 'transfer' | null;
  transfer_pair_id: string | null;
  account_mask: string | null;
  account_name: string;
  account_custom_name: string | null;
  recurring_stream_id: string | null;
}

/** The columns of `TransactionRow`, read from `counted_transactions t`. */
export const transactionColumns = fragment`
  t.id,
  t.provider_transaction_id,
  t.provider_account_id,
  t.name,
  t.merchant_name,
  t.logo_url,
  t.amount,
  t.currency,
  t.authorized_date,
  t.date,
  t.day,
  t.pending,
  t.original_description,
  t.provider_primary,
  t.provider_detailed,
  t.overridden_category,
  t.category,
  t.user_excluded,
  t.excluded,
  t.transfer_pair_id,
  t.account_mask,
  t.account_name,
  t.account_custom_name,
  (
    select st.stream_id
    from stream_transactions st
    where st.user_id = t.user_id
      and st.provider_transaction_id = t.provider_transaction_id
  ) as recurring_stream_id`;

/** Where we show a logo ourselves: nobody's browser asks the address that the provider gave. */
const logoPath = (url: string): string =>
  `/api/logos/${createHash('sha256').update(url).digest('hex')}`;

/** A transaction in the words of the wire. */
export const transactionOf = (row: TransactionRow): Static<typeof Transaction> => ({
  id: row.id,
  transaction_id: row.provider_transaction_id,
  account_id: row.provider_account_id,
  name: row.name,
  merchant_name: row.merchant_name,
  logo_url: row.logo_url === null ? null : logoPath(row.logo_url),
  amount: moneyOnWire(row.amount),
  currency: row.currency,
  authorized_date: row.authorized_date,
  date: row.date,
  pending: row.pending,
  original_description: row.original_description,
  personal_finance_category: { primary: row.provider_primary, detailed: row.provider_detailed },
  overridden_category: row.overridden_category,
  effective_category: row.category,
  exclude_transaction: row.user_excluded,
  excluded: row.excluded,
  transfer_pair_id: row.transfer_pair_id,
  ...(row.recurring_stream_id !== null && { recurring_stream_id: row.recurring_stream_id }),
  plaid_account: { mask: row.account_mask, name: row.account_custom_name ?? row.account_name },
});
