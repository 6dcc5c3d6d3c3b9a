-- Up Migration

-- Directory: what stocks cost, the same for everyone. By source, so that made-up prices never pass for
-- real ones.
create table quotes (
  source text not null,
  symbol text not null,
  -- Dollars.
  price numeric(20, 4) not null check (price > 0),
  -- When the source said that this is the price.
  as_of timestamptz not null default now(),
  primary key (source, symbol)
);

-- Directory: when prices were last asked for, so that of all processes one asks.
create table quote_refreshes (
  source text primary key,
  began_at timestamptz not null default now()
);

-- Down Migration

drop table quote_refreshes, quotes;
