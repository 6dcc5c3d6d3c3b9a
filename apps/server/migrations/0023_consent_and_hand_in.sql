-- Up Migration

alter table items
  -- The products that the bank offers, but did not return when last requested, because the user has not consented to
  -- them there.
  add column lacks_consent text[] not null default '{}'
    check (lacks_consent <@ array['liabilities', 'investments']),
  -- The SHA-256 of the public token that it was linked with. If a client sends that token again because the response
  -- was lost, it gets this item.
  add column public_token_digest bytea;

-- Down Migration

alter table items
  drop column public_token_digest,
  drop column lacks_consent;
