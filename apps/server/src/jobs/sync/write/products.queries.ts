import type { Queries } from '../../../platform/database/database.ts';
import { fragment, owned } from '../../../platform/database/owned-sql.ts';
import type { HoldingRecord } from '../../../providers/plaid/map-holdings.ts';
import type { LiabilityRecord } from '../../../providers/plaid/map-liabilities.ts';
import type { FetchedProducts } from '../fetch/fetch-products.ts';
import type { ItemKey } from '../lease.queries.ts';

/** Replaces the liabilities and holdings of an item. Null leaves the stored ones as they are. */
export async function replaceProducts(
  queries: Queries,
  key: ItemKey,
  { liabilities, holdings }: FetchedProducts,
): Promise<void> {
  if (liabilities !== null) await replaceLiabilities(queries, key, liabilities);
  if (holdings !== null) await replaceHoldings(queries, key, holdings);
}

const selectAccounts = ({ userId, itemId }: ItemKey) => fragment`
  select id
  from accounts
  where user_id = ${userId}
    and item_id = ${itemId}`;

async function replaceLiabilities(
  queries: Queries,
  key: ItemKey,
  liabilities: readonly LiabilityRecord[],
): Promise<void> {
  const { userId, itemId } = key;
  await queries.run(owned`
    delete from liabilities
    where user_id = ${userId}
      and account_id in (${selectAccounts(key)})`);
  if (liabilities.length === 0) return;
  await queries.run(owned`
    insert into liabilities (
      user_id, account_id, kind, minimum_payment_amount, next_payment_due_date, is_overdue,
      past_due_amount, last_payment_amount, last_payment_date, last_statement_balance,
      last_statement_issue_date, interest_rate, interest_type, aprs, origination_principal_amount,
      origination_date, maturity_date
    )
    select
      a.user_id, a.id, l.kind, l.minimum_payment_amount, l.next_payment_due_date, l.is_overdue,
      l.past_due_amount, l.last_payment_amount, l.last_payment_date, l.last_statement_balance,
      l.last_statement_issue_date, l.interest_rate, l.interest_type, l.aprs,
      l.origination_principal_amount, l.origination_date, l.maturity_date
    from jsonb_to_recordset(${JSON.stringify(liabilities)}::jsonb) as l (
      provider_account_id text, kind text, minimum_payment_amount numeric,
      next_payment_due_date date, is_overdue boolean, past_due_amount numeric,
      last_payment_amount numeric, last_payment_date date, last_statement_balance numeric,
      last_statement_issue_date date, interest_rate numeric, interest_type text, aprs jsonb,
      origination_principal_amount numeric, origination_date date, maturity_date date
    )
    join accounts a
      on a.user_id = ${userId}
      and a.item_id = ${itemId}
      and a.provider_account_id = l.provider_account_id`);
}

async function replaceHoldings(
  queries: Queries,
  key: ItemKey,
  holdings: readonly HoldingRecord[],
): Promise<void> {
  const { userId, itemId } = key;
  await queries.run(owned`
    delete from holdings
    where user_id = ${userId}
      and account_id in (${selectAccounts(key)})`);
  if (holdings.length === 0) return;
  const lines = holdings.map((holding, line) => ({ ...holding, line }));
  await queries.run(owned`
    insert into holdings (
      user_id, account_id, line, provider_security_id, name, ticker_symbol, security_type, is_cash,
      quantity, institution_price, price_as_of, institution_value, cost_basis, currency
    )
    select
      a.user_id, a.id, h.line, h.provider_security_id, h.name, h.ticker_symbol, h.security_type,
      h.is_cash, h.quantity, h.institution_price, h.price_as_of, h.institution_value, h.cost_basis,
      h.currency
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as h (
      provider_account_id text, line integer, provider_security_id text, name text,
      ticker_symbol text, security_type text, is_cash boolean, quantity numeric,
      institution_price numeric, price_as_of date, institution_value numeric, cost_basis numeric,
      currency text
    )
    join accounts a
      on a.user_id = ${userId}
      and a.item_id = ${itemId}
      and a.provider_account_id = h.provider_account_id`);
}
