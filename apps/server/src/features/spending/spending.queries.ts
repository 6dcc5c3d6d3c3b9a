import { mainCurrency } from '../../domain/money/main-currency.ts';
import type { MonthSumsRow } from '../../domain/money/month-sums.ts';
import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { MonthPeriods } from './month-periods.ts';

/** Spent on one day. Money: decimal text. */
export interface DaySpentRow {
  day: string;
  spent: string;
  omitted_count: number;
}

/** Sums spending per day with rows, in the main currency. */
export const spentByDay = (queries: Queries, userId: UserId, from: string, to: string) =>
  queries.rows<DaySpentRow>(owned`
    select
      d.day,
      coalesce(sum(d.spent) filter (where d.currency = main.currency), 0) as spent,
      coalesce(sum(d.spending_rows) filter (where d.currency <> main.currency), 0)::integer
        as omitted_count
    from daily_totals d
    cross join (select ${mainCurrency(userId)} as currency) main
    where d.user_id = ${userId}
      and d.day between ${from}::date and ${to}::date
    group by d.day
    order by d.day`);

/** Sums spent and income per month with rows, in the main currency. */
export const cashflowByMonth = (queries: Queries, userId: UserId, from: string, to: string) =>
  queries.rows<MonthSumsRow>(owned`
    select
      to_char(d.day, 'YYYY-MM') as month,
      coalesce(sum(d.spent) filter (where d.currency = main.currency), 0) as spent,
      coalesce(sum(d.income) filter (where d.currency = main.currency), 0) as income,
      coalesce(
        sum(d.spending_rows + d.income_rows) filter (where d.currency <> main.currency),
        0
      )::integer as omitted_count
    from daily_totals d
    cross join (select ${mainCurrency(userId)} as currency) main
    where d.user_id = ${userId}
      and d.day between ${from}::date and ${to}::date
    group by to_char(d.day, 'YYYY-MM')
    order by month`);

/** Spent in a category in a month and in the previous one. Money: decimal text. */
export interface CategorySpentRow {
  category_group: string;
  category: string;
  spent: string;
  previous: string;
  omitted_count: number;
}

/** Sums spending per category in a month and in the days it is compared with, in the main currency. */
export const spentByCategory = (
  queries: Queries,
  userId: UserId,
  { from, to, previousFrom, previousTo }: MonthPeriods,
) =>
  queries.rows<CategorySpentRow>(owned`
    select
      d.category_group,
      d.category,
      coalesce(
        sum(d.spent) filter (where d.day >= ${from}::date and d.currency = main.currency),
        0
      ) as spent,
      coalesce(
        sum(d.spent) filter (where d.day <= ${previousTo}::date and d.currency = main.currency),
        0
      ) as previous,
      coalesce(
        sum(d.spending_rows)
          filter (where d.day >= ${from}::date and d.currency <> main.currency),
        0
      )::integer as omitted_count
    from daily_category_totals d
    cross join (select ${mainCurrency(userId)} as currency) main
    where d.user_id = ${userId}
      and d.day between ${previousFrom}::date and ${to}::date
      and (d.day <= ${previousTo}::date or d.day >= ${from}::date)
    group by
      d.category_group,
      d.category`);

/** Spent in a category group in a month. Money: decimal text. */
export interface GroupMonthSpentRow {
  month: string;
  category_group: string;
  spent: string;
  omitted_count: number;
}

/** Sums spending per month and group with rows, in the main currency. */
export const spentByGroupAndMonth = (queries: Queries, userId: UserId, from: string, to: string) =>
  queries.rows<GroupMonthSpentRow>(owned`
    with days as (
      select
        d.day,
        d.category_group,
        coalesce(sum(d.spent) filter (where d.currency = main.currency), 0) as spent,
        coalesce(sum(d.spending_rows) filter (where d.currency <> main.currency), 0)
          as omitted_count
      from daily_category_totals d
      cross join (select ${mainCurrency(userId)} as currency) main
      where d.user_id = ${userId}
        and d.day between ${from}::date and ${to}::date
      group by
        d.day,
        d.category_group
    )
    -- Months are formatted once per day and group, not once per row.
    select
      to_char(day, 'YYYY-MM') as month,
      category_group,
      sum(spent) as spent,
      sum(omitted_count)::integer as omitted_count
    from days
    group by
      to_char(day, 'YYYY-MM'),
      category_group`);
