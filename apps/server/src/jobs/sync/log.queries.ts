import type { Sql } from 'sql-template-tag';
import type { Queries } from '../../platform/database.ts';
import { fragment, owned } from '../../platform/owned-sql.ts';
import type { AccountChange } from './account-changes.ts';
import type { ItemKey } from './lease.queries.ts';

/** Joins `difference (before, after)`: what two objects of the same keys do not have in common. */
export const whatDiffers = (before: Sql, after: Sql): Sql => fragment`
  cross join lateral (
    select
      coalesce(jsonb_object_agg(was.key, was.value), '{}') as before,
      coalesce(jsonb_object_agg(was.key, became.value), '{}') as after
    from jsonb_each(${before}) was
    join jsonb_each(${after}) became
      on became.key = was.key
    where became.value <> was.value
  ) difference`;

/** Notes what a sync brought, or the kind of fault that kept it from bringing anything. */
export const insertSyncRun = (
  queries: Queries,
  { userId, itemId }: ItemKey,
  run: {
    id: string;
    added: number;
    modified: number;
    removed: number;
    accounts: readonly AccountChange[];
    error: string | null;
  },
) =>
  queries.run(owned`
    insert into sync_runs (user_id, id, item_id, added, modified, removed, accounts, error)
    values (
      ${userId}, ${run.id}, ${itemId}, ${run.added}, ${run.modified}, ${run.removed},
      ${JSON.stringify(run.accounts)}::jsonb, ${run.error}
    )`);

/**
 * Notes that the provider took rows back; of a pending one that has posted, its posting says it. Answers how
 * many it noted.
 */
export const tellRemoved = (queries: Queries, { userId }: ItemKey, ids: readonly string[]) =>
  queries.run(owned`
    insert into transaction_events (user_id, transaction_id, event)
    select
      t.user_id,
      t.id,
      'removed'
    from unnest(${ids}::uuid[]) as given (id)
    join transactions t
      on t.user_id = ${userId}
      and t.id = given.id
    where not t.superseded`);

/** A posted row, and the pending one whose place it took. */
export interface Posting {
  postedId: string;
  pendingId: string;
}

/**
 * Notes of pending rows that posted ones have replaced, once for each two: what it was and became. Answers
 * those that it noted.
 */
export const tellPosted = (queries: Queries, { userId }: ItemKey, pendingIds: readonly string[]) =>
  queries.rows<Posting>(owned`
    insert into transaction_events (user_id, transaction_id, event, before, after, pending_id)
    select
      ${userId},
      posted.id,
      'posted',
      jsonb_build_object('amount', pending.amount::text, 'currency', pending.currency),
      jsonb_build_object('amount', posted.amount::text, 'currency', posted.currency),
      pending.id
    from unnest(${pendingIds}::uuid[]) as given (id)
    join transactions pending
      on pending.user_id = ${userId}
      and pending.id = given.id
      and pending.superseded
    join transactions posted
      on posted.user_id = ${userId}
      and posted.pending_transaction_id = pending.provider_transaction_id
      and posted.removed_at is null
    where not exists (
      select 1
      from transaction_events known
      where known.user_id = ${userId}
        and known.transaction_id = posted.id
        and known.pending_id = pending.id
    )
    returning
      transaction_id as "postedId",
      pending_id as "pendingId"`);
