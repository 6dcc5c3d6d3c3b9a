-- Up Migration

-- The transactions of one merchant, newest first. If the bank names no merchant, the transaction's name is used.
create index transactions_by_merchant
  on transactions (user_id, (coalesce(merchant_name, name)), day desc, id desc)
  where removed_at is null and not superseded;

-- Down Migration

drop index transactions_by_merchant;
