import type { Sql } from 'sql-template-tag';
import { mainCurrency } from '../../../domain/money/main-currency.ts';
import type { MonthSumsRow } from '../../../domain/money/month-sums.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { fragment, owned } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import type { TransactionFilter } from './filter.ts';
import {
  filterConditions,
  nonSearchConditions,
  withCustomPlanForOperators,
} from './filter-conditions.queries.ts';

const emptyFragment = fragment``;

/** The sums of matching transactions. Amounts are decimal text. */
export interface SumsRow {
  count: number;
  spent: string;
  income: string;
  omitted_count: number;
}

/** Counts matching rows, and sums spent and income of those that count as of `today`. */
export const sumFiltered = (
  queries: Queries,
  userId: UserId,
  filter: TransactionFilter,
  today: string,
) =>
  queries.row<SumsRow>(
    withCustomPlanForOperators(
      filter,
      owned`
    select
      count(*) as count,
      coalesce(sum(t.amount) filter (where is_counted and t.side = 'spending'), 0) as spent,
      coalesce(-sum(t.amount) filter (where is_counted and t.side = 'income'), 0) as income,
      count(*) filter (where not is_counted) as omitted_count
    from counted_transactions t
    cross join (select ${mainCurrency(userId)} as currency) main
    cross join lateral (
      select t.side is not null and t.currency = main.currency and t.day <= ${today}::date as is_counted
    ) counting
    where t.user_id = ${userId}
      ${filterConditions(userId, filter)}`,
    ),
  );

/** Sums spent and income of matching rows in each month that has any, between two days. */
export const sumFilteredByMonth = (
  queries: Queries,
  userId: UserId,
  filter: TransactionFilter,
  { from, to }: { from: string; to: string },
) =>
  queries.rows<MonthSumsRow>(
    withCustomPlanForOperators(
      filter,
      owned`
    select
      to_char(t.day, 'YYYY-MM') as month,
      coalesce(sum(t.amount) filter (where t.side = 'spending' and t.currency = main.currency), 0)
        as spent,
      coalesce(-sum(t.amount) filter (where t.side = 'income' and t.currency = main.currency), 0)
        as income,
      count(*) filter (where t.side is null or t.currency <> main.currency) as omitted_count
    from counted_transactions t
    cross join (select ${mainCurrency(userId)} as currency) main
    where t.user_id = ${userId}
      and t.day between ${from}::date and ${to}::date
      ${filterConditions(userId, filter)}
    group by to_char(t.day, 'YYYY-MM')
    order by month`,
    ),
  );

/**
 * Like `sumFiltered`, but reads daily totals, so it supports only filters by day and account. A long history has a
 * thousand days but a hundred thousand rows.
 */
export const sumFromDailyTotals = (
  queries: Queries,
  userId: UserId,
  filter: TransactionFilter,
  today: string,
) =>
  queries.row<SumsRow>(owned`
    select
      listed.count,
      totals.spent,
      totals.income,
      listed.count - totals.counted as omitted_count
    from (
      select
        coalesce(sum(s.spent), 0) as spent,
        coalesce(sum(s.income), 0) as income,
        coalesce(sum(s.spending_rows + s.income_rows), 0) as counted
      from daily_totals s
      join accounts a
        on a.user_id = s.user_id
        and a.id = s.account_id
      where s.user_id = ${userId}
        and s.currency = ${mainCurrency(userId)}
        and s.day <= ${today}::date
        ${filter.from === null ? emptyFragment : fragment`and s.day >= ${filter.from}::date`}
        ${filter.to === null ? emptyFragment : fragment`and s.day <= ${filter.to}::date`}
        ${accountCondition(filter)}
    ) totals
    cross join (${countListed(userId, filter)}) listed`);

/** SQL for the number of matching rows: from the counts that syncs maintain, or counted within the filter's days. */
const countListed = (userId: UserId, filter: TransactionFilter): Sql =>
  filter.from === null && filter.to === null
    ? fragment`
        select coalesce(sum(a.listed_count), 0)::bigint as count
        from accounts a
        where a.user_id = ${userId}
          and a.duplicate_of is null
          ${accountCondition(filter)}`
    : fragment`
        select count(*) as count
        from counted_transactions t
        where t.user_id = ${userId}
          ${nonSearchConditions(userId, filter)}`;

const accountCondition = ({ accounts }: TransactionFilter): Sql =>
  accounts === null
    ? emptyFragment
    : fragment`and a.provider_account_id = any(${accounts}::text[])`;
