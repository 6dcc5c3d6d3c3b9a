-- Up Migration

-- When a user's deletion was requested. From then on nobody can sign in as this user, and a job revokes their
-- access at every provider and then deletes their rows.
alter table users add column deletion_asked_at timestamptz;

-- All of a user's rows are deleted with the user, and none can be written for a deleted one: a request or a job
-- that is still running then fails here. Transactions are deleted with their account.
alter table activity
  add constraint activity_of_user foreign key (user_id) references users on delete cascade;
alter table purchases
  add constraint purchases_of_user foreign key (user_id) references users on delete cascade;
alter table items
  add constraint items_of_user foreign key (user_id) references users on delete cascade;
alter table accounts
  add constraint accounts_of_user foreign key (user_id) references users on delete cascade;
alter table balance_snapshots
  add constraint balance_snapshots_of_user foreign key (user_id) references users on delete cascade;
alter table sync_pages
  add constraint sync_pages_of_user foreign key (user_id) references users on delete cascade;
alter table sync_runs
  add constraint sync_runs_of_user foreign key (user_id) references users on delete cascade;
alter table user_identities
  add constraint user_identities_of_user foreign key (user_id) references users on delete cascade;
alter table outgoing_mail
  add constraint outgoing_mail_of_user foreign key (user_id) references users on delete cascade;

-- Directory tables have no foreign keys. Their rows are found by user to delete them.
create index user_addresses_by_user on user_addresses (user_id);
create index item_directory_by_user on item_directory (user_id);
create index payment_customers_by_user on payment_customers (user_id);

-- The body of an event is stored only until it is processed. Its ID alone is enough to recognize a repetition.
alter table webhook_events alter column body drop not null;
update webhook_events
set body = null
where worked_off_at is not null
  and waits_for is null;

-- Down Migration

update webhook_events
set body = '{}'
where body is null;
alter table webhook_events alter column body set not null;
drop index payment_customers_by_user, item_directory_by_user, user_addresses_by_user;
alter table outgoing_mail drop constraint outgoing_mail_of_user;
alter table user_identities drop constraint user_identities_of_user;
alter table sync_runs drop constraint sync_runs_of_user;
alter table sync_pages drop constraint sync_pages_of_user;
alter table balance_snapshots drop constraint balance_snapshots_of_user;
alter table accounts drop constraint accounts_of_user;
alter table items drop constraint items_of_user;
alter table purchases drop constraint purchases_of_user;
alter table activity drop constraint activity_of_user;
alter table users drop column deletion_asked_at;
