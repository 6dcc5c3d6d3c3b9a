-- Up Migration

-- The text of all transactions of a day in an account, so that a search looks through days instead of
-- transactions. Written with the daily totals (apps/server/src/domain/transactions/search-texts.queries.ts).
create table day_texts (
  user_id uuid not null,
  day date not null,
  account_id uuid not null,
  text text not null,
  primary key (user_id, day, account_id),
  constraint day_texts_of_user foreign key (user_id) references users on delete cascade,
  -- Deleted with the account, as its transactions are.
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
