/**
 * The job names in $1 that have a due job, of any user. It costs one index probe per name, however many
 * jobs wait.
 */
export const selectDueJobNames = `
  select kind.name
  from unnest($1::text[]) as kind (name)
  where exists (
    select from pgboss.job
    where job.name = kind.name and state < 'active' and not blocked and start_after <= now()
  )`;
