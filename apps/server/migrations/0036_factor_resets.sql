-- Up Migration

-- Directory: a user who has lost their second factors and asked to remove them after a cool-down. One request at a time.
create table factor_resets (
  user_id uuid primary key,
  requested_at timestamptz not null,
  -- The email to send next, and when. Null once all are sent.
  next_mail text check (next_mail in ('factor_reset_halfway', 'factor_reset_ready')),
  next_mail_at timestamptz
);
create index factor_resets_by_next_mail on factor_resets (next_mail_at) where next_mail_at is not null;

-- Down Migration

drop table factor_resets;
