import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { fragment, owned } from '../platform/owned-sql.ts';
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

/**
 * What decides which part of a budget takes a row `t`: whether an active outflow stream has it, and whether
 * its category or its group is planned for.
 */
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

/**
 * Whether a row `t` of the spending side is a bill: of an active outflow stream, or of one of the two groups
 * that are nothing else. To be read beside `budgetOfRow`.
 */
export const isBill = fragment`(
  streamed.provider_transaction_id is not null
  or t.category_group in ('rent_and_utilities', 'loan_payments')
)`;

/** The budgeted key that takes a row `t` which is no bill: that of its category, else of its group. */
export const takenBy = fragment`coalesce(own.category, of_group.category)`;

/** Rows `t` with what decides on them. */
const sortedRows = (userId: UserId) => fragment`
  from counted_transactions t
  cross join (select ${mainCurrency(userId)} as currency) main
  ${budgetOfRow(userId)}`;

/** What became of some of a period's rows. Money: decimal text, positive out. */
export interface BucketRow {
  /** `stream`: a bill of an active stream; `bill`: one of the groups that are bills; `rest`: no bill. */
  bucket: 'income' | 'stream' | 'bill' | 'rest' | 'not_counted';
  /** Of `rest`: the budgeted key that takes it, or null. */
  category: string | null;
  amount: string;
  count: number;
}

/**
 * All that counts on some days, each row in one bucket, from one statement: so the parts add up to the
 * whole whatever a sync changes meanwhile.
 */
export const sumBuckets = (queries: Queries, userId: UserId, { from, to }: Days) =>
  queries.rows<BucketRow>(owned`
    with sorted as (
      select
        case
          when t.currency <> main.currency then 'not_counted'
          when t.side = 'income' then 'income'
          when streamed.provider_transaction_id is not null then 'stream'
          when ${isBill} then 'bill'
          else 'rest'
        end as bucket,
        ${takenBy} as category,
        t.amount
      ${sortedRows(userId)}
      where t.user_id = ${userId}
        and t.day between ${from}::date and ${to}::date
        and t.side is not null
    )
    select
      bucket,
      case when bucket = 'rest' then category end as category,
      sum(amount) as amount,
      count(*) as count
    from sorted
    group by 1, 2`);

/** A row that a budgeted category takes. */
export type BudgetedRow = TransactionRow & { budgeted: string };

/** The newest 25 rows of each budgeted category on some days, bills aside. */
export const listBudgeted = (queries: Queries, userId: UserId, { from, to }: Days) =>
  queries.rows<BudgetedRow>(owned`
    with taken as (
      select
        t.id,
        ${takenBy} as budgeted,
        row_number() over (
          partition by ${takenBy}
          order by
            t.day desc,
            t.id desc
        ) as place
      ${sortedRows(userId)}
      where t.user_id = ${userId}
        and t.day between ${from}::date and ${to}::date
        and t.currency = main.currency
        and t.side = 'spending'
        and not ${isBill}
        and ${takenBy} is not null
    )
    select
      taken.budgeted,
      ${transactionColumns}
    from taken
    join counted_transactions t
      on t.user_id = ${userId}
      and t.id = taken.id
    where taken.place <= 25
    order by
      t.day desc,
      t.id desc`);
