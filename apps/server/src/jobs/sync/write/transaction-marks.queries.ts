import type { Queries } from '../../../platform/database/database.ts';
import { owned } from '../../../platform/database/owned-sql.ts';
import type { ItemKey, Lease } from '../lease.queries.ts';

/** Marks transactions as removed by the provider. The rows are kept, with the user's overrides. */
export const markRemoved = (
  queries: Queries,
  { userId }: ItemKey,
  providerIds: readonly string[],
) =>
  queries.rows<{ id: string }>(owned`
    update transactions
    set removed_at = now()
    where user_id = ${userId}
      and provider_transaction_id = any(${providerIds}::text[])
      and removed_at is null
    returning id`);

/**
 * After a full sync, marks transactions that the provider no longer sends as removed. Adopted ones that the item never
 * sent (token 0) are kept.
 */
export const markUnseenRemoved = (queries: Queries, { userId, itemId, token }: Lease) =>
  queries.rows<{ id: string }>(owned`
    update transactions
    set removed_at = now()
    where user_id = ${userId}
      and removed_at is null
      and last_seen_lease not in (0, ${token})
      and account_id in (
        select id
        from accounts
        where user_id = ${userId}
          and item_id = ${itemId}
      )
    returning id`);

/**
 * Updates which pending transactions are superseded: those that an existing posted one refers to, in whatever order
 * they arrived. Checks the touched rows and the ones they refer to. Returns the rows whose mark changed.
 */
export const markSuperseded = (
  queries: Queries,
  { userId }: ItemKey,
  touchedIds: readonly string[],
) =>
  queries.rows<{ id: string }>(owned`
    with touched as (
      select
        t.id,
        t.pending_transaction_id
      from unnest(${touchedIds}::uuid[]) as given (id)
      join transactions t
        on t.user_id = ${userId}
        and t.id = given.id
    ),
    checked as (
      select id
      from touched
      union
      select pending.id
      from touched
      join transactions pending
        on pending.user_id = ${userId}
        and pending.provider_transaction_id = touched.pending_transaction_id
    ),
    states as (
      select
        pending.id,
        exists (
          select 1
          from transactions posted
          where posted.user_id = ${userId}
            and posted.pending_transaction_id = pending.provider_transaction_id
            and posted.removed_at is null
        ) as superseded
      from checked
      join transactions pending
        on pending.user_id = ${userId}
        and pending.id = checked.id
    )
    update transactions
    set superseded = states.superseded
    from states
    where transactions.user_id = ${userId}
      and transactions.id = states.id
      and transactions.superseded <> states.superseded
    returning transactions.id`);
