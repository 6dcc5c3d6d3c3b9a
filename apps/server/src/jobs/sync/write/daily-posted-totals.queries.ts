import type { Queries } from '../../../platform/database/database.ts';
import { owned } from '../../../platform/database/owned-sql.ts';
import type { ItemKey } from '../lease.queries.ts';

/**
 * Recomputes the daily posted totals after a sync has written its rows. Covers all days of the item, because a
 * changed row may have been on another day before.
 */
export const updateDailyPostedTotals = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.run(owned`
    with sums as (
      select
        t.account_id,
        t.date as day,
        sum(t.amount) as amount
      from transactions t
      join accounts a
        on a.user_id = t.user_id
        and a.id = t.account_id
        and a.currency = t.currency
      where t.user_id = ${userId}
        and a.item_id = ${itemId}
        and t.removed_at is null
        and not t.superseded
        and not t.pending
      group by
        t.account_id,
        t.date
    ),
    emptied as (
      delete from daily_posted_totals p
      using accounts a
      where p.user_id = ${userId}
        and a.user_id = ${userId}
        and a.id = p.account_id
        and a.item_id = ${itemId}
        and not exists (
          select 1
          from sums
          where sums.account_id = p.account_id
            and sums.day = p.day
        )
    )
    insert into daily_posted_totals as existing (user_id, account_id, day, amount)
    select
      ${userId}, sums.account_id, sums.day, sums.amount
    from sums
    on conflict (user_id, account_id, day) do update
    set amount = excluded.amount
    where existing.amount <> excluded.amount`);
