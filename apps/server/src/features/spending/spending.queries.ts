import { mainCurrency } from '../../domain/main-currency.ts';
import type { MonthSumsRow } from '../../domain/month-sums.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';

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
