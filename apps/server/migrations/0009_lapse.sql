-- Up Migration

-- Directory: the next step for a user's subscription, and when a job must run it. 'resume' starts the syncs again
-- after a payment, 'tell_end' notifies the user that it has ended, 'warn' announces that the banks will be
-- unlinked, and 'unlink' unlinks them.
create table subscription_steps (
  user_id uuid primary key,
  -- Null if there is no next step.
  next_step text check (next_step in ('resume', 'tell_end', 'warn', 'unlink')),
  next_step_at timestamptz
);
create index subscription_steps_by_time on subscription_steps (next_step_at) where next_step is not null;

-- Every change of `paid_until` schedules the next step in the same statement.
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
    -- A pending resume stays, whatever else is paid.
    where known.next_step is distinct from 'resume';
  else
    insert into subscription_steps (user_id, next_step, next_step_at)
    values (new.user_id, 'tell_end', now())
    on conflict (user_id) do update
    set
      next_step = 'tell_end',
      next_step_at = now()
    -- If the subscription had already ended, the steps of that end continue.
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

-- The few transactions that an account still has from an earlier item: `seen_by` is 0.
create index transactions_of_before on transactions (user_id, account_id) where seen_by = 0;

-- Down Migration

drop index transactions_of_before;
drop trigger users_paid_until_changed on users;
drop trigger users_paid_until_set on users;
drop function follow_paid_until;
drop table subscription_steps;
