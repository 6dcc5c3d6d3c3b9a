-- Up Migration

-- A balance history reads every day of a year for each account. With the amount in the index, it doesn't have to
-- read the table row by row.
alter table posted_days
  drop constraint posted_days_pkey,
  add primary key (user_id, account_id, day) include (amount);

-- Down Migration

alter table posted_days
  drop constraint posted_days_pkey,
  add primary key (user_id, account_id, day);
