/**
 * The job names in $1 that have a due job, of any user. It costs one index probe per name, no matter how
 * many jobs are waiting.
 */
export const selectDueJobNames = `
  select waiting.name
  from unnest($1::text[]) as waiting (name)
  where exists (
    select from pgboss.job
    where job.name = waiting.name and state < 'active' and not blocked and start_after <= now()
  )`;
