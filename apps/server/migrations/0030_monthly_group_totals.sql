-- Up Migration

-- The daily totals of the spending side, summed per month and category group. A trend over half a year reads too many
-- days and categories.
create table monthly_group_totals (
  user_id uuid not null,
  -- The first day of the month.
  month date not null,
  account_id uuid not null,
  currency text not null,
  category_group text not null,
  spent numeric(20, 2) not null,
  spending_rows integer not null,
  primary key (user_id, month, account_id, currency, category_group),
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);

insert into monthly_group_totals (
  user_id, month, account_id, currency, category_group, spent, spending_rows
)
select
  user_id,
  date_trunc('month', day)::date,
  account_id,
  currency,
  category_group,
  sum(spent),
  sum(spending_rows)
from daily_category_totals
group by user_id, date_trunc('month', day), account_id, currency, category_group;

-- Down Migration

drop table monthly_group_totals;
