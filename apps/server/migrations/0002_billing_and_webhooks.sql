-- Up Migration

-- Directory: every event that a provider sent, stored before it is acknowledged.
create table webhook_events (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null default now(),
  body jsonb not null,
  worked_off_at timestamptz,
  primary key (provider, event_id)
);

-- Directory: finds the user of a customer at the payment provider.
create table payment_customers (
  customer_id text primary key,
  user_id uuid not null
);

-- What a user bought. `reference` is the ID of the provider's subscription, or of the payment for a lifetime plan.
create table purchases (
  user_id uuid not null,
  reference text not null,
  plan text not null check (plan in ('yearly', 'lifetime')),
  customer_id text,
  -- The state as of the newest event processed; older events change nothing.
  paid_until timestamptz not null,
  as_of timestamptz not null,
  primary key (user_id, reference)
);

-- Down Migration

drop table purchases, payment_customers, webhook_events;
