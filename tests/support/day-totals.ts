import { expect } from 'vitest';
import { askAside } from './side-connection.ts';
import type { TestServer } from './test-server.ts';

/** A sum or text that is kept of a day and what the rows come to, where the two differ. */
const differences = `
  with rows_of_days as (
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
  rows_of_categories as (
    select
      user_id, day, account_id, currency, category_group, category,
      sum(amount) as spent,
      count(*) as spending_rows
    from counted_transactions
    where side = 'spending'
    group by user_id, day, account_id, currency, category_group, category
  ),
  texts_of_rows as (
    select
      user_id, day, account_id,
      array_agg(distinct line order by line) as lines
    from transactions
    cross join lateral (
      values (lower(name)), (lower(original_description)),
        (case when strpos(lower(name), lower(merchant_name)) = 0 then lower(merchant_name) end)
    ) found (told)
    cross join lateral string_to_table(told, E'\\n') line
    where removed_at is null and not superseded
    group by user_id, day, account_id
  ),
  texts_of_days as (
    select
      user_id, day, account_id,
      (
        select array_agg(distinct line order by line)
        from unnest(string_to_array(text, E'\\n')) as line
      ) as lines
    from day_texts
  )
  select 'a day' as what, to_jsonb(kept) as kept, to_jsonb(real) as real
  from day_totals kept
  full join rows_of_days real using (user_id, day, account_id, currency)
  where (kept.spent, kept.income, kept.spending_rows, kept.income_rows)
    is distinct from (real.spent, real.income, real.spending_rows, real.income_rows)
  union all
  select 'a category', to_jsonb(kept), to_jsonb(real)
  from day_category_totals kept
  full join rows_of_categories real using (user_id, day, account_id, currency, category_group, category)
  where (kept.spent, kept.spending_rows) is distinct from (real.spent, real.spending_rows)
  union all
  select 'a text', to_jsonb(kept), to_jsonb(real)
  from texts_of_days kept
  full join texts_of_rows real using (user_id, day, account_id)
  where kept.lines is distinct from real.lines`;

/** What is kept of each day, sums and texts, is what the rows say, of every user. */
export async function expectDaysToAddUp({ database }: Pick<TestServer, 'database'>): Promise<void> {
  expect(await wrongSums(database.url)).toEqual([]);
}

/** The sums of a database that are not what the rows come to. */
export async function wrongSums(databaseUrl: string): Promise<unknown[]> {
  return (await askAside(databaseUrl, differences)).rows;
}
