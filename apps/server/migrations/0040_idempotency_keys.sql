-- Up Migration

-- Calls with an `Idempotency-Key` header. A repeated call gets the same response and has no further effect.
create table idempotency_keys (
  user_id uuid not null,
  -- SHA-256 of the key.
  key_hash bytea not null check (octet_length(key_hash) = 32),
  -- HMAC-SHA256 of the call and its body with the key, so that another call with the same key is detected. The key itself
  -- is not stored, so the body can't be guessed from it.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- The execution of the call that has the lease.
  attempt uuid not null,
  leased_until timestamptz not null,
  -- When the effect of the call was committed, in the same transaction. Null: not yet, or the call has no such transaction.
  effect_at timestamptz,
  -- The body of the response as JSON. Null until the call has succeeded.
  response text,
  created_at timestamptz not null default now(),
  primary key (user_id, key_hash),
  constraint idempotency_keys_of_user foreign key (user_id) references users on delete cascade
);

-- Down Migration

drop table idempotency_keys;
