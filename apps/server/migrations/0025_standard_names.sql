-- Up Migration

-- Standard names for tables, columns, and stored values (docs/glossary.md).

alter table gone_payers rename to deleted_payers;
alter table day_totals rename to daily_totals;
alter table day_category_totals rename to daily_category_totals;
alter table day_texts rename to search_texts;
alter table posted_days rename to daily_posted_totals;
alter table crypto_looks rename to crypto_polls;

alter table webhook_events rename column worked_off_at to processed_at;
alter table webhook_events rename column waits_for to deferred_for;
alter table users rename column deletion_asked_at to deletion_requested_at;
alter table items rename column unlink_asked_at to unlink_requested_at;
alter table items rename column told_of to notified_health;
alter table items rename column settled to setup_complete;
alter table items rename column lacks_consent to missing_consents;
alter table item_directory rename column look_at to next_poll_at;
alter table transactions rename column seen_by to last_seen_lease;
-- The columns of a view keep their names when those of its tables change.
alter view counted_transactions rename column seen_by to last_seen_lease;
alter table recurring_streams rename column gone_at to removed_at;
alter table liabilities rename column told_at to reported_at;
alter table holdings rename column told_at to reported_at;
alter table exchange_links rename column ask_after to retry_after;
alter table logos rename column asked_at to fetched_at;
alter table crypto_polls rename column next_look_at to next_poll_at;
alter table deleted_payers rename column gone_at to deleted_at;

alter index webhook_events_set_aside rename to webhook_events_deferred;
alter index webhook_events_worked_off rename to webhook_events_processed;
alter index transactions_taken_back rename to transactions_removed;
alter index transactions_of_before rename to transactions_unseen;
alter index item_directory_by_look rename to item_directory_by_next_poll;
alter index crypto_looks_by_time rename to crypto_polls_by_time;
alter index logos_kept rename to logos_with_picture;

-- Constraints are named after their tables and columns.
do $$
declare
  renamed record;
begin
  for renamed in
    select
      c.conrelid::regclass as relation,
      c.conname as old_name,
      replace(c.conname, t.old_name, t.new_name) as new_name
    from (
      values
        ('deleted_payers', 'gone_payers', 'deleted_payers'),
        ('daily_totals', 'day_totals', 'daily_totals'),
        ('daily_category_totals', 'day_category_totals', 'daily_category_totals'),
        ('search_texts', 'day_texts', 'search_texts'),
        ('daily_posted_totals', 'posted_days', 'daily_posted_totals'),
        ('crypto_polls', 'crypto_looks', 'crypto_polls'),
        ('items', 'lacks_consent', 'missing_consents'),
        ('items', 'settled', 'setup_complete')
    ) as t (relation, old_name, new_name)
    join pg_constraint c
      on c.conrelid = t.relation::regclass
      and strpos(c.conname, t.old_name) > 0
  loop
    execute format(
      'alter table %s rename constraint %I to %I',
      renamed.relation, renamed.old_name, renamed.new_name
    );
  end loop;
end
$$;

update activity
set event = renamed.new_name
from (
  values
    ('sign_in_refused', 'sign_in_failed'),
    ('session_ended', 'session_revoked'),
    ('password_reset_asked', 'password_reset_requested'),
    ('email_change_asked', 'email_change_requested'),
    ('subscription_kept', 'subscription_resumed')
) as renamed (old_name, new_name)
where activity.event = renamed.old_name;

alter table subscription_steps drop constraint subscription_steps_next_step_check;
update subscription_steps
set next_step = 'notify_end'
where next_step = 'tell_end';
alter table subscription_steps
  add constraint subscription_steps_next_step_check
  check (next_step in ('resume', 'notify_end', 'warn', 'unlink'));

-- Every change of `paid_until` schedules the next step in the same statement.
alter function follow_paid_until rename to schedule_subscription_step;
create or replace function schedule_subscription_step() returns trigger language plpgsql as $$
declare
  had_ended boolean := tg_op = 'UPDATE' and coalesce(old.paid_until <= now(), false);
