-- Up Migration

-- Directory: who somebody is elsewhere, to who they are here. By issuer and subject only: an address
-- can change hands, these can't (OpenID Connect Core 1.0, 5.7).
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  primary key (issuer, subject)
);
create index identities_by_user on identities (user_id);

-- The ways to sign in that a user has linked besides a password: one of each provider.
create table user_identities (
  user_id uuid not null,
  provider text not null check (provider in ('GOOGLE', 'APPLE')),
  issuer text not null,
  subject text not null,
  -- What the provider called the address when it was linked; shown, never looked up by.
  email text not null,
  -- Apple's refresh token, sealed: without it, access could not be revoked when the account goes.
  sealed_refresh_token text,
  linked_at timestamptz not null default now(),
  primary key (user_id, provider)
);

-- Directory: codes that count once and soon end: of mails, of Google's nonce, of Apple's state and
-- return. Only their SHA-256 is kept.
create table one_time_codes (
  code_hash bytea primary key,
  purpose text not null,
  -- Whose it is; null where nobody is signed in yet.
  user_id uuid,
  -- SHA-256 of the cookie of the browser that began, where it must be the one that ends it.
  browser_hash bytea,
  -- What the code stands for, sealed.
  sealed_detail text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_codes_by_user on one_time_codes (user_id) where user_id is not null;
create index one_time_codes_by_end on one_time_codes (expires_at);

-- Directory: how often something was tried, by what is limited. Shared by all processes. The columns
-- are those of rate-limiter-flexible.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970; null: never.
  expire bigint
);
create index rate_limits_by_end on rate_limits (expire);

-- Mails, from the transaction that decides on one until it was handed over.
create table outgoing_mail (
  user_id uuid not null,
  mail_id uuid not null,
  kind text not null,
  -- Address and variables as JSON, sealed: there may be a code among them. Null once sent.
  sealed_content text,
  created_at timestamptz not null default now(),
  -- Set before the mail server is given the mail: from here on it is not given a second time unless
  -- the server said that it did not take it.
  handed_over_at timestamptz,
  sent_at timestamptz,
  -- Why it was given up.
  failure text,
  primary key (user_id, mail_id)
);

-- Down Migration

drop table outgoing_mail, rate_limits, one_time_codes, user_identities, identities;
