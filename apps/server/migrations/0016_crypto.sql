-- Up Migration

-- A crypto exchange that a user lets us read. One that is unlinked stays, out of sight, until its access is
-- taken back there: the tokens are needed for that.
create table exchange_links (
  user_id uuid not null,
  id uuid not null,
  exchange text not null,
  -- {access, refresh} as JSON: AES-256-GCM, bound to user and link. '': thrown away.
  sealed_tokens text not null,
  -- Goes up with each new pair: who holds an older number holds an older pair.
  tokens_version integer not null default 1,
  access_until timestamptz not null,
  -- Somebody is renewing the tokens, and has until then. A refresh token counts once.
  renewing_until timestamptz,
  state text not null default 'ok' check (state in ('ok', 'reconnect')),
  -- When what it holds was last read, and when the last try failed.
  fetched_at timestamptz,
  failed_at timestamptz,
  -- The exchange wants to be left alone until then.
  ask_after timestamptz,
  linked_at timestamptz not null default now(),
  unlinked_at timestamptz,
  primary key (user_id, id),
  constraint exchange_links_of_user foreign key (user_id) references users on delete cascade
);
create unique index exchange_links_current on exchange_links (user_id, exchange)
  where unlinked_at is null;

-- What a user holds there, by currency, as it was last read. It outlives a link that has to be made anew.
create table crypto_holdings (
  user_id uuid not null,
  exchange text not null,
  code text not null,
  name text not null,
  kind text not null check (kind in ('crypto', 'fiat')),
  amount numeric(38, 18) not null,
  -- In how many decimals the exchange writes it.
  decimals smallint not null,
  -- How many of it one dollar buys; null: the exchange names no price. As exact as it was sent.
  price numeric,
  primary key (user_id, exchange, code),
  constraint crypto_holdings_of_user foreign key (user_id) references users on delete cascade
);

-- What it was worth in dollars at the end of a day (UTC), as far as it was looked at on it.
create table crypto_snapshots (
  user_id uuid not null,
  exchange text not null,
  day date not null,
  -- Coins, and money of states apart from them.
  value numeric(40, 2) not null,
  cash numeric(40, 2) not null,
  primary key (user_id, exchange, day),
  constraint crypto_snapshots_of_user foreign key (user_id) references users on delete cascade
);

-- Directory: whose holdings are to be looked at next, and when: a job looks for who is due.
create table crypto_looks (
  user_id uuid primary key,
  next_look_at timestamptz not null
);
create index crypto_looks_by_time on crypto_looks (next_look_at);

-- Down Migration

drop table crypto_looks, crypto_snapshots, crypto_holdings, exchange_links;
