-- Up Migration

-- A user's OAuth connection to a crypto exchange. After the user unlinks it, the row is kept, but not shown, until
-- access is revoked at the exchange, which requires the tokens.
create table exchange_links (
  user_id uuid not null,
  id uuid not null,
  exchange text not null,
  -- {access, refresh} as JSON, encrypted with AES-256-GCM and bound to the user and the link. Empty once deleted.
  sealed_tokens text not null,
  -- Increases with each new pair of tokens. A worker with a lower number has outdated tokens.
  tokens_version integer not null default 1,
  access_until timestamptz not null,
  -- Until when one worker has the exclusive right to refresh the tokens: a refresh token works only once.
  renewing_until timestamptz,
  state text not null default 'ok' check (state in ('ok', 'reconnect')),
  -- When the holdings were last fetched, and when the last attempt failed.
  fetched_at timestamptz,
  failed_at timestamptz,
  -- The exchange accepts no requests until then.
  ask_after timestamptz,
  linked_at timestamptz not null default now(),
  unlinked_at timestamptz,
  primary key (user_id, id),
  constraint exchange_links_of_user foreign key (user_id) references users on delete cascade
);
create unique index exchange_links_current on exchange_links (user_id, exchange)
  where unlinked_at is null;

-- A user's holdings at an exchange, by currency, as last fetched. They are kept while a link must be renewed.
create table crypto_holdings (
  user_id uuid not null,
  exchange text not null,
  code text not null,
  name text not null,
  kind text not null check (kind in ('crypto', 'fiat')),
  amount numeric(38, 18) not null,
  -- The number of decimals that the exchange uses.
  decimals smallint not null,
  -- How many units one dollar buys, with all the digits that were sent. Null if the exchange sends no price.
  price numeric,
  primary key (user_id, exchange, code),
  constraint crypto_holdings_of_user foreign key (user_id) references users on delete cascade
);

-- The value of the holdings in dollars at the end of a day (UTC), for each day on which they were fetched.
create table crypto_snapshots (
  user_id uuid not null,
  exchange text not null,
  day date not null,
  -- Coins, and separately government-issued currencies.
  value numeric(40, 2) not null,
  cash numeric(40, 2) not null,
  primary key (user_id, exchange, day),
  constraint crypto_snapshots_of_user foreign key (user_id) references users on delete cascade
);

-- Directory: when a job must fetch each user's holdings next.
create table crypto_looks (
  user_id uuid primary key,
  next_look_at timestamptz not null
);
create index crypto_looks_by_time on crypto_looks (next_look_at);

-- Down Migration

drop table crypto_looks, crypto_snapshots, crypto_holdings, exchange_links;
