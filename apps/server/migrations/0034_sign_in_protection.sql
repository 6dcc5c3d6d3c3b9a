-- Up Migration

-- Devices that a user has signed in on. A device proves itself with the secret in its cookie. The users of one
-- browser share the cookie, and each has a row.
create table known_devices (
  user_id uuid not null,
  device_id uuid not null,
  -- SHA-256 of the secret.
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  -- The browser and system, as users recognize the device.
  label text not null,
  -- False for a client without Fetch Metadata headers, such as a script.
  browser boolean not null,
  -- True if the user got an email about the device, or it was their very first one.
  announced boolean not null,
  first_used_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (user_id, device_id),
  constraint known_devices_of_user foreign key (user_id) references users on delete cascade
);

-- The device that a session was opened on. Null: unknown.
alter table sessions
  add column device_id uuid;

-- Where the request came from: an IP address, or its network. Null if it is not stored, or there was no request.
alter table activity
  add column ip text;

-- Guesses that are being checked. They count toward the limit until it is known whether they are wrong.
alter table rate_limits
  add column pending integer not null default 0,
  -- Milliseconds since 1970. Later, they no longer count, because their process was killed.
  add column pending_until bigint;

-- Down Migration

alter table rate_limits
  drop column pending,
  drop column pending_until;

alter table activity
  drop column ip;

alter table sessions
  drop column device_id;

drop table known_devices;
