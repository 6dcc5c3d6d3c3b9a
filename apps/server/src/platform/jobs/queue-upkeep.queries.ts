/**
 * Creates the indexes that upkeep needs, unless they exist. Upkeep searches for expired jobs every few seconds, and for
 * finished ones every minute. Without these indexes, both searches would read every stored job. The key of the lock is
 * arbitrary but unique.
 */
export const createUpkeepIndexes = `
  do $$
  begin
    perform pg_advisory_xact_lock(1903520117);
    if to_regclass('pgboss.job_active') is null then
      create index job_active on pgboss.job (name) where state = 'active';
    end if;
    if to_regclass('pgboss.job_finished') is null then
      create index job_finished on pgboss.job (name, completed_on) where completed_on is not null;
    end if;
  end
  $$`;

/**
 * Turns off the counts of jobs that pg-boss keeps for each queue, because counting reads every stored job and nothing
 * uses the counts. pg-boss has no setting for this, but doesn't count again until this time.
 */
export const turnOffCounts = `
  update pgboss.version
  set monitor_backoff_on = '9999-12-31T00:00:00Z'
  where monitor_backoff_on is distinct from '9999-12-31T00:00:00Z'`;

/**
 * Deletes at most $3 jobs with the name $1 that finished more than $2 seconds ago, and returns their ids. `any(array(…))`
 * makes the planner look up each id through the index.
 */
export const deleteFinished = `
  delete from pgboss.job
  where name = $1
    and id = any(array(
      select id
      from pgboss.job
      where name = $1
        and state > 'active'
        and completed_on < now() - make_interval(secs => $2)
      order by completed_on
      limit $3
      for update skip locked
    ))
  returning id`;
