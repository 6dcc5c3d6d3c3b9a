import { raw } from 'sql-template-tag';
import { changeableColumns } from '../../../domain/transactions/bank-columns.ts';
import { owned } from '../../../platform/database/owned-sql.ts';
import { type ExportedRow, pageLimit, type ReadPage } from './exported-file.ts';

export const readInstitutions: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      i.id as cursor,
      i.provider_item_id as item_id,
      i.institution_id,
      i.institution_name,
      i.health as status,
      i.created_at,
      i.last_synced_at,
      i.consent_ends_at
    from items i
    where i.user_id = ${userId}
      and i.id > ${after}
    order by i.id
    ${pageLimit}`);

export const readAccounts: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      a.id as cursor,
      a.provider_account_id as account_id,
      i.provider_item_id as item_id,
      a.type,
      a.subtype,
      a.name,
      a.official_name,
      a.custom_name,
      a.mask,
      a.currency,
      a.current_balance,
      a.available_balance,
      a.credit_limit,
      a.balances_as_of,
      a.hidden,
      a.closed_at,
      original.provider_account_id as duplicate_of,
      a.created_at
    from accounts a
    left join items i
      on i.user_id = a.user_id
      and i.id = a.item_id
    left join accounts original
      on original.user_id = a.user_id
      and original.id = a.duplicate_of
    where a.user_id = ${userId}
      and a.id > ${after}
    order by a.id
    ${pageLimit}`);

export const readBalances: ReadPage = (queries, userId, after) => {
  const [accountId, day = '-infinity'] = after.split(' ');
  return queries.rows<ExportedRow>(owned`
    select
      b.account_id || ' ' || b.day as cursor,
      a.provider_account_id as account_id,
      b.day,
      b.current_balance,
      b.available_balance
    from balance_snapshots b
    left join accounts a
      on a.user_id = b.user_id
      and a.id = b.account_id
    where b.user_id = ${userId}
      and (b.account_id, b.day) > (${accountId}::uuid, ${day}::date)
    order by
      b.account_id,
      b.day
    ${pageLimit}`);
};

/** The columns of a transaction that the bank reports, except those that Cairn computes from them. */
export const exportedBankColumns = changeableColumns.filter(
  (column) => column !== 'provider_category' && column !== 'provider_group',
);
const selectedBankColumns = raw(exportedBankColumns.map((column) => `t.${column}`).join(', '));

/** Reads all transactions, including removed ones and pending ones that a posted one replaced. */
export const readTransactions: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      t.id as cursor,
      t.id,
      t.provider_transaction_id as transaction_id,
      a.provider_account_id as account_id,
      t.day,
      ${selectedBankColumns},
      t.category,
      t.overridden_category,
      t.user_excluded as exclude_transaction,
      array_to_string(t.tag_ids, ' ') as tags,
      t.note,
      t.reviewed,
      t.transfer_pair_id,
      t.superseded as replaced,
      t.removed_at
    from transactions t
    join accounts a
      on a.user_id = t.user_id
      and a.id = t.account_id
    where t.user_id = ${userId}
      and t.id > ${after}
    order by t.id
    ${pageLimit}`);

export const readSyncs: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      r.id as cursor,
      r.id,
      i.provider_item_id as item_id,
      r.finished_at,
      r.added,
      r.modified,
      r.removed,
      r.error,
      r.accounts::text as accounts
    from sync_runs r
    left join items i
      on i.user_id = r.user_id
      and i.id = r.item_id
    where r.user_id = ${userId}
      and r.id > ${after}
    order by r.id
    ${pageLimit}`);

export const readTransactionEvents: ReadPage = (queries, userId, after) => {
  const [transactionId, at] = after.split('/');
  return queries.rows<ExportedRow>(owned`
    select
      e.transaction_id || '/' || e.at as cursor,
      e.transaction_id,
      e.at,
      e.event,
      e.before::text as before,
      e.after::text as after,
      e.pending_id
    from transaction_events e
    where e.user_id = ${userId}
      and (e.transaction_id, e.at) > (${transactionId}::uuid, ${at}::timestamptz)
    order by
      e.transaction_id,
      e.at
    ${pageLimit}`);
};

export const readAccountEvents: ReadPage = (queries, userId, after) => {
  const [accountId, at, event] = after.split('/');
  return queries.rows<ExportedRow>(owned`
    select
      e.account_id || '/' || e.at || '/' || e.event as cursor,
      e.account_id,
      e.at,
      e.event,
      e.before,
      e.after
    from account_events e
    where e.user_id = ${userId}
      and (e.account_id, e.at, e.event) > (${accountId}::uuid, ${at}::timestamptz, ${event})
    order by
      e.account_id,
      e.at,
      e.event
    ${pageLimit}`);
};
