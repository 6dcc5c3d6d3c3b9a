-- Up Migration

-- What happened to a transaction after it first arrived, at the bank or by the user's decision. Append-only
-- (docs/decisions/0024-transaction-and-sync-history.md). When it arrived is part of its ID.
create table transaction_events (
  user_id uuid not null,
  transaction_id uuid not null,
  -- Unique per transaction, because events are only written under the lock on the user's rows.
  at timestamptz not null default clock_timestamp(),
  event text not null check (
    event in ('changed', 'posted', 'removed', 'returned', 'recategorized', 'excluded', 'included')
  ),
  -- The values of the changed fields, before and after the change.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  -- For `posted`: the pending transaction that it replaced.
  pending_id uuid,
  primary key (user_id, transaction_id, at),
  constraint transaction_events_of_user foreign key (user_id) references users on delete cascade,
  -- Deleted with the transaction.
  foreign key (user_id, transaction_id) references transactions (user_id, id) on delete cascade
);
create index transaction_events_by_pending
  on transaction_events (user_id, pending_id)
  where pending_id is not null;

-- What a sync changed in the accounts: a list of {account, before, after}. `before` is empty for a new account.
alter table sync_runs add column accounts jsonb not null default '[]';

-- History tables are append-only. Their rows are deleted only together with what they describe, or with the user.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'what has happened is not rewritten: %', tg_table_name
    using errcode = 'restrict_violation';
end
$$;

create function keep_transaction_event() returns trigger language plpgsql as $$
begin
  if exists (select 1 from transactions where user_id = old.user_id and id = old.transaction_id)
    and exists (select 1 from users where user_id = old.user_id)
  then
    raise exception 'what has happened is kept: transaction_events' using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;

-- A run may move to the item that replaces its own. Nothing else in it may change.
create function keep_sync_run_as_it_was() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'item_id' <> to_jsonb(old) - 'item_id' then
    raise exception 'what has happened is not rewritten: sync_runs' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- A run is deleted with its item, or once it is older than any screen shows.
create function keep_sync_run() returns trigger language plpgsql as $$
begin
  if old.finished_at > now() - interval '90 days'
    and exists (
      select 1
      from items
      where user_id = old.user_id and id = old.item_id and unlink_asked_at is null
    )
    and exists (select 1 from users where user_id = old.user_id)
  then
    raise exception 'what has happened is kept: sync_runs' using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;

create trigger transaction_events_not_rewritten
before update on transaction_events
for each row execute function refuse_rewriting();
create trigger transaction_events_kept
before delete on transaction_events
for each row execute function keep_transaction_event();
create trigger transaction_events_not_emptied
before truncate on transaction_events
for each statement execute function refuse_rewriting();
create trigger sync_runs_not_rewritten
before update on sync_runs
for each row execute function keep_sync_run_as_it_was();
create trigger sync_runs_kept
before delete on sync_runs
for each row execute function keep_sync_run();
create trigger sync_runs_not_emptied
before truncate on sync_runs
for each statement execute function refuse_rewriting();

-- Down Migration

drop trigger sync_runs_not_emptied on sync_runs;
drop trigger sync_runs_kept on sync_runs;
drop trigger sync_runs_not_rewritten on sync_runs;
alter table sync_runs drop column accounts;
drop table transaction_events;
drop function keep_sync_run, keep_sync_run_as_it_was, keep_transaction_event, refuse_rewriting;
