import { transferGroups } from '../../domain/transfer-pairs.queries.ts';
import type { Queries } from '../../platform/database.ts';
import { fragment, owned } from '../../platform/owned-sql.ts';
import { stagedAndKnown, stagedAndPosting, tellChanged } from './changes.queries.ts';
import type { Lease } from './lease.queries.ts';

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
  /** The addresses of the logos that they carry. */
  logos: string[];
}

/** The newest version of each staged row. */
export const latestStaged = ({ userId, itemId, token }: Lease) => fragment`
  select distinct on (r.provider_transaction_id) r.*
  from sync_pages p
  cross join lateral unnest(
    p.id, p.provider_account_id, p.provider_transaction_id, p.amount, p.currency, p.date,
    p.authorized_date, p.name, p.merchant_name, p.original_description, p.logo_url, p.pending,
    p.pending_transaction_id, p.provider_primary, p.provider_detailed, p.provider_category,
    p.provider_group
  ) as r (
    id, provider_account_id, provider_transaction_id, amount, currency, date, authorized_date, name,
    merchant_name, original_description, logo_url, pending, pending_transaction_id,
    provider_primary, provider_detailed, provider_category, provider_group
  )
  where p.user_id = ${userId}
    and p.item_id = ${itemId}
    and p.lease_token = ${token}
  order by r.provider_transaction_id, p.page desc`;

/** Of a row that is here, only what the provider says; what the user says stays. */
const rewriteKnown = ({ userId, token }: Lease) => fragment`
  update transactions t
  set
    account_id = s.account_id,
    amount = s.amount,
    currency = s.currency,
    date = s.date,
    authorized_date = s.authorized_date,
    name = s.name,
    merchant_name = s.merchant_name,
    original_description = s.original_description,
    logo_url = s.logo_url,
    pending = s.pending,
    pending_transaction_id = s.pending_transaction_id,
    provider_primary = s.provider_primary,
    provider_detailed = s.provider_detailed,
    provider_category = s.provider_category,
    provider_group = s.provider_group,
    overridden_category = case
      when t.pending_transaction_id is distinct from s.pending_transaction_id
        and t.overridden_category is null
      then s.overridden_category
      else t.overridden_category
    end,
    overridden_group = case
      when t.pending_transaction_id is distinct from s.pending_transaction_id
        and t.overridden_category is null
      then s.overridden_group
      else t.overridden_group
    end,
    user_excluded = t.user_excluded
      or (
        t.pending_transaction_id is distinct from s.pending_transaction_id
        and s.user_excluded
      ),
    seen_by = ${token}::bigint,
    removed_at = null
  from staged s
  where t.user_id = ${userId}
    and t.provider_transaction_id = s.provider_transaction_id`;

/** The rows that are not here yet, in the order of their days, in which they are read. */
const insertNew = ({ userId, token }: Lease) => fragment`
  insert into transactions as t (
    user_id, id, account_id, provider_transaction_id, amount, currency, date, authorized_date,
    name, merchant_name, original_description, logo_url, pending, pending_transaction_id,
    provider_primary, provider_detailed, provider_category, provider_group,
    overridden_category, overridden_group, user_excluded, seen_by
  )
  select
    ${userId}, s.id, s.account_id, s.provider_transaction_id, s.amount, s.currency, s.date,
    s.authorized_date, s.name, s.merchant_name, s.original_description, s.logo_url, s.pending,
    s.pending_transaction_id, s.provider_primary, s.provider_detailed, s.provider_category,
    s.provider_group, s.overridden_category, s.overridden_group, s.user_excluded, ${token}::bigint
  from staged s
  where not exists (
    select 1
    from transactions here
    where here.user_id = ${userId}
      and here.provider_transaction_id = s.provider_transaction_id
  )
  order by
    s.date,
    s.id`;

/** What is to be known of a row that was written. */
const writtenColumns = fragment`
  t.id,
  t.day,
  t.provider_transaction_id,
  t.pending,
  t.transfer_pair_id is not null
    or t.provider_group in ${transferGroups} as may_be_transfer`;

/** What the `written` rows come to, with those that are `posting`, were `known`, and of which was `told`. */
const whatWasWritten = fragment`
  select
    count(*) filter (where is_new) as added,
    (select count(*) from told) as modified,
    coalesce(
      array_agg(id::text) filter (where pending or posting.provider_transaction_id is not null),
      '{}'
    ) as linked,
    coalesce(
      array_agg(id::text) filter (
        where is_new
          and (pending or posting.provider_transaction_id is not null)
      ),
      '{}'
    ) as arrived,
    coalesce(array_agg(id::text) filter (where may_be_transfer), '{}') as transfers,
    (
      select coalesce(array_agg(day::text), '{}')
      from (select day from known union select day from written) touched
    ) as days,
    (
      select coalesce(array_agg(logo_url), '{}')
      from (select distinct logo_url from staged where logo_url is not null) shown
    ) as logos
  from written
  left join posting using (provider_transaction_id)`;

/**
 * Writes the staged rows, under the lock on the user's rows: the newest version of each wins, a row taken back
 * before returns. A row that is new, or that turns out to be a pending one's posted one, inherits the user's
 * decisions from the pending one; else only the provider's half of a row that exists is written. What changed of
 * one that was here is noted in the log; a new one's beginning is the row itself.
 */
export const writeStaged = async (queries: Queries, lease: Lease): Promise<Written> => {
  const { userId } = lease;
  const written = await queries.row<Written>(owned`
    with staged as materialized (
      select
        latest.*,
        a.id as account_id,
        before.overridden_category,
        before.overridden_group,
        coalesce(before.user_excluded, false) as user_excluded
      from (
        ${latestStaged(lease)}
      ) latest
      join accounts a
        on a.user_id = ${userId}
        and a.provider_account_id = latest.provider_account_id
      left join transactions before
        on before.user_id = ${userId}
        and before.provider_transaction_id = latest.pending_transaction_id
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
    rewritten as (
      ${rewriteKnown(lease)}
      returning ${writtenColumns}
    ),
    inserted as (
      ${insertNew(lease)}
      returning ${writtenColumns}
    ),
    written as (
      select *, false as is_new from rewritten
      union all
      select *, true from inserted
    )
    ${whatWasWritten}`);
  return (
    written ?? {
      ...{ added: 0, modified: 0 },
      ...{ linked: [], arrived: [], transfers: [], days: [], logos: [] },
    }
  );
};
