-- Up Migration

-- Until when a sign-in on the device needs no second factor. Null: it always does.
alter table known_devices
  add column trusted_until timestamptz;

-- Down Migration

alter table known_devices
  drop column trusted_until;
