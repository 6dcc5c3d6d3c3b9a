import { pageSize, pagesFor, placeOf, tokenOf } from '../../domain/pages.ts';
import { type TransactionRow, transactionOf } from '../../domain/transaction-rows.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { letsAllThrough, type TransactionFilter } from './filter.ts';
import { requireAccounts } from './require-accounts.ts';
import { countAll, countFiltered, listPage, listPageOfAll } from './transactions.queries.ts';

/** Which page: by number from 1, or after the place where the one before ended. */
export interface PageWish {
  page_number?: number;
  after?: string;
}

/** A page of a filtered list with the number of pages and the place of the next. */
export async function listTransactions(
  { database }: Services,
  userId: UserId,
  filter: TransactionFilter,
  wish: PageWish,
) {
  await requireAccounts(database, userId, filter);
  const page = {
    limit: pageSize + 1,
    offset: wish.after === undefined ? ((wish.page_number ?? 1) - 1) * pageSize : 0,
    after: wish.after === undefined ? null : placeOf(wish.after),
  };
  if (letsAllThrough(filter)) {
    const rows = await listPageOfAll(database, userId, page);
    // Past the end there is no row to say how many there are.
    return pageOf(rows, rows[0]?.listed ?? (await countAll(database, userId)));
  }
  if (filter.search !== null) {
    const rows = await listPage(database, userId, filter, page);
    // Counting what a search finds may take longer than finding the first: it has a call of its own.
    return pageOf(rows, ((wish.page_number ?? 1) - 1) * pageSize + rows.length);
  }
  const [rows, count] = await Promise.all([
    listPage(database, userId, filter, page),
    countFiltered(database, userId, filter),
  ]);
  return pageOf(rows, count);
}

function pageOf(rows: readonly TransactionRow[], count: number) {
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    transactions: page.map(transactionOf),
    num_pages: pagesFor(count),
    next: rows.length > pageSize && last !== undefined ? tokenOf(last) : null,
  };
}
