-- Up Migration

-- The users. `email` is the address as the user typed it; `user_addresses` has it in lower case.
create table users (
  user_id uuid primary key,
  email text not null,
  email_verified_at timestamptz,
  password_hash text,
  -- Until when the user has paid access; 'infinity' for a lifetime plan.
  paid_until timestamptz,
  created_at timestamptz not null default now()
);

-- Directory: finds the user of a lower-case address.
create table user_addresses (
  address text primary key,
  user_id uuid not null
);

-- Directory: the sessions of signed-in devices. One expires 30 days after its last use, and at most 90 days
-- after it began.
create table sessions (
  session_id uuid primary key,
  user_id uuid not null,
  device text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_by_user on sessions (user_id);

-- The activity log that a user can read: sign-ins, links, unlinks, and rejected attempts.
create table activity (
  user_id uuid not null,
  id uuid not null,
  at timestamptz not null default now(),
  event text not null,
  detail text not null default '',
  primary key (user_id, id)
);

-- Down Migration

drop table activity, sessions, user_addresses, users;
