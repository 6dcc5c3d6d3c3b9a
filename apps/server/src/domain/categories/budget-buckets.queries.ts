import type { Queries } from '../../platform/database/database.ts';
import { fragment, owned, withCustomPlan } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { mainCurrency } from '../money/main-currency.ts';
import { isActiveStream } from '../recurring/streams.queries.ts';
import { type TransactionRow, transactionColumns } from '../transactions/transaction-rows.ts';

/** Inclusive days. */
export interface DayRange {
  from: string;
  to: string;
}

/** SQL for the provider's ids of all transactions of a user's active outflow streams. */
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

/** SQL for the budgeted key that a non-bill row belongs to: its category's, otherwise its group's, or null. */
export const matchingBudgetCategory = fragment`coalesce(category_budget.category, group_budget.category)`;

/** The joins that `isBill` and `matchingBudgetCategory` of a row `t` need. */
export const budgetJoins = (userId: UserId) => fragment`
  left join (
    ${streamTransactionIds(userId)}
  ) streamed
    on streamed.provider_transaction_id = t.provider_transaction_id
  left join budget_categories category_budget
    on category_budget.user_id = t.user_id
    and category_budget.category = t.category
  left join budget_categories group_budget
    on group_budget.user_id = t.user_id
    and group_budget.category = t.category_group`;

/** SQL condition: a spending row `t` is a bill. It belongs to an active outflow stream or to a bill group. */
export const isBill = fragment`(
  streamed.provider_transaction_id is not null
  or ${isInBillGroup}
)`;

/** The sum of a period's rows in one bucket. Money: decimal text, positive amounts are money out. */
export interface BudgetBucketRow {
  /**
   * `stream`: bills of active outflow streams. `bill`: bills of the bill groups. `other`: spending that is not a
   * bill. `omitted`: rows in another currency.
   */
  bucket: 'income' | 'stream' | 'bill' | 'other' | 'omitted';
  /** For `other`: the budgeted key that the rows belong to, or null. */
  category: string | null;
  amount: string;
  count: number;
  /** The ids of the newest 25 rows of a budgeted key, otherwise null. */
  newest: string[] | null;
}

/** SQL for all included rows of a period, each with its bucket. */
const rowsWithBuckets = (userId: UserId, { from, to }: DayRange) => fragment`
  select
    case
      when t.currency <> main.currency then 'omitted'
      when t.side = 'income' then 'income'
      when streamed.provider_transaction_id is not null then 'stream'
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
  left join streamed
    on streamed.provider_transaction_id = t.provider_transaction_id
  where t.user_id = ${userId}
    and t.day between ${from}::date and ${to}::date
    and t.side is not null`;

/**
 * Sums the included rows of a period by bucket. A single statement, so that the parts add up to the whole even
 * while a sync writes.
 */
export const sumBudgetBuckets = (queries: Queries, userId: UserId, days: DayRange) =>
  queries.rows<BudgetBucketRow>(owned`
    with streamed as (
      ${streamTransactionIds(userId)}
    ),
    bucketed as materialized (
      ${rowsWithBuckets(userId, days)}
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
        sums.*,
        case when sums.bucket = 'other' then ${matchingBudgetCategory} end as budget_category
      from sums
      left join budget_categories category_budget
        on category_budget.user_id = ${userId}
        and category_budget.category = sums.category
      left join budget_categories group_budget
        on group_budget.user_id = ${userId}
        and group_budget.category = sums.category_group
    )
    select
      m.bucket,
      m.budget_category as category,
      sum(m.amount) as amount,
      sum(m.count)::integer as count,
      case
        when m.budget_category is not null then array(
          select b.id
          from matched same
          join bucketed b using (bucket, category, category_group)
          where same.budget_category = m.budget_category
          order by
            b.day desc,
            b.id desc
          limit 25
        )
      end as newest
    from matched m
    group by
      m.bucket,
      m.budget_category`);

/** The sums of one month in the main currency, net of refunds. Money: decimal text; income and spending are both positive. */
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
        and t.provider_transaction_id in (${streamTransactionIds(userId)})
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
    select ${transactionColumns}
    from counted_transactions t
    where t.user_id = ${userId}
      and t.id = any(${ids}::uuid[])
    order by
      t.day desc,
      t.id desc`);
