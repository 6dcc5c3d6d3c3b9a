-- Up Migration

alter table items
  -- What the bank would tell besides, and did not when it was last asked, for its customer has not agreed to it there.
  add column lacks_consent text[] not null default '{}'
    check (lacks_consent <@ array['liabilities', 'investments']),
  -- The SHA-256 of the public token that it was linked with: whoever hands that in again, for the answer got lost,
  -- is told of this item.
  add column public_token_digest bytea;

-- Down Migration

alter table items
  drop column public_token_digest,
  drop column lacks_consent;
