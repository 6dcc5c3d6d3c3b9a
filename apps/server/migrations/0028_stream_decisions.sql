-- Up Migration

-- A stream is confirmed, dismissed, or neither. Where it was both, the dismissal is what took effect.
update recurring_streams
set confirmed = false
where confirmed and dismissed;

alter table recurring_streams
  add constraint recurring_streams_one_decision check (not (confirmed and dismissed));

-- Down Migration

alter table recurring_streams
  drop constraint recurring_streams_one_decision;
