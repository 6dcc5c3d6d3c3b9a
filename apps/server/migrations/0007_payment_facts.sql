-- Up Migration

-- What the payment provider has said of a purchase, each kind of event its own part. What the purchase
-- is worth follows from it. A purchase that was never paid opens nothing.
alter table purchases add column facts jsonb not null default '{}';
alter table purchases alter column paid_until drop not null;

-- Purchases of before: what they were worth, told as facts. Three days of a running year were the allowance.
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

-- Directory: the provider's subscription or payment of a purchase to its user.
create table purchase_directory (
  reference text primary key,
  user_id uuid not null
);
create index purchase_directory_by_user on purchase_directory (user_id);
insert into purchase_directory (reference, user_id)
select reference, user_id
from purchases
on conflict do nothing;

-- Directory: customers and purchases whose user is gone, so that what is still said of them waits for nobody.
-- Only a hash, which leads to nothing here.
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
