-- Up Migration

-- The rows of one merchant, newest first. Where the bank names no merchant, the row's own name is it.
create index transactions_by_merchant
  on transactions (user_id, (coalesce(merchant_name, name)), day desc, id desc)
  where removed_at is null and not superseded;

-- Down Migration

drop index transactions_by_merchant;
