import type { Sql } from 'sql-template-tag';
import type { Queries } from '../../../platform/database/database.ts';
import { fragment, owned } from '../../../platform/database/owned-sql.ts';
import type { ItemKey } from '../lease.queries.ts';
import type { AccountChange } from './account-changes.ts';

/** Joins `difference (before, after)`: the entries that differ between two JSON objects with the same keys. */
export const joinDifference = (before: Sql, after: Sql): Sql => fragment`
  cross join lateral (
    select
      coalesce(jsonb_object_agg(old.key, old.value), '{}') as before,
      coalesce(jsonb_object_agg(old.key, new.value), '{}') as after
    from jsonb_each(${before}) old
    join jsonb_each(${after}) new
      on new.key = old.key
    where new.value <> old.value
  ) difference`;

/** Records the result of a sync: the numbers of changes, or the kind of error. */
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
 * Records that the provider removed transactions. Superseded pending ones are skipped: their posting is recorded
 * instead. Returns the number of recorded events.
 */
export const recordRemovals = (queries: Queries, { userId }: ItemKey, ids: readonly string[]) =>
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

/** A posted transaction and the pending one that it replaced. */
export interface Posting {
  postedId: string;
  pendingId: string;
}

/** Records the posting of pending transactions, once per pair. Returns the newly recorded pairs. */
export const recordPostings = (
  queries: Queries,
  { userId }: ItemKey,
  pendingIds: readonly string[],
) =>
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
      from transaction_events existing
      where existing.user_id = ${userId}
        and existing.transaction_id = posted.id
        and existing.pending_id = pending.id
    )
    returning
      transaction_id as "postedId",
      pending_id as "pendingId"`);
