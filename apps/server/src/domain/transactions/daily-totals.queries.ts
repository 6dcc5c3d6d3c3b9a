import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { listDaysOf, rebuildSearchTexts } from './search-texts.queries.ts';

/**
 * Recomputes the daily totals of the days that the given rows are on, and of `days`. Every change to what counts
 * must call this in the same database transaction, under `lockTransactions`. Exclusions call it directly; changes
 * to rows, categories, and accounts go through `rematchTransfers`. Deleting an account cascades to its totals.
 */
export async function recomputeDailyTotalsOf(
  queries: Queries,
  userId: UserId,
  transactionIds: readonly string[],
  days: readonly string[] = [],
): Promise<void> {
  const daysOfRows = await listDaysOf(queries, userId, transactionIds);
  await recomputeDailyTotals(queries, userId, [...new Set([...days, ...daysOfRows])]);
}

/** Lists the days on which accounts have transactions, to recompute them when an account starts or stops counting. */
export async function listAccountDays(
  queries: Queries,
  userId: UserId,
  accountIds: readonly string[],
): Promise<string[]> {
  if (accountIds.length === 0) return [];
  const rows = await queries.rows<{ day: string }>(owned`
    select distinct day
    from transactions
    where user_id = ${userId}
      and account_id = any(${accountIds}::uuid[])`);
  return rows.map(({ day }) => day);
}

/**
 * Recomputes the totals of days, and of the months that they are in, from the view that defines what counts. Also
 * rebuilds the search texts of the days.
 */
export async function recomputeDailyTotals(
  queries: Queries,
  userId: UserId,
  days: readonly string[],
): Promise<void> {
  if (days.length === 0) return;
  await queries.run(owned`
    delete from daily_totals
    where user_id = ${userId}
      and day = any(${days}::date[])`);
  await queries.run(owned`
    delete from daily_category_totals
    where user_id = ${userId}
      and day = any(${days}::date[])`);
  await queries.run(owned`
    with summed as materialized (
      select
        t.user_id,
        t.day,
        t.account_id,
        t.currency,
        t.side,
        t.category_group,
        t.category,
        sum(t.amount) as amount,
        count(*) as rows
      from counted_transactions t
      where t.user_id = ${userId}
        and t.day = any(${days}::date[])
        and t.side is not null
      group by
        t.user_id,
        t.day,
        t.account_id,
        t.currency,
        t.side,
        t.category_group,
        t.category
    ),
    by_category as (
      insert into daily_category_totals (
        user_id, day, account_id, currency, category_group, category, spent, spending_rows
      )
      select
        user_id, day, account_id, currency, category_group, category, amount, rows
      from summed
      where side = 'spending'
      order by day
    )
    insert into daily_totals (
      user_id, day, account_id, currency, spent, income, spending_rows, income_rows
    )
    select
      user_id,
      day,
      account_id,
      currency,
      coalesce(sum(amount) filter (where side = 'spending'), 0),
      coalesce(-sum(amount) filter (where side = 'income'), 0),
      coalesce(sum(rows) filter (where side = 'spending'), 0),
      coalesce(sum(rows) filter (where side = 'income'), 0)
    from summed
    group by
      user_id,
      day,
      account_id,
      currency
    order by day`);
  await recomputeMonthlyTotals(queries, userId, days);
  await rebuildSearchTexts(queries, userId, days);
}

/** Sums the daily totals of the months that the given days are in, per month and category group. */
async function recomputeMonthlyTotals(
  queries: Queries,
  userId: UserId,
  days: readonly string[],
): Promise<void> {
  const months = [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))];
  await queries.run(owned`
    delete from monthly_group_totals
    where user_id = ${userId}
      and month = any(${months}::date[])`);
  await queries.run(owned`
    insert into monthly_group_totals (
      user_id, month, account_id, currency, category_group, spent, spending_rows
    )
    select
      d.user_id,
      m.month,
      d.account_id,
      d.currency,
      d.category_group,
      sum(d.spent),
      sum(d.spending_rows)
    from unnest(${months}::date[]) as m (month)
    join daily_category_totals d
      on d.user_id = ${userId}
      and d.day >= m.month
      and d.day < m.month + interval '1 month'
    group by
      d.user_id,
      m.month,
      d.account_id,
      d.currency,
      d.category_group`);
}
