import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { fragment, owned, plannedAnew } from '../platform/owned-sql.ts';
import { mainCurrency } from './main-currency.ts';
import { isActiveStream } from './streams.queries.ts';
import { type TransactionRow, transactionColumns } from './transaction-rows.ts';

/** Inclusive days. */
export interface Days {
  from: string;
  to: string;
}

/** The rows of a user's active outflow streams, by the provider's id. */
const streamRows = (userId: UserId) => fragment`
  select st.provider_transaction_id
  from stream_transactions st
  join recurring_streams s
    on s.user_id = st.user_id
    and s.id = st.stream_id
  where st.user_id = ${userId}
    and s.stream_type = 'outflow'
    and ${isActiveStream}`;

/** Whether a row `t` is of a group that is nothing but bills. */
const isOfBillGroup = fragment`t.category_group in ('rent_and_utilities', 'loan_payments')`;

/** The budgeted key that takes what is no bill: that of its category, else of its group. */
export const takenBy = fragment`coalesce(own.category, of_group.category)`;

/** What `isBill` and `takenBy` of a row `t` are read beside. */
export const budgetOfRow = (userId: UserId) => fragment`
  left join (
    ${streamRows(userId)}
  ) streamed
    on streamed.provider_transaction_id = t.provider_transaction_id
  left join budget_categories own
    on own.user_id = t.user_id
    and own.category = t.category
  left join budget_categories of_group
    on of_group.user_id = t.user_id
    and of_group.category = t.category_group`;

/** Whether a row `t` of the spending side is a bill: of an active outflow stream, or of a group of bills. */
export const isBill = fragment`(
  streamed.provider_transaction_id is not null
  or ${isOfBillGroup}
)`;

/** What became of some of a period's rows. Money: decimal text, positive out. */
export interface BucketRow {
  /** `stream`: a bill of an active stream; `bill`: one of the groups that are bills; `rest`: no bill. */
  bucket: 'income' | 'stream' | 'bill' | 'rest' | 'not_counted';
  /** Of `rest`: the budgeted key that takes it, or null. */
  category: string | null;
  amount: string;
  count: number;
  /** The ids of the newest 25 rows that a budgeted key takes; null elsewhere. */
  newest: string[] | null;
}

/** Every row of some days that counts, or would in the main currency, with its bucket. */
const sortedRows = (userId: UserId, { from, to }: Days) => fragment`
  select
    case
      when t.currency <> main.currency then 'not_counted'
      when t.side = 'income' then 'income'
      when streamed.provider_transaction_id is not null then 'stream'
      when ${isOfBillGroup} then 'bill'
      else 'rest'
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
 * All that counts on some days, each row in one bucket, from one statement: so the parts add up to the
 * whole whatever a sync changes meanwhile.
 */
export const sumBuckets = (queries: Queries, userId: UserId, days: Days) =>
  queries.rows<BucketRow>(owned`
    with streamed as (
      ${streamRows(userId)}
    ),
    sorted as materialized (
      ${sortedRows(userId, days)}
    ),
    kinds as (
      select
        bucket,
        category,
        category_group,
        sum(amount) as amount,
        count(*) as count
      from sorted
      group by
        bucket,
        category,
        category_group
    ),
    -- Categories are few: what is budgeted is found for them, not for each row.
    taken as (
      select
        k.*,
        case when k.bucket = 'rest' then ${takenBy} end as taken_by
      from kinds k
      left join budget_categories own
        on own.user_id = ${userId}
        and own.category = k.category
      left join budget_categories of_group
        on of_group.user_id = ${userId}
        and of_group.category = k.category_group
    )
    select
      t.bucket,
      t.taken_by as category,
      sum(t.amount) as amount,
      sum(t.count)::integer as count,
      case
        when t.taken_by is not null then array(
          select s.id
          from taken kind
          join sorted s using (bucket, category, category_group)
          where kind.taken_by = t.taken_by
          order by
            s.day desc,
            s.id desc
          limit 25
        )
      end as newest
    from taken t
    group by
      t.bucket,
      t.taken_by`);

/** What a month came to in the main currency. Money: decimal text; income in, the others out, refunds taken off. */
export interface MonthSumsRow {
  income: string;
  bills: string;
  /** What was spent besides. */
  rest: string;
}

/**
 * Each month that has rows, from the sums of its days; read row by row are only the payments of active streams,
 * which no sum tells apart.
 */
export const sumMonths = (queries: Queries, userId: UserId, { from, to }: Days) =>
  queries.rows<MonthSumsRow>(
    // A plan for any days would read all rows of them to find the few payments.
    plannedAnew(owned`
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
      from day_totals d
      where d.user_id = ${userId}
        and d.day between ${from}::date and ${to}::date
      union all
      select
        t.day,
        t.currency,
        0,
        0,
        t.spent
      from day_category_totals t
      where t.user_id = ${userId}
        and t.day between ${from}::date and ${to}::date
        and ${isOfBillGroup}
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
        and not ${isOfBillGroup}
        and t.provider_transaction_id in (${streamRows(userId)})
    )
    select
      coalesce(sum(p.income) filter (where p.currency = main.currency), 0) as income,
      coalesce(sum(p.bills) filter (where p.currency = main.currency), 0) as bills,
      coalesce(sum(p.spent - p.bills) filter (where p.currency = main.currency), 0) as rest
    from parts p
    cross join main
    group by date_trunc('month', p.day)`),
  );

/** Rows by their ids, newest first. */
export const listByIds = (queries: Queries, userId: UserId, ids: readonly string[]) =>
  queries.rows<TransactionRow>(owned`
    select ${transactionColumns}
    from counted_transactions t
    where t.user_id = ${userId}
      and t.id = any(${ids}::uuid[])
    order by
      t.day desc,
      t.id desc`);
