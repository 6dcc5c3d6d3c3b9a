import { mainCurrency } from '../../domain/money/main-currency.ts';
import type { MonthSumsRow } from '../../domain/money/month-sums.ts';
import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { MonthPeriods } from './month-periods.ts';

/** Spent on one day. Amounts are decimal text. */
export interface DaySpentRow {
  day: string;
  spent: string;
  omitted_count: number;
}

/** Sums the spending of each day that has transactions, in the main currency. */
export const sumSpendingByDay = (queries: Queries, userId: UserId, from: string, to: string) =>
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

/** Sums the spending and income of each month that has transactions, in the main currency. */
export const sumCashFlowByMonth = (queries: Queries, userId: UserId, from: string, to: string) =>
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

/** Spent in a category in a month and in the previous one. Amounts are decimal text. */
export interface CategorySpentRow {
  category_group: string;
  category: string;
  spent: string;
  previous: string;
  omitted_count: number;
}

/** Sums spending per category in a month and in the period that it is compared with, in the main currency. */
export const sumSpendingByCategory = (
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

/** Spent in a category group in a month. Amounts are decimal text. */
export interface GroupMonthSpentRow {
  month: string;
  category_group: string;
  spent: string;
  omitted_count: number;
}

/**
 * The days of a trend: whole months from `from` up to but not including `dailyFrom`, then daily totals through `to`.
 */
export interface TrendPeriod {
  from: string;
  /** The first day of the current month if the trend includes it, otherwise of the month after the trend. */
  dailyFrom: string;
  to: string;
}

/**
 * Sums the spending of each month and group that have transactions, in the main currency. The current month may have
 * transactions on later days, which don't count yet, so its daily totals are read.
 */
export const sumSpendingByGroupAndMonth = (
  queries: Queries,
  userId: UserId,
  { from, dailyFrom, to }: TrendPeriod,
) =>
  queries.rows<GroupMonthSpentRow>(owned`
    with parts as (
      select
        m.month,
        m.category_group,
        m.currency,
        m.spent,
        m.spending_rows
      from monthly_group_totals m
      where m.user_id = ${userId}
        and m.month >= ${from}::date
        and m.month < ${dailyFrom}::date
      union all
      select
        ${dailyFrom}::date,
        d.category_group,
        d.currency,
        d.spent,
        d.spending_rows
      from daily_category_totals d
      where d.user_id = ${userId}
        and d.day between greatest(${from}::date, ${dailyFrom}::date) and ${to}::date
    )
    select
      to_char(p.month, 'YYYY-MM') as month,
      p.category_group,
      coalesce(sum(p.spent) filter (where p.currency = main.currency), 0) as spent,
      coalesce(sum(p.spending_rows) filter (where p.currency <> main.currency), 0)::integer
        as omitted_count
    from parts p
    cross join (select ${mainCurrency(userId)} as currency) main
    group by
      p.month,
      p.category_group`);
