import { owned } from '../../../platform/database/owned-sql.ts';
import { type ExportedRow, pageLimit, type ReadPage } from './exported-file.ts';

export const readStreams: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      s.id as cursor,
      s.id,
      a.provider_account_id as account_id,
      s.provider_stream_id as stream_id,
      s.stream_type,
      s.description,
      s.merchant_name,
      s.provider_category as category,
      s.frequency,
      s.average_amount,
      s.last_amount,
      s.currency,
      s.first_date,
      s.last_date,
      s.predicted_next_date,
      s.is_active,
      s.is_tombstoned,
      s.removed_at,
      s.custom_name,
      s.kind,
      s.confirmed,
      s.dismissed,
      s.created_at
    from recurring_streams s
    join accounts a
      on a.user_id = s.user_id
      and a.id = s.account_id
    where s.user_id = ${userId}
      and s.id > ${after}
    order by s.id
    ${pageLimit}`);

export const readStreamTransactions: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      st.provider_transaction_id as cursor,
      st.provider_transaction_id as transaction_id,
      st.stream_id
    from stream_transactions st
    where st.user_id = ${userId}
      and st.provider_transaction_id > ${after}
    order by st.provider_transaction_id
    ${pageLimit}`);

export const readBudgets: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      b.id as cursor,
      b.id,
      b.earnings,
      b.bills,
      b.spending,
      b.created_at
    from budgets b
    where b.user_id = ${userId}
      and b.id > ${after}
    order by b.id
    ${pageLimit}`);

export const readBudgetCategories: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      c.category as cursor,
      c.category,
      c.amount,
      c.created_at
    from budget_categories c
    where c.user_id = ${userId}
      and c.category > ${after}
    order by c.category
    ${pageLimit}`);
