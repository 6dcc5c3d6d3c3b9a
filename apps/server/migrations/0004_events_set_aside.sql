-- Up Migration

-- An event can arrive before the one that says which user it belongs to. It is deferred, with the customer
-- that it names, and processed once the user of that customer is known.
alter table webhook_events add column waits_for text;
create index webhook_events_set_aside
  on webhook_events (provider, waits_for)
  where waits_for is not null;

-- Down Migration

drop index webhook_events_set_aside;
alter table webhook_events drop column waits_for;
