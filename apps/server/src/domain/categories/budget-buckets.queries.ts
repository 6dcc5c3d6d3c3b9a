import type { Queries } from '../../platform/database/database.ts';
import { fragment, owned, withCustomPlan } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { mainCurrency } from '../money/main-currency.ts';
import { isActiveStream } from '../recurring/streams.queries.ts';
import { type TransactionRow, transactionColumns } from '../transactions/transaction-rows.ts';

/** A range of calendar days that includes both its first and its last day. */
export interface DayRange {
  from: string;
  to: string;
}

/** SQL for the provider's ids of all transactions in a user's active outflow streams. */
const streamTransactionIds = (userId: UserId) => fragment`
  select st.provider_transaction_id
  from stream_transactions st
  join recurring_streams s
    on s.user_id = st.user_id
    and s.id = st.stream_id
  where st.user_id = ${userId}
    and s.stream_type = 'outflow'
    and ${isActiveStream}`;

/** SQL condition: the category group of a row `t` consists of bills only. */
const isInBillGroup = fragment`t.category_group in ('rent_and_utilities', 'loan_payments')`;

/** SQL condition: a row `t` belongs to an active outflow stream. */
const isInStream = (userId: UserId) => fragment`
  t.provider_transaction_id in (${streamTransactionIds(userId)})`;

/** SQL condition: a spending row `t` is a bill. It belongs to an active outflow stream or to a bill group. */
export const isBill = (userId: UserId) => fragment`(
  ${isInBillGroup}
  or ${isInStream(userId)}
)`;

const budgetedKeys = (userId: UserId) => fragment`
  select category
  from budget_categories
  where user_id = ${userId}`;

/** SQL for the budgeted key that a row `t` belongs to: its category, otherwise its group, or null. */
export const matchingBudgetCategory = (userId: UserId) => fragment`
  case
    when t.category in (${budgetedKeys(userId)}) then t.category
    when t.category_group in (${budgetedKeys(userId)}) then t.category_group
  end`;

/** SQL condition: a spending row `t` belongs to a budgeted key and is not a bill. */
export const isInBudgetCategory = (userId: UserId, key: string) => fragment`(
  -- Implied by the last condition, but cheaper: most rows then need none of the lookups.
  (t.category = ${key} or t.category_group = ${key})
  and not ${isBill(userId)}
  and ${matchingBudgetCategory(userId)} = ${key}
)`;

/**
 * SQL condition: a row `t` counts toward a budgeted key. These rows add up to what is spent in its category or group.
 */
export const countsInBudgetCategory = (userId: UserId, key: string) => fragment`(
  t.side = 'spending'
  and t.currency = ${mainCurrency(userId)}
  and ${isInBudgetCategory(userId, key)}
)`;

/** The sum of a period's rows in one bucket. Amounts are decimal text, positive for money out. */
export interface BudgetBucketRow {
  /**
   * `stream`: bills of active outflow streams. `bill`: bills of the bill groups. `other`: spending that is not a
   * bill. `omitted`: rows in another currency.
   */
  bucket: 'income' | 'stream' | 'bill' | 'other' | 'omitted';
  /** For spending: the budgeted key that the rows belong to, or null. A budget counts only `other` toward it. */
  category: string | null;
  amount: string;
  count: number;
  /** For `other`: the ids of the newest 25 rows of a budgeted key. Otherwise null. */
  newest: string[] | null;
}

/**
 * Sums the included rows of a period by bucket. A single statement, so that the parts add up to the whole even
 * while a sync writes.
 */
export const sumBudgetBuckets = (queries: Queries, userId: UserId, { from, to }: DayRange) =>
  queries.rows<BudgetBucketRow>(owned`
    with bucketed as materialized (
      select
        case
          when t.currency <> main.currency then 'omitted'
          when t.side = 'income' then 'income'
          when ${isInStream(userId)} then 'stream'
          when ${isInBillGroup} then 'bill'
          else 'other'
        end as bucket,
        t.category,
        t.category_group,
        t.amount,
        t.day,
        t.id
      from counted_transactions t
      cross join (select ${mainCurrency(userId)} as currency) main
      where t.user_id = ${userId}
        and t.day between ${from}::date and ${to}::date
        and t.side is not null
    ),
    sums as (
      select
        bucket,
        category,
        category_group,
        sum(amount) as amount,
        count(*) as count
      from bucketed
      group by
        bucket,
        category,
        category_group
    ),
    -- Match budget categories once per category, not once per row.
    matched as (
      select
        t.*,
        case
          when t.bucket in ('stream', 'bill', 'other') then ${matchingBudgetCategory(userId)}
        end as budget_category
      from sums t
    ),
    newest as (
      select
        ranked.budget_category,
        array_agg(ranked.id) as ids
      from (
        select
          b.id,
          m.budget_category,
          row_number() over (
            partition by m.budget_category
            order by
              b.day desc,
              b.id desc
          ) as rank
        from matched m
        join bucketed b using (bucket, category, category_group)
        where m.bucket = 'other'
          and m.budget_category is not null
      ) ranked
      where ranked.rank <= 25
      group by ranked.budget_category
    )
    select
      m.bucket,
      m.budget_category as category,
      sum(m.amount) as amount,
      sum(m.count)::integer as count,
      case
        when m.bucket = 'other' then (
          select n.ids
          from newest n
          where n.budget_category = m.budget_category
        )
      end as newest
    from matched m
    group by
      m.bucket,
      m.budget_category`);

/**
 * The sums of one month in the main currency, net of refunds. Amounts are decimal text; income and spending are both
 * positive.
 */
export interface BudgetMonthRow {
  income: string;
  bills: string;
  /** Spending that is not a bill. */
  non_bill_spending: string;
}

/**
 * Sums each month that has rows, from daily totals. Only payments of active streams are read row by row, because
 * daily totals don't separate them.
 */
export const sumBudgetMonths = (queries: Queries, userId: UserId, { from, to }: DayRange) =>
  queries.rows<BudgetMonthRow>(
    // A generic plan would read all rows of the period to find the few stream payments.
    withCustomPlan(owned`
    with main as (
      select ${mainCurrency(userId)} as currency
    ),
    parts as (
      select
        d.day,
        d.currency,
        d.income,
        d.spent,
        0 as bills
      from daily_totals d
      where d.user_id = ${userId}
        and d.day between ${from}::date and ${to}::date
      union all
      select
        t.day,
        t.currency,
        0,
        0,
        t.spent
      from daily_category_totals t
      where t.user_id = ${userId}
        and t.day between ${from}::date and ${to}::date
        and ${isInBillGroup}
      union all
      select
        t.day,
        t.currency,
        0,
        0,
        t.amount
      from counted_transactions t
      where t.user_id = ${userId}
        and t.day between ${from}::date and ${to}::date
        and t.side = 'spending'
        and not ${isInBillGroup}
        and ${isInStream(userId)}
    )
    select
      coalesce(sum(p.income) filter (where p.currency = main.currency), 0) as income,
      coalesce(sum(p.bills) filter (where p.currency = main.currency), 0) as bills,
      coalesce(sum(p.spent - p.bills) filter (where p.currency = main.currency), 0) as non_bill_spending
    from parts p
    cross join main
    group by date_trunc('month', p.day)`),
  );

/** Returns transactions by id, newest first. */
export const listTransactionsByIds = (queries: Queries, userId: UserId, ids: readonly string[]) =>
  queries.rows<TransactionRow>(owned`
    select ${transactionColumns(userId)}
    from counted_transactions t
    where t.user_id = ${userId}
      and t.id = any(${ids}::uuid[])
    order by
      t.day desc,
      t.id desc`);
