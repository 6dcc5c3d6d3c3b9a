-- Up Migration

-- An event may come before the one that says whose it is. It is set aside under the customer that
-- it speaks of, and taken up when the customer is known.
alter table webhook_events add column waits_for text;
create index webhook_events_set_aside
  on webhook_events (provider, waits_for)
  where waits_for is not null;

-- Down Migration

drop index webhook_events_set_aside;
alter table webhook_events drop column waits_for;
