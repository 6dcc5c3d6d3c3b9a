import type { TransactionRecord } from '../../../domain/transactions/bank-columns.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { owned } from '../../../platform/database/owned-sql.ts';
import { stagedColumns, stagedValues } from '../bank-column-lists.queries.ts';
import { type Lease, renewedColumns } from '../lease.queries.ts';

/** A page of transactions to stage. */
export interface StagedPage {
  /** Counts from 1. */
  number: number;
  rows: readonly TransactionRecord[];
  /** The rows of all pages so far, including versions that a later page replaces. */
  received: number;
}

/**
 * Stages a fetched page until all pages have been fetched, so that memory use does not grow with the history. Also
 * renews the lease and records the progress. This is one statement, because each statement waits for the network and
 * the disk. Returns whether the user has paid access now. Undefined, with nothing staged, if the lease is lost.
 *
 * One array per column: writing and reading them takes about half the time of JSON objects.
 */
export const stagePage = (
  queries: Queries,
  { userId, itemId, token }: Lease,
  { number, rows, received }: StagedPage,
) =>
  queries.row<{ paid: boolean }>(owned`
    with leased as (
      update items
      set ${renewedColumns(received)}
      where user_id = ${userId}
        and id = ${itemId}
        and lease_token = ${token}
      returning user_id
    ),
    staged as (
      insert into sync_pages (user_id, item_id, lease_token, page, ${stagedColumns})
      select ${userId}, ${itemId}, ${token}, ${number}, ${stagedValues(rows)}
      from leased
    )
    select coalesce(u.paid_until > now(), false) as paid
    from leased
    join users u using (user_id)
    where u.user_id = ${userId}`);

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
