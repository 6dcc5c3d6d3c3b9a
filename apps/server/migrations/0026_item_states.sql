-- Up Migration

-- `error` was never shown: an item with this health shows its sync error instead.
update items
set health = 'ok'
where health = 'error';

-- The same values as in domain/items/item-state.ts.
alter table items
  add constraint items_health
    check (health in ('ok', 'login_required', 'consent_expiring', 'revoked', 'removed')),
  add constraint items_sync_state
    check (sync_state in ('idle', 'queued', 'running', 'retrying'));

-- Down Migration

alter table items
  drop constraint items_sync_state,
  drop constraint items_health;
