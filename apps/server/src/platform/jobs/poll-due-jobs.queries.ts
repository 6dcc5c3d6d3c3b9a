/**
 * Selects the names in $1 that have at least one due job. The statement costs one index probe per name, no matter how
 * many jobs are waiting.
 */
export const selectDueJobNames = `
  select waiting.name
  from unnest($1::text[]) as waiting (name)
  where exists (
    select from pgboss.job
    where job.name = waiting.name and state < 'active' and not blocked and start_after <= now()
  )`;
