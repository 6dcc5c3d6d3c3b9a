-- Up Migration

-- Directory: finds the user of a session by its refresh token.
create table session_directory (
  session_id uuid primary key,
  user_id uuid not null
);
create index session_directory_by_user on session_directory (user_id);

-- Sessions belong to their users, like all rows that statements join with them. They were a directory.
delete from sessions s
where not exists (
  select 1
  from users u
  where u.user_id = s.user_id
);
insert into session_directory (session_id, user_id)
select
  session_id,
  user_id
from sessions
where refresh_family is not null;
alter table sessions
  drop constraint sessions_pkey,
  add primary key (user_id, session_id),
  add constraint sessions_of_user foreign key (user_id) references users on delete cascade;
drop index sessions_by_user, sessions_by_last_use;

-- Down Migration

create index sessions_by_last_use on sessions (last_used_at);
create index sessions_by_user on sessions (user_id);
alter table sessions
  drop constraint sessions_of_user,
  drop constraint sessions_pkey,
  add primary key (session_id);
drop table session_directory;
