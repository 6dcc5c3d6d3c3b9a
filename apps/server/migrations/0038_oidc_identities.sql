-- Up Migration

-- A provider that the operator has configured is stored as 'OIDC:' and its name.
alter table user_identities
  drop constraint user_identities_provider_check,
  add constraint user_identities_provider_check
    check (provider in ('GOOGLE', 'APPLE') or provider ~ '^OIDC:[a-z0-9][a-z0-9-]{0,19}$');

-- Down Migration

alter table user_identities
  drop constraint user_identities_provider_check,
  add constraint user_identities_provider_check check (provider in ('GOOGLE', 'APPLE'));
