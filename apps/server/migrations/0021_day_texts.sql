-- Up Migration

-- What a search finds on each day in each account, so that it looks at days and not at every row: written
-- with the sums of the day (apps/server/src/domain/transactions/search-texts.queries.ts).
create table day_texts (
  user_id uuid not null,
  day date not null,
  account_id uuid not null,
  text text not null,
  primary key (user_id, day, account_id),
  constraint day_texts_of_user foreign key (user_id) references users on delete cascade,
  -- They go with the account, as its rows do.
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);
create index day_texts_by_account on day_texts (user_id, account_id);

insert into day_texts (user_id, day, account_id, text)
select
  user_id,
  day,
  account_id,
  string_agg(
    concat_ws(
      E'\n',
      lower(name),
      case when strpos(lower(name), lower(merchant_name)) = 0 then lower(merchant_name) end,
      lower(original_description)
    ),
    E'\n'
  )
from transactions
where removed_at is null
  and not superseded
group by user_id, day, account_id;
