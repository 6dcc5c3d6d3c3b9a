/**
 * Which of the kinds in $1 have work that is due, whoever's. One probe of an index for each, however much
 * is waiting.
 */
export const readDueKinds = `
  select kind.name
  from unnest($1::text[]) as kind (name)
  where exists (
    select from pgboss.job
    where job.name = kind.name and state < 'active' and not blocked and start_after <= now()
  )`;
