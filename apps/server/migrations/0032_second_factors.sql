-- Up Migration

-- The authenticator app of a user (TOTP, RFC 6238).
create table totp_secrets (
  user_id uuid primary key,
  -- The shared secret, sealed for the user.
  sealed_secret text not null,
  created_at timestamptz not null default now(),
  -- When a code of the app was first verified. Until then, the secret is not in use.
  confirmed_at timestamptz,
  -- The time step of the last code that was used: a code counts once (RFC 6238, 5.2).
  last_used_step bigint,
  constraint totp_secrets_of_user foreign key (user_id) references users on delete cascade
);

-- The recovery codes of a user, as argon2id hashes. All codes of one set share a salt, so that a code is hashed once to
-- find it.
create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  salt bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash),
  constraint recovery_codes_of_user foreign key (user_id) references users on delete cascade
);

alter table sessions
  -- When any factor, such as the password, was last verified in the session after the sign-in.
  add column factor_at timestamptz,
  -- When a second factor was last verified in the session, at the sign-in or later.
  add column second_factor_at timestamptz;

-- Down Migration

alter table sessions drop column factor_at, drop column second_factor_at;
drop table recovery_codes, totp_secrets;
