-- Up Migration

-- The recurring payments and income of an account, as the aggregator reports them.
create table recurring_streams (
  user_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  provider_stream_id text not null,
  -- Set by the provider. Amounts are in major units, and positive means money out. The days are those of the first
  -- and the last payment.
  stream_type text not null check (stream_type in ('inflow', 'outflow')),
  description text not null,
  merchant_name text,
  provider_category text,
  frequency text not null,
  average_amount numeric(20, 2) not null,
  last_amount numeric(20, 2) not null,
  currency text not null,
  first_date date not null,
  last_date date not null,
  predicted_next_date date,
  is_active boolean not null,
  is_tombstoned boolean not null,
  -- When the provider stopped reporting it. The row is kept, with the user's decisions, in case it is reported again.
  gone_at timestamptz,
  -- Set by the user. A sync never writes these.
  custom_name text,
  kind text check (kind in ('bill', 'subscription', 'income')),
  confirmed boolean not null default false,
  dismissed boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  unique (user_id, account_id, provider_stream_id),
  constraint recurring_streams_of_user foreign key (user_id) references users on delete cascade,
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);

-- The stream that a transaction belongs to. By the provider's ID, because a stream can name a transaction before
-- it is stored.
create table stream_transactions (
  user_id uuid not null,
  provider_transaction_id text not null,
  stream_id uuid not null,
  primary key (user_id, provider_transaction_id),
  constraint stream_transactions_of_user foreign key (user_id) references users on delete cascade,
  foreign key (user_id, stream_id) references recurring_streams (user_id, id) on delete cascade
);
create index stream_transactions_by_stream on stream_transactions (user_id, stream_id);

-- Down Migration

drop table stream_transactions, recurring_streams;
