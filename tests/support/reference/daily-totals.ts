import { expect } from 'vitest';
import { queryDirectly } from '../database/direct-connection.ts';
import type { TestServer } from '../processes/test-server.ts';

/** Finds stored daily and monthly totals and search texts that differ from those computed from the rows. */
const differences = `
  with day_rows as (
    select
      user_id, day, account_id, currency,
      coalesce(sum(amount) filter (where side = 'spending'), 0) as spent,
      coalesce(-sum(amount) filter (where side = 'income'), 0) as income,
      count(*) filter (where side = 'spending') as spending_rows,
      count(*) filter (where side = 'income') as income_rows
    from counted_transactions
    where side is not null
    group by user_id, day, account_id, currency
  ),
  category_rows as (
    select
      user_id, day, account_id, currency, category_group, category,
      sum(amount) as spent,
      count(*) as spending_rows
    from counted_transactions
    where side = 'spending'
    group by user_id, day, account_id, currency, category_group, category
  ),
  month_rows as (
    select
      user_id, date_trunc('month', day)::date as month, account_id, currency, category_group,
      sum(amount) as spent,
      count(*) as spending_rows
    from counted_transactions
    where side = 'spending'
    group by user_id, date_trunc('month', day), account_id, currency, category_group
  ),
  row_texts as (
    select
      user_id, day, account_id,
      array_agg(distinct line order by line) as lines
    from counted_transactions
    cross join lateral (
      values (lower(name)), (lower(original_description)), (lower(note)),
        (case when strpos(lower(name), lower(merchant_name)) = 0 then lower(merchant_name) end)
    ) found (found_text)
    cross join lateral string_to_table(found_text, E'\\n') line
    group by user_id, day, account_id
  ),
  row_facts as (
    select
      user_id, day, account_id,
      array_agg(distinct category) || array_agg(distinct category_group) as categories,
      array_agg(distinct abs(amount) order by abs(amount)) as amounts,
      bool_or(pending) as has_pending,
      bool_or(excluded is not null) as has_excluded,
      bool_or(reviewed) as has_reviewed,
      bool_or(note is not null) as has_note,
      array_remove(array_agg(distinct tag_id order by tag_id), null) as tag_ids
    from counted_transactions
    left join lateral unnest(tag_ids) tag_id on true
    group by user_id, day, account_id
  ),
  day_facts as (
    select
      user_id, day, account_id,
      categories, amounts, has_pending, has_excluded, has_reviewed, has_note,
      array(select distinct tag_id from unnest(tag_ids) tag_id order by tag_id) as tag_ids
    from search_texts
  ),
  day_texts as (
    select
      user_id, day, account_id,
      (
        select array_agg(distinct line order by line)
        from unnest(string_to_array(text, E'\\n')) as line
      ) as lines
    from search_texts
  )
  select 'a day' as kind, to_jsonb(stored) as stored, to_jsonb(computed) as computed
  from daily_totals stored
  full join day_rows computed using (user_id, day, account_id, currency)
  where (stored.spent, stored.income, stored.spending_rows, stored.income_rows)
    is distinct from (computed.spent, computed.income, computed.spending_rows, computed.income_rows)
  union all
  select 'a category', to_jsonb(stored), to_jsonb(computed)
  from daily_category_totals stored
  full join category_rows computed using (user_id, day, account_id, currency, category_group, category)
  where (stored.spent, stored.spending_rows) is distinct from (computed.spent, computed.spending_rows)
  union all
  select 'a month', to_jsonb(stored), to_jsonb(computed)
  from monthly_group_totals stored
  full join month_rows computed using (user_id, month, account_id, currency, category_group)
  where (stored.spent, stored.spending_rows) is distinct from (computed.spent, computed.spending_rows)
  union all
  select 'a text', to_jsonb(stored), to_jsonb(computed)
  from day_texts stored
  full join row_texts computed using (user_id, day, account_id)
  where stored.lines is distinct from computed.lines
  union all
  select 'categories, amounts, tags, and states', to_jsonb(stored), to_jsonb(computed)
  from day_facts stored
  full join row_facts computed using (user_id, day, account_id)
  where to_jsonb(stored) is distinct from to_jsonb(computed)`;

const readTables = [
  'accounts',
  'transactions',
  'daily_totals',
  'daily_category_totals',
  'monthly_group_totals',
  'search_texts',
];

/** Expects the stored daily totals and search texts of all users to match their rows. */
export async function expectDailyTotalsToMatch({
  database,
}: Pick<TestServer, 'database'>): Promise<void> {
  expect(await findWrongDailyTotals(database.url)).toEqual([]);
}

/** Returns stored daily totals and search texts that do not match the rows. */
export async function findWrongDailyTotals(databaseUrl: string): Promise<unknown[]> {
  // Without statistics, the planner joins every total with every row.
  await queryDirectly(databaseUrl, `analyze ${readTables.join(', ')}`);
  return (await queryDirectly(databaseUrl, differences)).rows;
}
