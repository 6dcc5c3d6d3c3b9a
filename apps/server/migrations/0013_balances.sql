-- Up Migration

-- What posted on each day of an account, positive out: what balances are walked back over. Kept by every
-- sync, so that a history need not read the rows themselves. The day is the one of posting (`date`), for
-- that is when a balance moves.
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

-- Since when the user wants an institution unlinked: it is not synced any more, and a job takes our access
-- back at the provider and then deletes what is kept of it.
alter table items add column unlink_asked_at timestamptz;

-- Down Migration

alter table items drop column unlink_asked_at;
drop table posted_days;
