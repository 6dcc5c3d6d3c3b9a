import type { TransactionRecord } from '../../../domain/transactions/bank-columns.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { owned } from '../../../platform/database/owned-sql.ts';
import { stagedColumns, stagedValues } from '../bank-column-lists.queries.ts';
import type { Lease } from '../lease.queries.ts';

/**
 * Stages a fetched page until all pages have been fetched, so that memory use does not grow with the history. One
 * array per column: writing and reading them takes about half the time of JSON objects.
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
