-- Up Migration

-- Directory: stock prices, the same for all users. They are stored by source, so that made-up prices are never
-- mistaken for real ones.
create table quotes (
  source text not null,
  symbol text not null,
  -- In dollars.
  price numeric(20, 4) not null check (price > 0),
  -- When the source reported this price.
  as_of timestamptz not null default now(),
  primary key (source, symbol)
);

-- Directory: when prices were last requested, so that only one of all processes requests them.
create table quote_refreshes (
  source text primary key,
  began_at timestamptz not null default now()
);

-- Down Migration

drop table quote_refreshes, quotes;
