-- Up Migration

-- A user's decisions about an account. Append-only (docs/decisions/0028-account-events.md).
create table account_events (
  user_id uuid not null,
  account_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  event text not null check (event in ('renamed', 'name_restored', 'hidden', 'shown')),
  -- For a name: the one shown before, and the one shown since.
  before text,
  after text,
  primary key (user_id, account_id, at, event),
  constraint account_events_of_user foreign key (user_id) references users on delete cascade,
  -- Deleted with the account.
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);

create function keep_account_event() returns trigger language plpgsql as $$
begin
  if exists (select 1 from accounts where user_id = old.user_id and id = old.account_id)
    and exists (select 1 from users where user_id = old.user_id)
  then
    raise exception 'what has happened is kept: account_events' using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;

create trigger account_events_not_rewritten
before update on account_events
for each row execute function refuse_rewriting();
create trigger account_events_kept
before delete on account_events
for each row execute function keep_account_event();
create trigger account_events_not_emptied
before truncate on account_events
for each statement execute function refuse_rewriting();

-- Down Migration

drop table account_events;
drop function keep_account_event;
