-- Up Migration

-- A page is staged column by column, each an array with one element per transaction. Writing and reading it takes
-- about half the time of JSON objects. The arrays are not compressed, because they are deleted a moment later.
alter table sync_pages
  drop column upserted,
  add column id uuid[] not null default '{}',
  add column provider_account_id text[] not null default '{}',
  add column provider_transaction_id text[] not null default '{}',
  add column amount numeric[] not null default '{}',
  add column currency text[] not null default '{}',
  add column date date[] not null default '{}',
  add column authorized_date date[] not null default '{}',
  add column name text[] not null default '{}',
  add column merchant_name text[] not null default '{}',
  add column original_description text[] not null default '{}',
  add column logo_url text[] not null default '{}',
  add column pending boolean[] not null default '{}',
  add column pending_transaction_id text[] not null default '{}',
  add column provider_primary text[] not null default '{}',
  add column provider_detailed text[] not null default '{}',
  add column provider_category text[] not null default '{}',
  add column provider_group text[] not null default '{}';
alter table sync_pages
  alter column id set storage external,
  alter column provider_account_id set storage external,
  alter column provider_transaction_id set storage external,
  alter column amount set storage external,
  alter column currency set storage external,
  alter column date set storage external,
  alter column authorized_date set storage external,
  alter column name set storage external,
  alter column merchant_name set storage external,
  alter column original_description set storage external,
  alter column logo_url set storage external,
  alter column pending set storage external,
  alter column pending_transaction_id set storage external,
  alter column provider_primary set storage external,
  alter column provider_detailed set storage external,
  alter column provider_category set storage external,
  alter column provider_group set storage external;

-- Computed rows reference their account, which references the user. So one foreign key is checked per row, not two.
alter table day_totals drop constraint day_totals_of_user;
alter table day_category_totals drop constraint day_category_totals_of_user;
alter table day_texts drop constraint day_texts_of_user;

-- Not needed: the primary keys begin with the user, and an account's rows are found among the user's.
drop index day_totals_by_account, day_category_totals_by_account, day_texts_by_account;

-- Only looked up by equality, and a hash index is faster to write: a bank names the pending transaction of nearly
-- every posted one.
drop index transactions_by_pending;
create index transactions_by_pending
  on transactions using hash (pending_transaction_id)
  where pending_transaction_id is not null;

-- Down Migration

drop index transactions_by_pending;
create index transactions_by_pending
  on transactions (user_id, pending_transaction_id)
  where pending_transaction_id is not null;

create index day_totals_by_account on day_totals (user_id, account_id);
create index day_category_totals_by_account on day_category_totals (user_id, account_id);
create index day_texts_by_account on day_texts (user_id, account_id);

alter table day_texts
  add constraint day_texts_of_user foreign key (user_id) references users on delete cascade;
alter table day_category_totals
  add constraint day_category_totals_of_user foreign key (user_id) references users on delete cascade;
alter table day_totals
  add constraint day_totals_of_user foreign key (user_id) references users on delete cascade;
alter table sync_pages
  drop column id,
  drop column provider_account_id,
  drop column provider_transaction_id,
  drop column amount,
  drop column currency,
  drop column date,
  drop column authorized_date,
  drop column name,
  drop column merchant_name,
  drop column original_description,
  drop column logo_url,
  drop column pending,
  drop column pending_transaction_id,
  drop column provider_primary,
  drop column provider_detailed,
  drop column provider_category,
  drop column provider_group,
  add column upserted jsonb not null default '[]';
