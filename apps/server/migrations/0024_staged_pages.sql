-- Up Migration

-- A page is read once, in the order it was told: text as it came is quicker to put aside than a parsed tree, and
-- nothing is won by packing what is gone a moment later.
alter table sync_pages
  alter column upserted type json using upserted::text::json,
  alter column upserted set storage external;

-- What follows from rows hangs on their account, which hangs on the user: one key to check for each, not two.
alter table day_totals drop constraint day_totals_of_user;
alter table day_category_totals drop constraint day_category_totals_of_user;
alter table day_texts drop constraint day_texts_of_user;

-- The rows of an account are found among those of its user, which the primary keys begin with.
drop index day_totals_by_account, day_category_totals_by_account, day_texts_by_account;

-- Only ever asked for one that equals, and quicker to write so: a bank names the pending one of nearly every row.
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
  alter column upserted type jsonb using upserted::text::jsonb,
  alter column upserted set storage extended;
