import type { TransactionRecord } from '../../../domain/transactions/bank-columns.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { directory, owned } from '../../../platform/database/owned-sql.ts';
import { stagedColumns, stagedValues } from '../bank-column-lists.queries.ts';
import type { ItemKey, Lease } from '../lease.queries.ts';

/**
 * Stages a fetched page until all pages are there, so that memory use does not grow with the history. One array per
 * column: writing and reading them takes about half the time of JSON objects.
 */
export const stagePage = (
  queries: Queries,
  { userId, itemId, token }: Lease,
  page: number,
  upserted: readonly TransactionRecord[],
) =>
  queries.run(owned`
    insert into sync_pages (user_id, item_id, lease_token, page, ${stagedColumns})
    values (${userId}, ${itemId}, ${token}, ${page}, ${stagedValues(upserted)})`);

/**
 * Deletes the staged pages of this run and of interrupted earlier ones, but not of a later run: this may be called by
 * a worker that has lost its lease.
 */
export const deleteStagedPages = (queries: Queries, { userId, itemId, token }: Lease) =>
  queries.run(owned`
    delete from sync_pages
    where user_id = ${userId}
      and item_id = ${itemId}
      and lease_token <= ${token}`);

/** Inserts the logo URLs of transactions. Only URLs in this table are ever fetched. */
export const insertLogos = (queries: Queries, urls: readonly string[]) =>
  queries.run(directory`
    insert into logos (digest, url)
    select distinct sha256(convert_to(url, 'UTF8')), url
    from unnest(${urls}::text[]) as given (url)
    order by 1
    on conflict (digest) do nothing`);

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
