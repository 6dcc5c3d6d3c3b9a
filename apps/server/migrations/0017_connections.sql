-- Up Migration

alter table items
  -- When the bank will end our access, if that is known. Once the user has renewed it, the time that was last
  -- announced.
  add column consent_ends_at timestamptz,
  -- When the bank first reported accounts that the user has not been asked about.
  add column new_accounts_at timestamptz,
  -- The problem that the user was last emailed about. Null once it is resolved, so that the next one is emailed
  -- again.
  add column told_of text,
  -- Whether the bank's name has been fetched and the webhook URL registered at the aggregator.
  add column settled boolean not null default true;

-- When the bank stopped listing an account. From then on its balance is zero.
alter table accounts add column closed_at timestamptz;

-- When an item is polled next, to find what a lost webhook would have announced.
alter table item_directory
  add column look_at timestamptz not null default now() + interval '1 day';
update item_directory set look_at = now() + random() * interval '1 day';
create index item_directory_by_look on item_directory (look_at);

-- For pruning (docs/retention.md).
create index transactions_taken_back on transactions (user_id, removed_at) where removed_at is not null;
create index webhook_events_worked_off on webhook_events (worked_off_at) where worked_off_at is not null;
create index sessions_by_last_use on sessions (last_used_at);

-- Down Migration

drop index sessions_by_last_use, webhook_events_worked_off, transactions_taken_back, item_directory_by_look;
alter table item_directory drop column look_at;
alter table accounts drop column closed_at;
alter table items
  drop column settled,
  drop column told_of,
  drop column new_accounts_at,
  drop column consent_ends_at;