begin
  if new.paid_until is null then
    delete from subscription_steps where user_id = new.user_id;
  elsif new.paid_until > now() then
    insert into subscription_steps as existing (user_id, next_step, next_step_at)
    values (
      new.user_id,
      case when had_ended then 'resume' when isfinite(new.paid_until) then 'notify_end' end,
      case when had_ended then now() when isfinite(new.paid_until) then new.paid_until end
    )
    on conflict (user_id) do update
    set
      next_step = excluded.next_step,
      next_step_at = excluded.next_step_at
    -- A pending resume stays, whatever else is paid.
    where existing.next_step is distinct from 'resume';
  else
    insert into subscription_steps (user_id, next_step, next_step_at)
    values (new.user_id, 'notify_end', now())
    on conflict (user_id) do update
    set
      next_step = 'notify_end',
      next_step_at = now()
    -- If the subscription had already ended, the steps of that end continue.
    where not had_ended;
  end if;
  return null;
end
$$;

-- History tables are append-only. Their rows are deleted only together with what they describe.
alter function refuse_rewriting rename to reject_rewriting;
create or replace function reject_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'append-only rows are not rewritten: %', tg_table_name
    using errcode = 'restrict_violation';
end
$$;

alter function keep_transaction_event rename to reject_transaction_event_deletion;
create or replace function reject_transaction_event_deletion() returns trigger language plpgsql as $$
begin
  if exists (select 1 from transactions where user_id = old.user_id and id = old.transaction_id)
    and exists (select 1 from users where user_id = old.user_id)
  then
    raise exception 'append-only rows are kept: transaction_events' using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;

-- A run may move to the item that replaces its own. Nothing else in it may change.
alter function keep_sync_run_as_it_was rename to reject_sync_run_rewriting;
create or replace function reject_sync_run_rewriting() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'item_id' <> to_jsonb(old) - 'item_id' then
    raise exception 'append-only rows are not rewritten: sync_runs' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- A run is deleted with its item, or once it is older than any screen shows.
alter function keep_sync_run rename to reject_sync_run_deletion;
create or replace function reject_sync_run_deletion() returns trigger language plpgsql as $$
begin
  if old.finished_at > now() - interval '90 days'
    and exists (
      select 1
      from items
      where user_id = old.user_id and id = old.item_id and unlink_requested_at is null
    )
    and exists (select 1 from users where user_id = old.user_id)
  then
    raise exception 'append-only rows are kept: sync_runs' using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;

alter function keep_account_event rename to reject_account_event_deletion;
create or replace function reject_account_event_deletion() returns trigger language plpgsql as $$
begin
  if exists (select 1 from accounts where user_id = old.user_id and id = old.account_id)
    and exists (select 1 from users where user_id = old.user_id)
  then
    raise exception 'append-only rows are kept: account_events' using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;

-- Jobs and their queues. On a new database, the queues do not exist yet.
do $$
declare
  renamed record;
begin
  if to_regclass('pgboss.queue') is null then
    return;
  end if;
  for renamed in
    select *
    from (
      values
        ('work-off-webhook', 'process-webhook'),
        ('note-refusal', 'record-failed-sign-in'),
        ('start-reset', 'start-password-reset'),
        ('revoke-apple', 'revoke-apple-access'),
        ('disconnect-item', 'handle-withdrawn-access'),
        ('drop-account', 'delete-withdrawn-account'),
        ('look-at-banks', 'poll-items'),
        ('sync-stale', 'sync-stale-items'),
        ('clean-up', 'prune'),
        ('clean-users', 'prune-users'),
        ('follow-subscriptions', 'process-subscription-steps'),
        ('look-at-exchanges', 'poll-exchanges'),
        ('revoke-exchange', 'revoke-exchange-access'),
        ('back-up', 'create-backup')
    ) as t (old_name, new_name)
  loop
    insert into pgboss.queue
    select (jsonb_populate_record(q, jsonb_build_object('name', renamed.new_name))).*
    from pgboss.queue q
    where q.name = renamed.old_name
    on conflict do nothing;
    update pgboss.job set name = renamed.new_name where name = renamed.old_name;
    -- Its schedule goes with it. The server creates the new one when it starts.
    delete from pgboss.queue where name = renamed.old_name;
  end loop;
end
$$;
