-- Up Migration

-- The sum of what posted to an account on each day (positive means money out), from which past balances are
-- computed. Every sync updates it, so that a balance history doesn't read the transactions themselves. The day is
-- the posting date (`date`), because that is when a balance changes.
create table posted_days (
  user_id uuid not null,
  account_id uuid not null,
  day date not null,
  amount numeric(20, 2) not null,
  primary key (user_id, account_id, day),
  constraint posted_days_of_user foreign key (user_id) references users on delete cascade
);

insert into posted_days (user_id, account_id, day, amount)
select
  t.user_id,
  t.account_id,
  t.date,
  sum(t.amount)
from transactions t
join accounts a
  on a.user_id = t.user_id
  and a.id = t.account_id
  and a.currency = t.currency
where t.removed_at is null
  and not t.superseded
  and not t.pending
group by
  t.user_id,
  t.account_id,
  t.date;

-- When the user requested to unlink an item. It is not synced anymore, and a job revokes our access at the
-- provider and then deletes its rows.
alter table items add column unlink_asked_at timestamptz;

-- Down Migration

alter table items drop column unlink_asked_at;
drop table posted_days;
