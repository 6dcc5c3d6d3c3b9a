-- Up Migration

-- What a lender reports about an account besides its balance: the next payment, the last statement, and the cost.
-- Each sync that receives it replaces the whole row. Null if the lender doesn't report a value.
create table liabilities (
  user_id uuid not null,
  account_id uuid not null,
  -- One of credit, mortgage, student, loan, line_of_credit.
  kind text not null,
  minimum_payment_amount numeric(20, 2),
  next_payment_due_date date,
  is_overdue boolean,
  past_due_amount numeric(20, 2),
  last_payment_amount numeric(20, 2),
  last_payment_date date,
  last_statement_balance numeric(20, 2),
  last_statement_issue_date date,
  -- For a loan, in percent per year. A card has several rates in `aprs`: a list of {type, percentage}.
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

-- The positions of an investment account, line by line as its institution reports them. One security can be on
-- several lines.
create table holdings (
  user_id uuid not null,
  account_id uuid not null,
  line integer not null,
  provider_security_id text not null,
  name text,
  ticker_symbol text,
  security_type text,
  is_cash boolean not null,
  -- With all the digits that were sent.
  quantity numeric not null,
  institution_price numeric not null,
  price_as_of date,
  -- The value that the institution reports, and what the whole position cost.
  institution_value numeric(20, 2) not null,
  cost_basis numeric(20, 2),
  currency text not null,
  told_at timestamptz not null default now(),
  primary key (user_id, account_id, line),
  constraint holdings_of_user foreign key (user_id) references users on delete cascade,
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);

-- Makes the server write the built-in demo again when it starts, so that it has both at once.
update items
set cursor = null
where provider_item_id like 'demo %';

-- Down Migration

drop table holdings, liabilities;
