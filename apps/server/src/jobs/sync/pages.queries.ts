import type { Queries } from '../../platform/database.ts';
import { directory, owned } from '../../platform/owned-sql.ts';
import type { TransactionRecord } from '../../providers/plaid/map.ts';
import type { ItemKey, Lease } from './lease.queries.ts';

/**
 * Puts a page aside until all are there; memory stays flat however long the history is. Column by column: putting
 * them aside and reading them back takes about half the time that as many JSON objects do.
 */
export const stagePage = (
  queries: Queries,
  { userId, itemId, token }: Lease,
  page: number,
  upserted: readonly TransactionRecord[],
) => {
  const all = <Key extends keyof TransactionRecord>(key: Key) => upserted.map((row) => row[key]);
  return queries.run(owned`
    insert into sync_pages (
      user_id, item_id, lease_token, page,
      id, provider_account_id, provider_transaction_id, amount, currency, date, authorized_date,
      name, merchant_name, original_description, logo_url, pending, pending_transaction_id,
      provider_primary, provider_detailed, provider_category, provider_group
    )
    values (
      ${userId}, ${itemId}, ${token}, ${page},
      ${all('id')}::uuid[],
      ${all('provider_account_id')}::text[],
      ${all('provider_transaction_id')}::text[],
      ${all('amount')}::numeric[],
      ${all('currency')}::text[],
      ${all('date')}::date[],
      ${all('authorized_date')}::date[],
      ${all('name')}::text[],
      ${all('merchant_name')}::text[],
      ${all('original_description')}::text[],
      ${all('logo_url')}::text[],
      ${all('pending')}::boolean[],
      ${all('pending_transaction_id')}::text[],
      ${all('provider_primary')}::text[],
      ${all('provider_detailed')}::text[],
      ${all('provider_category')}::text[],
      ${all('provider_group')}::text[]
    )`);
};

/**
 * Drops the staged pages of this run and of any that was cut off before it. Never those of a later
 * run: a worker that lost its lease may still come by here.
 */
export const dropPages = (queries: Queries, { userId, itemId, token }: Lease) =>
  queries.run(owned`
    delete from sync_pages
    where user_id = ${userId}
      and item_id = ${itemId}
      and lease_token <= ${token}`);

/** Notes the logos that rows carry, by their addresses: only those are ever fetched. */
export const noteLogos = (queries: Queries, urls: readonly string[]) =>
  queries.run(directory`
    insert into logos (digest, url)
    select distinct sha256(convert_to(url, 'UTF8')), url
    from unnest(${urls}::text[]) as given (url)
    order by 1
    on conflict (digest) do nothing`);

/** Takes rows back that the provider removed. They stay, with the user's decisions. */
export const removeRows = (queries: Queries, { userId }: ItemKey, providerIds: readonly string[]) =>
  queries.rows<{ id: string }>(owned`
    update transactions
    set removed_at = now()
    where user_id = ${userId}
      and provider_transaction_id = any(${providerIds}::text[])
      and removed_at is null
    returning id`);

/**
 * After a sync from the very beginning: takes back what the provider no longer sent. What an earlier
 * connection brought, it never sent.
 */
export const removeUnseen = (queries: Queries, { userId, itemId, token }: Lease) =>
  queries.rows<{ id: string }>(owned`
    update transactions
    set removed_at = now()
    where user_id = ${userId}
      and removed_at is null
      and seen_by not in (0, ${token})
      and account_id in (
        select id
        from accounts
        where user_id = ${userId}
          and item_id = ${itemId}
      )
    returning id`);

/**
 * A pending row is replaced as long as a posted one names it, in whatever order they came. Looks at
 * the touched rows and at those that they replace; answers the rows whose mark changed.
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
    looked_at as (
      select id
      from touched
      union
      select pending.id
      from touched
      join transactions pending
        on pending.user_id = ${userId}
        and pending.provider_transaction_id = touched.pending_transaction_id
    ),
    found as (
      select
        pending.id,
        exists (
          select 1
          from transactions posted
          where posted.user_id = ${userId}
            and posted.pending_transaction_id = pending.provider_transaction_id
            and posted.removed_at is null
        ) as replaced
      from looked_at
      join transactions pending
        on pending.user_id = ${userId}
        and pending.id = looked_at.id
    )
    update transactions
    set superseded = found.replaced
    from found
    where transactions.user_id = ${userId}
      and transactions.id = found.id
      and transactions.superseded <> found.replaced
    returning transactions.id`);
