-- Up Migration

-- A linked institution ('Item' at the aggregator).
create table items (
  user_id uuid not null,
  id uuid not null,
  provider_item_id text not null,
  institution_id text,
  institution_name text not null,
  -- Encrypted with AES-256-GCM, bound to the user and the item.
  access_token_sealed text not null,
  -- The state of the connection: ok, login_required, consent_expiring, revoked, removed, error.
  health text not null default 'ok',
  -- The state of its sync: idle, queued, running, retrying.
  sync_state text not null default 'idle',
  sync_error text,
  sync_added integer not null default 0,
  sync_failures integer not null default 0,
  sync_retry_at timestamptz,
  cursor text,
  -- A fencing token: only the worker with the newest one may write. A worker that was suspended for too long finds
  -- its own outdated.
  lease_token bigint not null default 0,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  last_synced_at timestamptz,
  primary key (user_id, id),
  unique (user_id, provider_item_id)
);

-- Directory: finds the user of an item of the aggregator.
create table item_directory (
  provider_item_id text primary key,
  user_id uuid not null,
  item_id uuid not null
);

create table accounts (
  user_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  provider_account_id text not null,
  -- Set by the provider.
  type text not null,
  subtype text,
  name text not null,
  official_name text,
  mask text,
  currency text not null,
  current_balance numeric(20, 2),
  available_balance numeric(20, 2),
  credit_limit numeric(20, 2),
  balances_as_of timestamptz,
  -- Set by the user.
  custom_name text,
  hidden boolean not null default false,
  -- Computed: the earlier account that this one duplicates, and how many of its transactions are listed.
  duplicate_of uuid,
  listed_count integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  unique (user_id, provider_account_id)
);

-- One balance per account and day, recorded by each sync.
create table balance_snapshots (
  user_id uuid not null,
  account_id uuid not null,
  day date not null,
  current_balance numeric(20, 2),
  available_balance numeric(20, 2),
  primary key (user_id, account_id, day)
);

create table transactions (
  user_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  provider_transaction_id text not null,
  -- Set by the provider. Amounts are in major units; positive means money out.
  amount numeric(20, 2) not null,
  currency text not null,
  date date not null,
  authorized_date date,
  day date not null generated always as (coalesce(authorized_date, date)) stored,
  name text not null,
  merchant_name text,
  original_description text,
  logo_url text,
  pending boolean not null,
  pending_transaction_id text,
  provider_primary text not null,
  provider_detailed text not null,
  -- The same category as one key of our taxonomy, and its group.
  provider_category text not null,
  provider_group text not null,
  -- The lease of the last sync in which the provider sent it. A transaction that a sync from the beginning doesn't
  -- include was removed.
  seen_by bigint not null default 0,
  -- When the provider removed it. The row is kept, with the user's decisions, in case the provider sends it again.
  removed_at timestamptz,
  -- Set by the user. A sync never changes these on an existing row.
  overridden_category text,
  overridden_group text,
  user_excluded boolean not null default false,
  -- Computed from both.
  category text not null generated always as (coalesce(overridden_category, provider_category)) stored,
  category_group text not null generated always as (coalesce(overridden_group, provider_group)) stored,
  -- A pending transaction that a posted one has replaced.
  superseded boolean not null default false,
  -- The matching transfer of an internal transfer.
  transfer_pair_id uuid,
  primary key (user_id, id),
  unique (user_id, provider_transaction_id),
  -- Also tells the planner that every row has exactly one account.
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);

-- The list, newest first.
create index transactions_listed
  on transactions (user_id, day desc, id desc)
  where removed_at is null and not superseded;
create index transactions_by_account
  on transactions (user_id, account_id, day desc, id desc)
  where removed_at is null and not superseded;
-- Finds the posted transaction that replaces a pending one.
create index transactions_by_pending
  on transactions (user_id, pending_transaction_id)
  where pending_transaction_id is not null;
-- Candidates for the two transactions of an internal transfer.
create index transactions_transfer_candidates
  on transactions (user_id, currency, abs(amount))
  where removed_at is null
    and not superseded
    and provider_group in ('transfer_in', 'transfer_out', 'loan_payments');

-- The only definition of what counts (docs/numbers.md). Every list and every total reads this view.
-- `excluded` is the first reason that applies; `side` is null for an excluded transaction.
create view counted_transactions as
select
  t.*,
  a.name as account_name,
  a.custom_name as account_custom_name,
  a.mask as account_mask,
  a.provider_account_id,
  verdict.excluded,
  case
    when verdict.excluded is not null then null
    when t.category_group in ('income', 'transfer_in', 'loan_disbursements') then 'income'
    else 'spending'
  end as side
from transactions t
join accounts a
  on a.user_id = t.user_id
  and a.id = t.account_id
cross join lateral (
  select case
    when a.hidden then 'account'
    when t.user_excluded then 'user'
    when t.category in ('loan_payments_credit_card_payment', 'transfer_out_withdrawal') then 'category'
    when t.transfer_pair_id is not null then 'transfer'
  end as excluded
) verdict
where t.removed_at is null
  and not t.superseded
  and a.duplicate_of is null;

-- The pages of a running sync, until they are written in one transaction with the cursor.
create table sync_pages (
  user_id uuid not null,
  item_id uuid not null,
  lease_token bigint not null,
  page integer not null,
  upserted jsonb not null,
  primary key (user_id, item_id, lease_token, page)
);

-- The result of each sync. Append-only.
create table sync_runs (
  user_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  finished_at timestamptz not null default now(),
  added integer not null default 0,
  modified integer not null default 0,
  removed integer not null default 0,
  error text,
  primary key (user_id, id)
);
create index sync_runs_by_item on sync_runs (user_id, item_id, finished_at desc);

-- Down Migration

drop view counted_transactions;
drop table sync_runs, sync_pages, transactions, balance_snapshots, accounts, item_directory, items;
