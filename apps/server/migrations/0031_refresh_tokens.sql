-- Up Migration

-- The refresh token of a session that the web app keeps by a cookie. All are null for other sessions. A token has a
-- secret that stays the same for the whole session and one that is replaced at each use; only hashes (SHA-256) are
-- stored.
alter table sessions
  add column refresh_family bytea,
  -- The number of the current token: 1, 2, and so on.
  add column refresh_generation integer,
  add column refresh_current bytea,
  add column refresh_previous bytea,
  add column refresh_rotated_at timestamptz,
  -- When a token that had been replaced was used, which ended the session.
  add column refresh_reused_at timestamptz;

-- Down Migration

alter table sessions
  drop column refresh_family,
  drop column refresh_generation,
  drop column refresh_current,
  drop column refresh_previous,
  drop column refresh_rotated_at,
  drop column refresh_reused_at;
