import { transferGroups } from '../../domain/transfer-pairs.queries.ts';
import type { Queries } from '../../platform/database.ts';
import { fragment, owned } from '../../platform/owned-sql.ts';
import type { TransactionRecord } from '../../providers/plaid/map.ts';
import { stagedAndKnown, stagedAndPosting, tellChanged } from './changes.queries.ts';
import type { ItemKey, Lease } from './lease.queries.ts';

/** Puts a page aside until all are there; memory stays flat however long the history is. */
export const stagePage = (
  queries: Queries,
  { userId, itemId, token }: Lease,
  page: number,
  upserted: readonly TransactionRecord[],
) =>
  queries.run(owned`
    insert into sync_pages (user_id, item_id, lease_token, page, upserted)
    values (${userId}, ${itemId}, ${token}, ${page}, ${JSON.stringify(upserted)}::jsonb)`);

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

/** What the staged rows came to. */
export interface Written {
  added: number;
  /** Rows that were here, and that are not what they were. */
  modified: number;
  /** The rows among them that may replace another or be replaced: pending, or posted for one that is here. */
  linked: string[];
  /** Those of the linked that are new. */
  arrived: string[];
  /** Those that may be half of a transfer, or were. */
  transfers: string[];
  /** The days that they are on now, and were on before. */
  days: string[];
}

/** The newest version of each staged row. */
export const latestStaged = ({ userId, itemId, token }: Lease) => fragment`
  select distinct on (r.provider_transaction_id) r.*
  from sync_pages p
  cross join lateral jsonb_to_recordset(p.upserted) as r (
    id uuid, provider_account_id text, provider_transaction_id text, amount numeric,
    currency text, date date, authorized_date date, name text, merchant_name text,
    original_description text, logo_url text, pending boolean, pending_transaction_id text,
    provider_primary text, provider_detailed text, provider_category text, provider_group text
  )
  where p.user_id = ${userId}
    and p.item_id = ${itemId}
    and p.lease_token = ${token}
  order by r.provider_transaction_id, p.page desc`;

/** Notes the logos that the staged rows carry: only those are ever fetched. */
export const noteLogos = (queries: Queries, { userId, itemId, token }: Lease) =>
  queries.run(owned`
    insert into logos (digest, url)
    select distinct sha256(convert_to(r.logo_url, 'UTF8')), r.logo_url
    from sync_pages p
    cross join lateral jsonb_to_recordset(p.upserted) as r (logo_url text)
    where p.user_id = ${userId}
      and p.item_id = ${itemId}
      and p.lease_token = ${token}
      and r.logo_url is not null
    order by 1
    on conflict (digest) do nothing`);

/** Of a row that exists, only what the provider says; what the user says stays. */
const onKnownRow = fragment`
  on conflict (user_id, provider_transaction_id) do update
  set
    account_id = excluded.account_id,
    amount = excluded.amount,
    currency = excluded.currency,
    date = excluded.date,
    authorized_date = excluded.authorized_date,
    name = excluded.name,
    merchant_name = excluded.merchant_name,
    original_description = excluded.original_description,
    logo_url = excluded.logo_url,
    pending = excluded.pending,
    pending_transaction_id = excluded.pending_transaction_id,
    provider_primary = excluded.provider_primary,
    provider_detailed = excluded.provider_detailed,
    provider_category = excluded.provider_category,
    provider_group = excluded.provider_group,
    overridden_category = case
      when transactions.pending_transaction_id is distinct from excluded.pending_transaction_id
        and transactions.overridden_category is null
      then excluded.overridden_category
      else transactions.overridden_category
    end,
    overridden_group = case
      when transactions.pending_transaction_id is distinct from excluded.pending_transaction_id
        and transactions.overridden_category is null
      then excluded.overridden_group
      else transactions.overridden_group
    end,
    user_excluded = transactions.user_excluded
      or (
        transactions.pending_transaction_id is distinct from excluded.pending_transaction_id
        and excluded.user_excluded
      ),
    seen_by = excluded.seen_by,
    removed_at = null`;

/**
 * Writes the staged rows: the newest version of each wins, a row taken back before returns. A row
 * that is new, or that turns out to be a pending one's posted one, inherits the user's decisions from
 * the pending one; else only the provider's half of a row that exists is written. What changed of one
 * that was here is noted in the log; a new one's beginning is the row itself.
 */
export const writeStaged = async (queries: Queries, lease: Lease): Promise<Written> => {
  const { userId, token } = lease;
  const written = await queries.row<Written>(owned`
    with latest as (
      ${latestStaged(lease)}
    ),
    known as materialized (
      ${stagedAndKnown(lease)}
    ),
    told as (
      ${tellChanged(lease)}
    ),
    posting as (
      ${stagedAndPosting(lease)}
    ),
    written as (
      insert into transactions (
        user_id, id, account_id, provider_transaction_id, amount, currency, date, authorized_date,
        name, merchant_name, original_description, logo_url, pending, pending_transaction_id,
        provider_primary, provider_detailed, provider_category, provider_group,
        overridden_category, overridden_group, user_excluded, seen_by
      )
      select
        ${userId}, l.id, a.id, l.provider_transaction_id, l.amount, l.currency, l.date,
        l.authorized_date, l.name, l.merchant_name, l.original_description, l.logo_url, l.pending,
        l.pending_transaction_id, l.provider_primary, l.provider_detailed, l.provider_category,
        l.provider_group, before.overridden_category, before.overridden_group,
        coalesce(before.user_excluded, false), ${token}::bigint
      from latest l
      join accounts a
        on a.user_id = ${userId}
        and a.provider_account_id = l.provider_account_id
      left join transactions before
        on before.user_id = ${userId}
        and before.provider_transaction_id = l.pending_transaction_id
      order by l.date, l.id
      ${onKnownRow}
      returning
        id,
        day,
        provider_transaction_id,
        pending,
        xmax = 0 as inserted,
        transfer_pair_id is not null
          or provider_group in ${transferGroups} as may_be_transfer
    )
    select
      count(*) filter (where inserted) as added,
      (select count(*) from told) as modified,
      coalesce(
        array_agg(id::text) filter (where pending or posting.provider_transaction_id is not null),
        '{}'
      ) as linked,
      coalesce(
        array_agg(id::text) filter (
          where inserted
            and (pending or posting.provider_transaction_id is not null)
        ),
        '{}'
      ) as arrived,
      coalesce(array_agg(id::text) filter (where may_be_transfer), '{}') as transfers,
      (
        select coalesce(array_agg(day::text), '{}')
        from (select day from known union select day from written) touched
      ) as days
    from written
    left join posting using (provider_transaction_id)`);
  return written ?? { added: 0, modified: 0, linked: [], arrived: [], transfers: [], days: [] };
};

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
