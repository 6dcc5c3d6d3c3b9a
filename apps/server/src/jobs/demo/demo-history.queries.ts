import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/**
 * Adds a transaction history to the demo's restaurant visits up to a day (ISO). Each was pending without the tip. The
 * first of a month was also excluded and included again, and the second was removed by the bank and sent again.
 * Existing history is kept.
 */
export const writeDemoHistory = (queries: Queries, userId: UserId, today: string) =>
  queries.run(owned`
    with dinners as (
      select
        t.user_id,
        t.id,
        t.day,
        t.date,
        t.amount,
        t.currency,
        row_number() over (partition by date_trunc('month', t.day) order by t.day, t.id) as number_in_month
      from transactions t
      where t.user_id = ${userId}
        and t.provider_category = 'food_and_drink_restaurant'
        and t.amount > 0
        and not t.pending
        and t.removed_at is null
        and t.date > t.day
        and t.date < ${today}::date
        -- Whole months only, so that the first dinner of a month stays the same.
        and t.day >= date_trunc('month', ${today}::date - 62)
        and not exists (
          select 1
          from transaction_events e
          where e.user_id = ${userId}
            and e.transaction_id = t.id
            and e.event = 'posted'
        )
    ),
    events as (
      select
        user_id,
        id,
        date + time '06:12' as at,
        'changed' as event,
        jsonb_build_object(
          'amount', round(amount / 1.18, 2)::text, 'pending', true, 'date', day
        ) as before,
        jsonb_build_object('amount', amount::text, 'pending', false, 'date', date) as after
      from dinners
      union all
      select user_id, id, date + 1 + time '19:30', 'excluded', '{}', '{}'
      from dinners
      where number_in_month = 1
        and date + 2 < ${today}::date
      union all
      select user_id, id, date + 2 + time '08:05', 'included', '{}', '{}'
      from dinners
      where number_in_month = 1
        and date + 2 < ${today}::date
      union all
      select user_id, id, date + 1 + time '04:40', 'removed', '{}', '{}'
      from dinners
      where number_in_month = 2
        and date + 2 < ${today}::date
      union all
      select user_id, id, date + 2 + time '04:41', 'returned', '{}', '{}'
      from dinners
      where number_in_month = 2
        and date + 2 < ${today}::date
    )
    insert into transaction_events (user_id, transaction_id, at, event, before, after)
    select
      user_id,
      id,
      at at time zone 'UTC',
      event,
      before,
      after
    from events
    -- On a cluster, the table has rules, and such a table accepts no ON CONFLICT.
    where not exists (
      select 1
      from transaction_events e
      where e.user_id = ${userId}
        and e.transaction_id = events.id
        and e.at = events.at at time zone 'UTC'
    )`);
