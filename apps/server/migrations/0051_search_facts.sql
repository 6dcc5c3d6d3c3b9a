-- Up Migration

-- What the transactions of a day in an account have in common with a search, so that a search by category, amount, or
-- state looks through days, as a search for text does. Written with the search texts.
alter table search_texts
  -- The categories and their groups.
  add column categories text[] not null default '{}',
  -- The distinct absolute amounts, in ascending order.
  add column amounts numeric[] not null default '{}',
  add column has_pending boolean not null default false,
  add column has_excluded boolean not null default false;

update search_texts d
set
  categories = facts.categories,
  amounts = facts.amounts,
  has_pending = facts.has_pending,
  has_excluded = facts.has_excluded
from (
  select
    user_id,
    day,
    account_id,
    array_agg(distinct category) || array_agg(distinct category_group) as categories,
    array_agg(distinct abs(amount) order by abs(amount)) as amounts,
    bool_or(pending) as has_pending,
    bool_or(excluded is not null) as has_excluded
  from counted_transactions
  group by user_id, day, account_id
) facts
where d.user_id = facts.user_id
  and d.day = facts.day
  and d.account_id = facts.account_id;

-- Down Migration

alter table search_texts
  drop column categories,
  drop column amounts,
  drop column has_pending,
  drop column has_excluded;
