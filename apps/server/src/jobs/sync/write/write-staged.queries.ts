import { transferGroups } from '../../../domain/transactions/transfer-pairs.queries.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { fragment, owned } from '../../../platform/database/owned-sql.ts';
import {
  columnAssignments,
  insertedColumns,
  insertedValues,
  stagedArrays,
  stagedColumns,
} from '../bank-column-lists.queries.ts';
import type { Lease } from '../lease.queries.ts';
import { recordChanges, selectExistingRows } from './transaction-changes.queries.ts';

/** The result of writing the staged rows. */
export interface WrittenRows {
  added: number;
  /** Number of existing rows that changed. */
  modified: number;
  /**
   * Ids of rows that may supersede another or be superseded: pending rows, and posted rows whose pending row exists.
   */
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
    ${columnAssignments},
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
    tag_ids = case
      when t.pending_transaction_id is distinct from s.pending_transaction_id
        and t.tag_ids = '{}'
      then s.tag_ids
      else t.tag_ids
    end,
    note = case
      when t.pending_transaction_id is distinct from s.pending_transaction_id
      then coalesce(t.note, s.note)
      else t.note
    end,
    reviewed = t.reviewed
      or (
        t.pending_transaction_id is distinct from s.pending_transaction_id
        and s.reviewed
      ),
    last_seen_lease = ${token}::bigint,
    removed_at = null
  from staged s
  where t.user_id = ${userId}
    and t.id = s.existing_id
    and s.existing_id is not null`;

/** Inserts the rows that do not exist yet, sorted by day, because they are read in that order. */
const insertNew = ({ userId, token }: Lease) => fragment`
  insert into transactions (
    user_id, account_id, ${insertedColumns},
    overridden_category, overridden_group, user_excluded, tag_ids, note, reviewed, last_seen_lease
  )
  select
    ${userId}, s.account_id, ${insertedValues},
    s.overridden_category, s.overridden_group, s.user_excluded, s.tag_ids, s.note, s.reviewed,
    ${token}::bigint
  from staged s
  where s.existing_id is null
  order by
    s.date,
    s.id`;

/**
 * The `staged` rows by Cairn's ids. A posted row may supersede the pending row that it refers to only if that row
 * exists or is staged too: banks refer to a pending transaction for every purchase, even if they never sent that
 * transaction.
 */
const selectWritten = fragment`
  select
    coalesce(s.existing_id, s.id)::text as id,
    s.existing_id is null as is_new,
    s.pending
      or s.has_existing_pending
      or s.pending_transaction_id in (select provider_transaction_id from staged) as may_supersede,
    s.transfer_pair_id is not null
      or s.provider_group in ${transferGroups} as may_be_transfer
  from staged s`;

/** Computes the result from `staged`, `existing`, and the `recorded` changes. */
const selectResult = fragment`
  select
    count(*) filter (where is_new) as added,
    (select count(*) from recorded) as modified,
    coalesce(array_agg(id) filter (where may_supersede), '{}') as "supersedeIds",
    coalesce(array_agg(id) filter (where may_supersede and is_new), '{}') as "newSupersedeIds",
    coalesce(array_agg(id) filter (where may_be_transfer), '{}') as "transferIds",
    (
      select coalesce(array_agg(day::text), '{}')
      from (select day from existing union select day from staged) touched
    ) as days,
    (
      select coalesce(array_agg(logo_url), '{}')
      from (select distinct logo_url from staged where logo_url is not null) with_logo
    ) as logos
  from (
    ${selectWritten}
  ) written`;

/**
 * Writes the staged rows, under the lock on the user's rows. The newest version of each wins, and removed rows return.
 * A posted row inherits the user's decisions from its pending one. Otherwise, only the provider's columns of existing
 * rows are written. Changes of existing rows are recorded in the transaction history; new rows need no event.
 */
export const writeStagedRows = async (queries: Queries, lease: Lease): Promise<WrittenRows> => {
  const { userId } = lease;
  const written = await queries.row<WrittenRows>(owned`
    -- The only part that looks up existing rows, because a first sync has many staged rows and no existing ones.
    with staged as materialized (
      select
        latest.*,
        coalesce(latest.authorized_date, latest.date) as day,
        a.id as account_id,
        existing.id as existing_id,
        existing.transfer_pair_id,
        pending_row.id is not null as has_existing_pending,
        pending_row.overridden_category,
        pending_row.overridden_group,
        coalesce(pending_row.user_excluded, false) as user_excluded,
        coalesce(pending_row.tag_ids, '{}') as tag_ids,
        pending_row.note,
        coalesce(pending_row.reviewed, false) as reviewed
      from (
        ${selectLatestStaged(lease)}
      ) latest
      join accounts a
        on a.user_id = ${userId}
        and a.provider_account_id = latest.provider_account_id
      left join transactions existing
        on existing.user_id = ${userId}
        and existing.provider_transaction_id = latest.provider_transaction_id
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
    updated as (
      ${updateExisting(lease)}
    ),
    inserted as (
      ${insertNew(lease)}
    )
    ${selectResult}`);
  return (
    written ?? {
      ...{ added: 0, modified: 0 },
      ...{ supersedeIds: [], newSupersedeIds: [], transferIds: [], days: [], logos: [] },
    }
  );
};
