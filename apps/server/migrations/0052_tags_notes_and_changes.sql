-- Up Migration

-- A user's own labels for transactions.
create table tags (
  user_id uuid not null,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 40),
  -- The name in lower case, so that names are unique without regard to case.
  name_key text not null,
  -- A token of the design, such as `green` (packages/contract/src/rules/tag-colors.ts).
  color text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  unique (user_id, name_key),
  constraint tags_of_user foreign key (user_id) references users on delete cascade
);

-- Set by the user, and inherited by the posted transaction from its pending one, like the override and the exclusion.
alter table transactions
  -- In ascending order. Deleting a tag removes it from every transaction.
  add column tag_ids uuid[] not null default '{}',
  add column note text check (char_length(note) between 1 and 2000),
  add column reviewed boolean not null default false;
create index transactions_with_tags
  on transactions (user_id, id)
  where tag_ids <> '{}';

-- So that a search by tag, note, or review looks through days. Written with the search texts.
alter table search_texts
  add column tag_ids uuid[] not null default '{}',
  add column has_reviewed boolean not null default false,
  add column has_note boolean not null default false;

-- The view contains every column of the transactions.
drop view counted_transactions;
create view counted_transactions as
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

-- The transaction history names the tags. It does not repeat the text of a note.
alter table transaction_events drop constraint transaction_events_event_check;
alter table transaction_events add constraint transaction_events_event_check check (
  event in (
    'changed', 'posted', 'removed', 'returned', 'recategorized', 'excluded', 'included',
    'tags_changed', 'note_changed', 'reviewed', 'unreviewed'
  )
);

-- What the user changed, and can undo. One row per change, whatever the number of its targets.
create table changes (
  user_id uuid not null,
  id uuid not null,
  at timestamptz not null default now(),
  -- Such as `edit` or `undo`.
  kind text not null,
  -- For `undo`: the change that it undid.
  undoes uuid,
  -- The change that undid this one. Null while it is in effect.
  undone_by uuid,
  -- Number of targets.
  target_count integer not null,
  primary key (user_id, id),
  constraint changes_of_user foreign key (user_id) references users on delete cascade
);
create index changes_by_time on changes (user_id, at);

-- What a change did to each thing that it changed. Contains only the fields that it changed.
create table change_targets (
  user_id uuid not null,
  change_id uuid not null,
  -- Such as `transaction`.
  target_kind text not null,
  target_id uuid not null,
  before jsonb not null,
  after jsonb not null,
  primary key (user_id, change_id, target_id),
  foreign key (user_id, change_id) references changes (user_id, id) on delete cascade
);

-- Down Migration

drop table change_targets, changes;
-- Its triggers reject the deletion of events.
alter table transaction_events disable trigger user;
delete from transaction_events
where event in ('tags_changed', 'note_changed', 'reviewed', 'unreviewed');
alter table transaction_events enable trigger user;
alter table transaction_events drop constraint transaction_events_event_check;
alter table transaction_events add constraint transaction_events_event_check check (
  event in ('changed', 'posted', 'removed', 'returned', 'recategorized', 'excluded', 'included')
);
drop view counted_transactions;
drop index transactions_with_tags;
alter table search_texts
  drop column tag_ids,
  drop column has_reviewed,
  drop column has_note;
alter table transactions
  drop column tag_ids,
  drop column note,
  drop column reviewed;
create view counted_transactions as
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
drop table tags;
