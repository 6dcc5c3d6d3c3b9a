-- Up Migration

-- What the payment provider has reported about a purchase, with one part for each kind of event. The access that
-- the purchase gives is computed from it. A purchase that was never paid gives none.
alter table purchases add column facts jsonb not null default '{}';
alter table purchases alter column paid_until drop not null;

-- Converts existing purchases to facts that give the same access. `paid_until` of a yearly plan included a grace
-- period of three days.
update purchases
set facts = jsonb_build_object(
  'checkout', jsonb_build_object('state', 'paid', 'at', floor(extract(epoch from as_of))::bigint)
);
update purchases
set facts = facts || jsonb_build_object(
  'subscription', jsonb_build_object(
    'at', floor(extract(epoch from as_of))::bigint,
    'rank', 0,
    'status', case when paid_until <= now() then 'canceled' else 'active' end,
    'priced', true,
    'periodStart', floor(extract(epoch from paid_until))::bigint - 368 * 86400,
    'periodEnd', floor(extract(epoch from paid_until))::bigint - 3 * 86400,
    'trialEnd', null,
    'endsAt', null,
    'endedAt', case when paid_until <= now() then floor(extract(epoch from paid_until))::bigint end,
    'endReason', 'canceled',
    'latestInvoice', null
  )
)
where plan = 'yearly';

-- Directory: finds the user of a subscription or payment at the provider.
create table purchase_directory (
  reference text primary key,
  user_id uuid not null
);
create index purchase_directory_by_user on purchase_directory (user_id);
insert into purchase_directory (reference, user_id)
select reference, user_id
from purchases
on conflict do nothing;

-- Directory: customers and purchases of deleted users, so that later events about them are not deferred.
-- Only a hash is stored, which doesn't lead back to a user.
create table gone_payers (
  reference_hash bytea primary key,
  gone_at timestamptz not null default now()
);

-- Down Migration

drop table gone_payers;
drop table purchase_directory;
delete from purchases where paid_until is null;
alter table purchases alter column paid_until set not null;
alter table purchases drop column facts;
