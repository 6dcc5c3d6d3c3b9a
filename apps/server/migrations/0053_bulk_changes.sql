-- Up Migration

-- A change of many transactions is applied to its targets in batches. It is stored as a whole first, so that a job can
-- continue it after an interruption, and so that it is one entry in the change log.
alter table changes
  -- How to change the targets that are still pending. Null once there are none.
  add column instruction jsonb,
  add column pending_count integer not null default 0 check (pending_count >= 0);

-- Null while the target is pending.
alter table change_targets
  alter column before drop not null,
  alter column after drop not null;
create index pending_change_targets
  on change_targets (user_id, change_id, target_id)
  where after is null;

-- Down Migration

delete from change_targets where after is null;
drop index pending_change_targets;
alter table change_targets
  alter column before set not null,
  alter column after set not null;
alter table changes
  drop column instruction,
  drop column pending_count;
