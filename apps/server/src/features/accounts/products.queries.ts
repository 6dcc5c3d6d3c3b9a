import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { LiabilityRecord } from '../../providers/plaid/map-liabilities.ts';

/** The payment details of a card or loan, with its account and when they were reported. */
export interface LiabilityRow extends Omit<LiabilityRecord, 'provider_account_id'> {
  account_id: string;
  currency: string;
  reported_at: Date;
}

/** Lists payment details of one account (the provider's id) or of all (null). */
export const listLiabilities = (queries: Queries, userId: UserId, accountId: string | null) =>
  queries.rows<LiabilityRow>(owned`
    select
      a.provider_account_id as account_id,
      l.kind,
      a.currency,
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
      l.aprs,
      l.origination_principal_amount,
      l.origination_date,
      l.maturity_date,
      l.reported_at
    from liabilities l
    join accounts a
      on a.user_id = l.user_id
      and a.id = l.account_id
    where l.user_id = ${userId}
      and (${accountId}::text is null or a.provider_account_id = ${accountId})
    order by
      a.created_at,
      a.id`);

/** A holding, with its account's total. Amounts, prices, and quantities are decimal text. */
export interface HoldingRow {
  account_id: string;
  account_currency: string;
  security_id: string;
  name: string | null;
  ticker_symbol: string | null;
  type: string | null;
  is_cash: boolean;
  quantity: string;
  price: string;
  price_as_of: string | null;
  value: string;
  currency: string;
  cost_basis: string | null;
  gain: string | null;
  total: string;
  unaccounted_balance: string | null;
  reported_at: Date;
}

/** Lists the holdings of one account (the provider's id) or of all (null), largest value first, cash last. */
export const listHoldings = (queries: Queries, userId: UserId, accountId: string | null) =>
  queries.rows<HoldingRow>(owned`
    with sums as (
      select
        h.account_id,
        coalesce(sum(h.institution_value) filter (where h.currency = a.currency), 0) as total
      from holdings h
      join accounts a
        on a.user_id = h.user_id
        and a.id = h.account_id
      where h.user_id = ${userId}
      group by h.account_id
    )
    select
      a.provider_account_id as account_id,
      a.currency as account_currency,
      h.provider_security_id as security_id,
      h.name,
      h.ticker_symbol,
      h.security_type as type,
      h.is_cash,
      trim_scale(h.quantity)::text as quantity,
      trim_scale(h.institution_price)::text as price,
      h.price_as_of,
      h.institution_value as value,
      h.currency,
      h.cost_basis,
      h.institution_value - h.cost_basis as gain,
      sums.total,
      a.current_balance - sums.total as unaccounted_balance,
      h.reported_at
    from holdings h
    join sums on sums.account_id = h.account_id
    join accounts a
      on a.user_id = h.user_id
      and a.id = h.account_id
    where h.user_id = ${userId}
      and (${accountId}::text is null or a.provider_account_id = ${accountId})
    order by
      a.created_at,
      a.id,
      h.is_cash,
      h.institution_value desc,
      h.line`);
