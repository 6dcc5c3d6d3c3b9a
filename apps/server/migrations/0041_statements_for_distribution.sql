-- Up Migration

-- Every list and every total reads this view (docs/numbers.md). `excluded` is the first reason that applies; `side` is
-- null for an excluded transaction. Citus accepts no subquery without FROM, so that `excluded` is computed in one with.
create or replace view counted_transactions as
select
  checked.*,
  case
    when checked.excluded is not null then null
    when checked.category_group in ('income', 'transfer_in', 'loan_disbursements') then 'income'
    else 'spending'
  end as side
from (
  select
    t.*,
    a.name as account_name,
    a.custom_name as account_custom_name,
    a.mask as account_mask,
    a.provider_account_id,
    case
      when a.hidden then 'account'
      when t.user_excluded then 'user'
      when t.category in ('loan_payments_credit_card_payment', 'transfer_out_withdrawal') then 'category'
      when t.transfer_pair_id is not null then 'transfer'
    end as excluded
  from transactions t
  join accounts a
    on a.user_id = t.user_id
    and a.id = t.account_id
  where t.removed_at is null
    and not t.superseded
    and a.duplicate_of is null
) checked;

-- The statement that changes `paid_until` schedules the next step
-- (apps/server/src/features/billing/paid-until.queries.ts). A trigger could not: on a distributed database, the two
-- tables are on different nodes.
drop trigger users_paid_until_changed on users;
drop trigger users_paid_until_set on users;
drop function schedule_subscription_step;
