-- Up Migration

-- The sums of `counted_transactions` per day and account, so that a report reads days instead of transactions.
-- They are written in the database transaction that changes the rows
-- (apps/server/src/domain/transactions/daily-totals.queries.ts). A change to the view must recompute them.
create table day_totals (
  user_id uuid not null,
  day date not null,
  account_id uuid not null,
  currency text not null,
  spent numeric(20, 2) not null,
  income numeric(20, 2) not null,
  spending_rows integer not null,
  income_rows integer not null,
  primary key (user_id, day, account_id, currency),
  constraint day_totals_of_user foreign key (user_id) references users on delete cascade,
  -- Deleted with the account, as its transactions are.
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);
create index day_totals_by_account on day_totals (user_id, account_id);

-- The same for the spending side, by category.
create table day_category_totals (
  user_id uuid not null,
  day date not null,
  account_id uuid not null,
  currency text not null,
  category_group text not null,
  category text not null,
  spent numeric(20, 2) not null,
  spending_rows integer not null,
  primary key (user_id, day, account_id, currency, category_group, category),
  constraint day_category_totals_of_user foreign key (user_id) references users on delete cascade,
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);
create index day_category_totals_by_account on day_category_totals (user_id, account_id);

insert into day_totals (
  user_id, day, account_id, currency, spent, income, spending_rows, income_rows
)
select
  user_id,
  day,
  account_id,
  currency,
  coalesce(sum(amount) filter (where side = 'spending'), 0),
  coalesce(-sum(amount) filter (where side = 'income'), 0),
  count(*) filter (where side = 'spending'),
  count(*) filter (where side = 'income')
from counted_transactions
where side is not null
group by user_id, day, account_id, currency;

insert into day_category_totals (
  user_id, day, account_id, currency, category_group, category, spent, spending_rows
)
select user_id, day, account_id, currency, category_group, category, sum(amount), count(*)
from counted_transactions
where side = 'spending'
group by user_id, day, account_id, currency, category_group, category;

-- Down Migration

drop table day_category_totals, day_totals;
