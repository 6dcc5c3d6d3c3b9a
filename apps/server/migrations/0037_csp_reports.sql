-- Up Migration

-- Directory: what the content security policy blocked in browsers, counted per day. Contains nothing about a user.
create table csp_reports (
  day date not null,
  -- Such as `script-src`.
  directive text not null,
  -- The host of what was blocked, or a keyword such as `inline`.
  blocked text not null,
  -- True if it was only reported, and not blocked.
  report_only boolean not null,
  count integer not null default 1,
  primary key (day, directive, blocked, report_only)
);

-- Down Migration

drop table csp_reports;
