/**
 * Counts the waiting jobs with each name in $1, up to $2 of each. The statement reads only the partial index of
 * waiting jobs, so its cost does not depend on how many jobs have finished.
 */
export const selectBacklog = `
  select
    names.name as job,
    waiting.due,
    waiting.delayed,
    waiting.oldest as "oldestDueSeconds"
  from unnest($1::text[]) as names (name)
  cross join lateral (
    select
      (count(*) filter (where start_after <= now()))::int as due,
      (count(*) filter (where start_after > now()))::int as delayed,
      coalesce(
        extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0
      )::float8 as oldest
    from (
      select start_after
      from pgboss.job
      where job.name = names.name
        and state < 'active'
        and not blocked
      order by priority desc, created_on
      limit $2
    ) jobs
  ) waiting`;
