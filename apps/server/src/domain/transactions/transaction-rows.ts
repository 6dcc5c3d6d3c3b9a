import type { Transaction } from '@cairn/contract/transactions';
import type { Static } from 'typebox';
import { fragment } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/** A transaction in its API form. */
export type WireTransaction = Static<typeof Transaction>;

/** A transaction with its sort key: `day`, an ISO date, and `id`. */
export interface TransactionRow {
  transaction: WireTransaction;
  day: string;
  id: string;
}

/** Like `TransactionRow`, with the transaction as JSON text that is sent without being parsed. */
export interface TransactionJsonRow {
  transaction: string;
  day: string;
  id: string;
}

/**
 * SQL for the URL of a transaction's logo, from `counted_transactions t`. Browsers never request a logo from the
 * provider's address: the server serves it by its digest.
 */
export const logoUrl = fragment`
  '/api/logos/' || encode(sha256(convert_to(t.logo_url, 'UTF8')), 'hex')`;

// PostgreSQL builds the JSON, because converting columns to objects and back to text took more than a third of the
// server's time.
const wireFields = fragment`
  t.id,
  t.provider_transaction_id as transaction_id,
  t.provider_account_id as account_id,
  t.name,
  t.merchant_name,
  ${logoUrl} as logo_url,
  t.amount,
  t.currency,
  t.authorized_date,
  t.date,
  t.pending,
  t.original_description,
  (
    select category_keys
    from (select t.provider_primary as "primary", t.provider_detailed as detailed) category_keys
  ) as personal_finance_category,
  t.overridden_category,
  t.category as effective_category,
  t.user_excluded as exclude_transaction,
  t.excluded,
  t.transfer_pair_id,
  t.tag_ids as tags,
  t.note,
  t.reviewed,
  (
    select account_summary
    from (
      select t.account_mask as mask, coalesce(t.account_custom_name, t.account_name) as name
    ) account_summary
  ) as plaid_account`;

/**
 * SQL for a `WireTransaction` as JSON, from a user's `counted_transactions t`. `recurring_stream_id` is absent if
 * the transaction belongs to no stream.
 */
const wireTransaction = (userId: UserId) => fragment`
  coalesce(
    (
      select row_to_json(wire)
      from (
        select ${wireFields}, st.stream_id as recurring_stream_id
        from stream_transactions st
        where st.user_id = ${userId}
          and st.provider_transaction_id = t.provider_transaction_id
      ) wire
    ),
    (select row_to_json(wire) from (select ${wireFields}) wire)
  )`;

/** The columns of `TransactionRow`, from a user's `counted_transactions t`. */
export const transactionColumns = (userId: UserId) => fragment`
  ${wireTransaction(userId)} as transaction,
  t.day,
  t.id`;

/** The columns of `TransactionJsonRow`, from a user's `counted_transactions t`. */
export const transactionJsonColumns = (userId: UserId) => fragment`
  ${wireTransaction(userId)}::text as transaction,
  t.day,
  t.id`;

/** Returns the transactions of rows, without their sort keys. */
export const toTransactions = (rows: readonly TransactionRow[]): WireTransaction[] =>
  rows.map(({ transaction }) => transaction);
