-- Up Migration

alter table recovery_codes
  -- When the user confirmed that they saved the codes. Null: not yet.
  add column saved_at timestamptz;

-- Nobody was asked about earlier codes, so they count as saved.
update recovery_codes
set saved_at = created_at;

-- Down Migration

alter table recovery_codes drop column saved_at;
