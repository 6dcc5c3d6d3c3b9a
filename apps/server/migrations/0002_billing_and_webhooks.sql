-- Up Migration

-- Directory: every event that a provider sent, stored before it is answered.
create table webhook_events (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null default now(),
  body jsonb not null,
  worked_off_at timestamptz,
  primary key (provider, event_id)
);

-- Directory: the payment provider's customer to its user.
create table payment_customers (
  customer_id text primary key,
  user_id uuid not null
);

-- What a user bought. `reference` is the provider's subscription, or its payment for lifetime.
create table purchases (
  user_id uuid not null,
  reference text not null,
  plan text not null check (plan in ('yearly', 'lifetime')),
  customer_id text,
  -- The state as of the newest event seen; older events change nothing.
  paid_until timestamptz not null,
  as_of timestamptz not null,
  primary key (user_id, reference)
);

-- Down Migration

drop table purchases, payment_customers, webhook_events;
