-- Up Migration

-- Directory: finds the user of an identity at Google or Apple. By issuer and subject only: an email address
-- can pass to another person, these can't (OpenID Connect Core 1.0, 5.7).
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  primary key (issuer, subject)
);
create index identities_by_user on identities (user_id);

-- The sign-in methods that a user has linked in addition to a password: at most one of each provider.
create table user_identities (
  user_id uuid not null,
  provider text not null check (provider in ('GOOGLE', 'APPLE')),
  issuer text not null,
  subject text not null,
  -- The email address that the provider sent when it was linked. It is only shown, never used to find a user.
  email text not null,
  -- Apple's refresh token, encrypted. It is needed to revoke access when the user is deleted.
  sealed_refresh_token text,
  linked_at timestamptz not null default now(),
  primary key (user_id, provider)
);

-- Directory: codes that work once and expire soon: the codes in emails, Google's nonce, Apple's state, and
-- the code of Apple's return. Only their SHA-256 is stored.
create table one_time_codes (
  code_hash bytea primary key,
  purpose text not null,
  -- The user it belongs to; null if nobody is signed in yet.
  user_id uuid,
  -- SHA-256 of a cookie, if only the browser that requested the code may use it.
  browser_hash bytea,
  -- The data that belongs to the code, encrypted.
  sealed_detail text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_codes_by_user on one_time_codes (user_id) where user_id is not null;
create index one_time_codes_by_end on one_time_codes (expires_at);

-- Directory: how many attempts each rate limit has counted. Shared by all processes. The columns are those of
-- rate-limiter-flexible.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- When the count expires, in milliseconds since 1970; null means never.
  expire bigint
);
create index rate_limits_by_end on rate_limits (expire);

-- Emails: stored in the transaction that causes them, and kept until they are handed to the mail server.
create table outgoing_mail (
  user_id uuid not null,
  mail_id uuid not null,
  kind text not null,
  -- Address and variables as JSON, encrypted because a code may be among them. Null once sent.
  sealed_content text,
  created_at timestamptz not null default now(),
  -- Set before the email is handed to the mail server. From then on it is not sent again, unless the server has
  -- rejected it.
  handed_over_at timestamptz,
  sent_at timestamptz,
  -- Why sending was given up.
  failure text,
  primary key (user_id, mail_id)
);

-- Down Migration

drop table outgoing_mail, rate_limits, one_time_codes, user_identities, identities;
