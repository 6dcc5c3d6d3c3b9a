-- Up Migration

-- A link in progress. It is stored before a provider exchanges a public token or a code, because that works only
-- once, and is deleted when the item or the exchange link is complete. A job resumes it if nothing else does.
create table link_intents (
  user_id uuid not null,
  -- The id that the item or the exchange link gets.
  id uuid not null,
  -- 'plaid', or the key of the exchange.
  provider text not null,
  -- The SHA-256 of what the client sent. If the client sends the same again, this link is continued.
  request_digest bytea not null,
  -- What the provider exchanges for tokens, encrypted with AES-256-GCM and bound to the user and this row. Empty once
  -- the tokens are stored.
  sealed_request text not null,
  -- How often the exchange was requested.
  attempts integer not null default 0,
  -- Until when one caller has the exclusive right to request the exchange.
  lease_until timestamptz,
  -- When the tokens were stored, in the same transaction.
  exchanged_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint link_intents_request unique (user_id, request_digest),
  constraint link_intents_of_user foreign key (user_id) references users on delete cascade
);

-- Down Migration

drop table link_intents;
