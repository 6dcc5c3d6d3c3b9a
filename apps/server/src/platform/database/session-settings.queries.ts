import pg from 'pg';

/** The names of settings ($1) that are not stored with the given values ($2) for the current role and database. */
export const selectMissingSettings = `
  select wanted.name
  from unnest($1::text[], $2::text[]) as wanted (name, value)
  where not exists (
    select from pg_db_role_setting
    where setrole = current_user::regrole
      and setdatabase = (select oid from pg_database where datname = current_database())
      and wanted.name || '=' || wanted.value = any(setconfig)
  )`;

/**
 * Stores a setting for the current role and database. Two changes of one role at once would fail, so a lock makes them
 * wait for each other. Its number is arbitrary but unique.
 */
export const storeSetting = (name: string, value: string): string => `
  do $$
  begin
    perform pg_advisory_xact_lock(1903520118);
    execute format(
      'alter role %I in database %I set ${name} = %L',
      current_user, current_database(), ${pg.escapeLiteral(value)}
    );
  end
  $$`;
