-- Up Migration

-- Directory: what is to be done next about a user's subscription, and when: a job looks for what is due.
-- 'resume' syncs after a payment, 'tell_end' when it is over, 'warn' before the banks are unlinked, 'unlink'.
create table subscription_steps (
  user_id uuid primary key,
  -- Null: nothing.
  next_step text check (next_step in ('resume', 'tell_end', 'warn', 'unlink')),
  next_step_at timestamptz
);
create index subscription_steps_by_time on subscription_steps (next_step_at) where next_step is not null;

-- Whoever changes until when somebody has paid, decides with it what comes next.
create function follow_paid_until() returns trigger language plpgsql as $$
declare
  was_over boolean := tg_op = 'UPDATE' and coalesce(old.paid_until <= now(), false);
begin
  if new.paid_until is null then
    delete from subscription_steps where user_id = new.user_id;
  elsif new.paid_until > now() then
    insert into subscription_steps as known (user_id, next_step, next_step_at)
    values (
      new.user_id,
      case when was_over then 'resume' when isfinite(new.paid_until) then 'tell_end' end,
      case when was_over then now() when isfinite(new.paid_until) then new.paid_until end
    )
    on conflict (user_id) do update
    set
      next_step = excluded.next_step,
      next_step_at = excluded.next_step_at
    -- Syncs that are to be resumed still are, whatever is paid besides.
    where known.next_step is distinct from 'resume';
  else
    insert into subscription_steps (user_id, next_step, next_step_at)
    values (new.user_id, 'tell_end', now())
    on conflict (user_id) do update
    set
      next_step = 'tell_end',
      next_step_at = now()
    -- One that was over before is no new end: what was begun goes on.
    where not was_over;
  end if;
  return null;
end
$$;
create trigger users_paid_until_set
after insert on users
for each row when (new.paid_until is not null)
execute function follow_paid_until();
create trigger users_paid_until_changed
after update of paid_until on users
for each row when (old.paid_until is distinct from new.paid_until)
execute function follow_paid_until();

insert into subscription_steps (user_id, next_step, next_step_at)
select user_id, 'tell_end', paid_until
from users
where isfinite(paid_until);

-- Rows that an account has from a connection of before: known by 0 in `seen_by`, and few.
create index transactions_of_before on transactions (user_id, account_id) where seen_by = 0;

-- Down Migration

drop index transactions_of_before;
drop trigger users_paid_until_changed on users;
drop trigger users_paid_until_set on users;
drop function follow_paid_until;
drop table subscription_steps;
