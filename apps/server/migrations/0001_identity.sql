-- Up Migration

-- Who there is. The address as typed; looked up by `user_addresses`.
create table users (
  user_id uuid primary key,
  email text not null,
  email_verified_at timestamptz,
  password_hash text,
  -- Everything is open until then; 'infinity' for lifetime.
  paid_until timestamptz,
  created_at timestamptz not null default now()
);

-- Directory: a lower-case address to its user.
create table user_addresses (
  address text primary key,
  user_id uuid not null
);

-- Directory: a signed-in device. Ends by itself 30 days after its last use, 90 after it began.
create table sessions (
  session_id uuid primary key,
  user_id uuid not null,
  device text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_by_user on sessions (user_id);

-- What happened that the user may read: sign-ins, links, unlinks, denials.
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
