-- Up Migration

-- What a user plans for every month. Each user has one budget.
create table budgets (
  user_id uuid primary key,
  id uuid not null,
  earnings numeric(12, 2) not null check (earnings between 0 and 1000000000),
  bills numeric(12, 2) not null check (bills between 0 and 1000000000),
  spending numeric(12, 2) not null check (spending between 0 and 1000000000),
  created_at timestamptz not null default now(),
  constraint budgets_of_user foreign key (user_id) references users on delete cascade
);

-- The planned amount of a category or category group, by its key.
create table budget_categories (
  user_id uuid not null,
  category text not null,
  amount numeric(12, 2) not null check (amount > 0 and amount <= 1000000000),
  created_at timestamptz not null default now(),
  primary key (user_id, category),
  constraint budget_categories_of_user foreign key (user_id) references users on delete cascade,
  foreign key (user_id) references budgets (user_id) on delete cascade
);

-- Down Migration

drop table budget_categories, budgets;
