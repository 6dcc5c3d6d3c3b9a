-- Up Migration

alter table items
  -- Until when the bank lets us in, as far as it was told; the last that was told of, once that is mended.
  add column consent_ends_at timestamptz,
  -- Since when the bank has accounts that the user was not asked about.
  add column new_accounts_at timestamptz,
  -- The trouble that the user was last written about; null once it is over, so that the next is written about again.
  add column told_of text,
  -- The bank's name and the address for its webhooks are settled at the aggregator.
  add column settled boolean not null default true;

-- Since when the bank does not list an account any more: its balance is nothing from then on.
alter table accounts add column closed_at timestamptz;

-- When an item is to be asked without anybody wanting it: what a lost webhook would have told is found then.
alter table item_directory
  add column look_at timestamptz not null default now() + interval '1 day';
update item_directory set look_at = now() + random() * interval '1 day';
create index item_directory_by_look on item_directory (look_at);

-- What the clean-up looks for (docs/retention.md).
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
