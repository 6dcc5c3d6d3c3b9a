import { transferGroups } from '../../../domain/transactions/transfer-pairs.queries.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { fragment, owned } from '../../../platform/database/owned-sql.ts';
import {
  insertedColumns,
  insertedValues,
  stagedArrays,
  stagedColumns,
  updatedColumns,
} from '../bank-column-lists.queries.ts';
import type { Lease } from '../lease.queries.ts';
import {
  recordChanges,
  selectExistingRows,
  selectPostingRows,
} from './transaction-changes.queries.ts';

/** The result of writing the staged rows. */
export interface WrittenRows {
  added: number;
  /** Number of existing rows that changed. */
  modified: number;
  /** Ids of rows that may supersede another or be superseded: pending, or posted with an existing pending one. */
  supersedeIds: string[];
  /** The ids in `supersedeIds` whose rows are new. */
  newSupersedeIds: string[];
  /** Ids of rows that may belong to an internal transfer, or did before. */
  transferIds: string[];
  /** The old and new days of the rows (ISO). */
  days: string[];
  /** The logo URLs of the rows. */
  logos: string[];
}

/** Selects the newest version of each staged row. */
export const selectLatestStaged = ({ userId, itemId, token }: Lease) => fragment`
  select distinct on (r.provider_transaction_id) r.*
  from sync_pages p
  cross join lateral unnest(${stagedArrays}) as r (${stagedColumns})
  where p.user_id = ${userId}
    and p.item_id = ${itemId}
    and p.lease_token = ${token}
  order by r.provider_transaction_id, p.page desc`;

/** Updates the provider's columns of existing rows. The user's columns are only inherited from a pending row. */
const updateExisting = ({ userId, token }: Lease) => fragment`
  update transactions t
  set
    account_id = s.account_id,
    ${updatedColumns},
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
    last_seen_lease = ${token}::bigint,
    removed_at = null
  from staged s
  where t.user_id = ${userId}
    and t.provider_transaction_id = s.provider_transaction_id`;

/** Inserts the rows that do not exist yet, sorted by day, because they are read in that order. */
const insertNew = ({ userId, token }: Lease) => fragment`
  insert into transactions as t (
    user_id, account_id, ${insertedColumns},
    overridden_category, overridden_group, user_excluded, last_seen_lease
  )
  select
    ${userId}, s.account_id, ${insertedValues},
    s.overridden_category, s.overridden_group, s.user_excluded, ${token}::bigint
  from staged s
  where not exists (
    select 1
    from transactions existing
    where existing.user_id = ${userId}
      and existing.provider_transaction_id = s.provider_transaction_id
  )
  order by
    s.date,
    s.id`;

/** The columns that the result is computed from. */
const writtenColumns = fragment`
  t.id,
  t.day,
  t.provider_transaction_id,
  t.pending,
  t.transfer_pair_id is not null
    or t.provider_group in ${transferGroups} as may_be_transfer`;

/** Computes the result from `written`, `posting`, `existing`, and the `recorded` changes. */
const selectResult = fragment`
  select
    count(*) filter (where is_new) as added,
    (select count(*) from recorded) as modified,
    coalesce(
      array_agg(id::text) filter (where pending or posting.provider_transaction_id is not null),
      '{}'
    ) as "supersedeIds",
    coalesce(
      array_agg(id::text) filter (
        where is_new
          and (pending or posting.provider_transaction_id is not null)
      ),
      '{}'
    ) as "newSupersedeIds",
    coalesce(array_agg(id::text) filter (where may_be_transfer), '{}') as "transferIds",
    (
      select coalesce(array_agg(day::text), '{}')
      from (select day from existing union select day from written) touched
    ) as days,
    (
      select coalesce(array_agg(logo_url), '{}')
      from (select distinct logo_url from staged where logo_url is not null) with_logo
    ) as logos
  from written
  left join posting using (provider_transaction_id)`;

/**
 * Writes the staged rows, under the lock on the user's rows. The newest version of each wins, and removed rows return.
 * A posted row inherits the user's overrides from its pending one. Otherwise, only the provider's columns of existing
 * rows are written. Changes of existing rows are recorded in the transaction history; new rows need no event.
 */
export const writeStagedRows = async (queries: Queries, lease: Lease): Promise<WrittenRows> => {
  const { userId } = lease;
  const written = await queries.row<WrittenRows>(owned`
    with staged as materialized (
      select
        latest.*,
        a.id as account_id,
        pending_row.overridden_category,
        pending_row.overridden_group,
        coalesce(pending_row.user_excluded, false) as user_excluded
      from (
        ${selectLatestStaged(lease)}
      ) latest
      join accounts a
        on a.user_id = ${userId}
        and a.provider_account_id = latest.provider_account_id
      left join transactions pending_row
        on pending_row.user_id = ${userId}
        and pending_row.provider_transaction_id = latest.pending_transaction_id
    ),
    existing as materialized (
      ${selectExistingRows(lease)}
    ),
    recorded as (
      ${recordChanges(lease)}
    ),
    posting as (
      ${selectPostingRows(lease)}
    ),
    updated as (
      ${updateExisting(lease)}
      returning ${writtenColumns}
    ),
    inserted as (
      ${insertNew(lease)}
      returning ${writtenColumns}
    ),
    written as (
      select *, false as is_new from updated
      union all
      select *, true from inserted
    )
    ${selectResult}`);
  return (
    written ?? {
      ...{ added: 0, modified: 0 },
      ...{ supersedeIds: [], newSupersedeIds: [], transferIds: [], days: [], logos: [] },
    }
  );
};
