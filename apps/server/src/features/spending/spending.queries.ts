import { mainCurrency } from '../../domain/main-currency.ts';
import type { MonthSumsRow } from '../../domain/month-sums.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';
import type { MonthPeriods } from './month-periods.ts';

/** What was spent on one day. Money: decimal text. */
export interface DaySpentRow {
  day: string;
  spent: string;
  not_counted: number;
}

/** Spent per day that has rows, in the main currency. */
export const spentByDay = (queries: Queries, userId: UserId, from: string, to: string) =>
  queries.rows<DaySpentRow>(owned`
    select
      t.day,
      coalesce(sum(t.amount) filter (where t.currency = main.currency), 0) as spent,
      count(*) filter (where t.currency <> main.currency) as not_counted
    from counted_transactions t
    cross join (select ${mainCurrency(userId)} as currency) main
    where t.user_id = ${userId}
      and t.day between ${from}::date and ${to}::date
      and t.side = 'spending'
    group by t.day
    order by t.day`);

/** Spent and income per month that has rows, in the main currency. */
export const cashflowByMonth = (queries: Queries, userId: UserId, from: string, to: string) =>
  queries.rows<MonthSumsRow>(owned`
    select
      to_char(t.day, 'YYYY-MM') as month,
      coalesce(sum(t.amount) filter (where t.side = 'spending' and t.currency = main.currency), 0)
        as spent,
      coalesce(-sum(t.amount) filter (where t.side = 'income' and t.currency = main.currency), 0)
        as income,
      count(*) filter (where t.currency <> main.currency) as not_counted
    from counted_transactions t
    cross join (select ${mainCurrency(userId)} as currency) main
    where t.user_id = ${userId}
      and t.day between ${from}::date and ${to}::date
      and t.side is not null
    group by to_char(t.day, 'YYYY-MM')
    order by month`);

/** What one category came to in a month and in the one before. Money: decimal text. */
export interface CategorySpentRow {
  category_group: string;
  category: string;
  spent: string;
  previous: string;
  not_counted: number;
}

/** Spent per category in a month and in the days before that it is compared with, in the main currency. */
export const spentByCategory = (
  queries: Queries,
  userId: UserId,
  { from, to, previousFrom, previousTo }: MonthPeriods,
) =>
  queries.rows<CategorySpentRow>(owned`
    select
      t.category_group,
      t.category,
      coalesce(
        sum(t.amount) filter (where t.day >= ${from}::date and t.currency = main.currency),
        0
      ) as spent,
      coalesce(
        sum(t.amount) filter (where t.day <= ${previousTo}::date and t.currency = main.currency),
        0
      ) as previous,
      count(*) filter (where t.day >= ${from}::date and t.currency <> main.currency) as not_counted
    from counted_transactions t
    cross join (select ${mainCurrency(userId)} as currency) main
    where t.user_id = ${userId}
      and t.day between ${previousFrom}::date and ${to}::date
      and (t.day <= ${previousTo}::date or t.day >= ${from}::date)
      and t.side = 'spending'
    group by
      t.category_group,
      t.category`);
