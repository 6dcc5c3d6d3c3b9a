import { owned } from '../../../platform/database/owned-sql.ts';
import { type ExportedRow, pageLimit, type ReadPage } from './exported-file.ts';

export const readLiabilities: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      l.account_id as cursor,
      a.provider_account_id as account_id,
      l.kind,
      l.minimum_payment_amount,
      l.next_payment_due_date,
      l.is_overdue,
      l.past_due_amount,
      l.last_payment_amount,
      l.last_payment_date,
      l.last_statement_balance,
      l.last_statement_issue_date,
      l.interest_rate,
      l.interest_type,
      l.aprs::text as aprs,
      l.origination_principal_amount,
      l.origination_date,
      l.maturity_date,
      l.reported_at
    from liabilities l
    join accounts a
      on a.user_id = l.user_id
      and a.id = l.account_id
    where l.user_id = ${userId}
      and l.account_id > ${after}
    order by l.account_id
    ${pageLimit}`);

export const readHoldings: ReadPage = (queries, userId, after) => {
  const [accountId, line] = after.split(' ');
  return queries.rows<ExportedRow>(owned`
    select
      h.account_id || ' ' || h.line as cursor,
      a.provider_account_id as account_id,
      h.provider_security_id as security_id,
      h.name,
      h.ticker_symbol,
      h.security_type as type,
      h.is_cash,
      trim_scale(h.quantity)::text as quantity,
      trim_scale(h.institution_price)::text as price,
      h.price_as_of,
      h.institution_value as value,
      h.cost_basis,
      h.currency,
      h.reported_at
    from holdings h
    join accounts a
      on a.user_id = h.user_id
      and a.id = h.account_id
    where h.user_id = ${userId}
      and (h.account_id, h.line) > (${accountId}::uuid, ${line}::integer)
    order by
      h.account_id,
      h.line
    ${pageLimit}`);
};
