-- Up Migration

-- The user handle of passkeys: a random id that authenticators store. It identifies the user to nobody else, unlike
-- their email address, and is in no URL or log, unlike their id (WebAuthn Level 3, 14.6.1).
alter table users add column passkey_handle uuid not null default gen_random_uuid();

-- Directory: the credential id of a passkey, to its user.
create table passkey_credentials (
  credential_id bytea primary key,
  user_id uuid not null
);
create index passkey_credentials_by_user on passkey_credentials (user_id);

create table user_passkeys (
  user_id uuid not null,
  passkey_id uuid not null,
  credential_id bytea not null,
  name text not null,
  -- A COSE key (RFC 9052).
  public_key bytea not null,
  -- The authenticator's count of signatures when it last signed. Always 0 if it doesn't count.
  sign_count bigint not null,
  -- How the browser reaches the authenticator, as it reported when the passkey was created.
  transports text[] not null,
  -- The model of the authenticator or password manager. All zeros if it doesn't say.
  aaguid uuid not null,
  -- Whether a copy was synced when it last signed.
  backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (user_id, passkey_id),
  constraint user_passkeys_of_user foreign key (user_id) references users on delete cascade
);

-- Down Migration

drop table user_passkeys, passkey_credentials;
alter table users drop column passkey_handle;
