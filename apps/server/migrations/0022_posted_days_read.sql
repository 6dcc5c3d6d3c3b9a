-- Up Migration

-- A history reads every day of a year of each account: from the index alone, and not from the table row by row.
alter table posted_days
  drop constraint posted_days_pkey,
  add primary key (user_id, account_id, day) include (amount);

-- Down Migration

alter table posted_days
  drop constraint posted_days_pkey,
  add primary key (user_id, account_id, day);
