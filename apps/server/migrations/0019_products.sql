-- Up Migration

-- What a lender says of an account beside its balance: what is due next, the last statement, what it costs.
-- Written whole at each sync that is told it; null: the lender does not say.
create table liabilities (
  user_id uuid not null,
  account_id uuid not null,
  -- The lender's form: credit, mortgage, student, loan, line_of_credit.
  kind text not null,
  minimum_payment_amount numeric(20, 2),
  next_payment_due_date date,
  is_overdue boolean,
  past_due_amount numeric(20, 2),
  last_payment_amount numeric(20, 2),
  last_payment_date date,
  last_statement_balance numeric(20, 2),
  last_statement_issue_date date,
  -- Percent a year, of a loan. A card has several: a list of {type, percentage}.
  interest_rate numeric(9, 4),
  interest_type text,
  aprs jsonb not null default '[]',
  origination_principal_amount numeric(20, 2),
  origination_date date,
  maturity_date date,
  told_at timestamptz not null default now(),
  primary key (user_id, account_id),
  constraint liabilities_of_user foreign key (user_id) references users on delete cascade,
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);

-- What an investment account holds, line by line as its institution tells it: one security may be on several.
create table holdings (
  user_id uuid not null,
  account_id uuid not null,
  line integer not null,
  provider_security_id text not null,
  name text,
  ticker_symbol text,
  security_type text,
  is_cash boolean not null,
  -- As exact as they were sent.
  quantity numeric not null,
  institution_price numeric not null,
  price_as_of date,
  -- What the institution says it is worth, and what was paid for all of it.
  institution_value numeric(20, 2) not null,
  cost_basis numeric(20, 2),
  currency text not null,
  told_at timestamptz not null default now(),
  primary key (user_id, account_id, line),
  constraint holdings_of_user foreign key (user_id) references users on delete cascade,
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);

-- The built-in demo is written anew when the server starts, so that it has both today already.
update items
set cursor = null
where provider_item_id like 'demo %';

-- Down Migration

drop table holdings, liabilities;
