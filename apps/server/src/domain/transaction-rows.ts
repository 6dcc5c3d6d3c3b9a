import type { Transaction } from '@cairn/contract/transactions';
import type { Static } from 'typebox';
import { fragment } from '../platform/owned-sql.ts';

/** A transaction in the words of the wire. */
export type WireTransaction = Static<typeof Transaction>;

/** A listed transaction, with its place in the list. Day: ISO. */
export interface TransactionRow {
  transaction: WireTransaction;
  day: string;
  id: string;
}

/** The same where the transaction is handed on as it is: as JSON, which nobody has taken apart. */
export interface TransactionTextRow {
  transaction: string;
  day: string;
  id: string;
}

// Nobody's browser asks the address that the provider gave for a logo: we show it ourselves, by its digest.
// The database writes the JSON as it reads the rows: for a page, more than a third of the server's work was to
// make objects of columns, others of those, and text of the others.
const wireFields = fragment`
  t.id,
  t.provider_transaction_id as transaction_id,
  t.provider_account_id as account_id,
  t.name,
  t.merchant_name,
  '/api/logos/' || encode(sha256(convert_to(t.logo_url, 'UTF8')), 'hex') as logo_url,
  t.amount,
  t.currency,
  t.authorized_date,
  t.date,
  t.pending,
  t.original_description,
  (
    select provided
    from (select t.provider_primary as "primary", t.provider_detailed as detailed) provided
  ) as personal_finance_category,
  t.overridden_category,
  t.category as effective_category,
  t.user_excluded as exclude_transaction,
  t.excluded,
  t.transfer_pair_id,
  (
    select holder
    from (
      select t.account_mask as mask, coalesce(t.account_custom_name, t.account_name) as name
    ) holder
  ) as plaid_account`;

/** A `WireTransaction` as JSON, of `counted_transactions t`: with its stream, or without that field. */
const wireTransaction = fragment`
  coalesce(
    (
      select row_to_json(wire)
      from (
        select ${wireFields}, st.stream_id as recurring_stream_id
        from stream_transactions st
        where st.user_id = t.user_id
          and st.provider_transaction_id = t.provider_transaction_id
      ) wire
    ),
    (select row_to_json(wire) from (select ${wireFields}) wire)
  )`;

/** The columns of `TransactionRow`, read from `counted_transactions t`. */
export const transactionColumns = fragment`
  ${wireTransaction} as transaction,
  t.day,
  t.id`;

/** The columns of `TransactionTextRow`, likewise. */
export const transactionTextColumns = fragment`
  ${wireTransaction}::text as transaction,
  t.day,
  t.id`;

/** The transactions of rows. */
export const transactionsOf = (rows: readonly TransactionRow[]): WireTransaction[] =>
  rows.map(({ transaction }) => transaction);
