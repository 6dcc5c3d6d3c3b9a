import type { CallReply } from '@cairn/contract/calls';
import { pageSize, pagesFor, placeOf, tokenOf } from '../../domain/pages.ts';
import type { TransactionTextRow } from '../../domain/transaction-rows.ts';
import { WrittenReply } from '../../platform/http/written-reply.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { filterOf, letsAllThrough, type TransactionFilter } from './filter.ts';
import { requireAccounts } from './require-accounts.ts';
import {
  countAll,
  countBetween,
  countFiltered,
  listPage,
  listPageOfAll,
} from './transactions.queries.ts';

/** Which page: by number from 1, or after the place where the one before ended. */
export interface PageWish {
  page_number?: number;
  after?: string;
}

type PageReply = CallReply<'POST /user/transactions/v2'>;
type RecentReply = CallReply<'GET /user/transactions/recent'>;

const recentRows = 10;

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

function pageOf(rows: readonly TransactionTextRow[], count: number): WrittenReply<PageReply> {
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const next = rows.length > pageSize && last !== undefined ? tokenOf(last) : null;
  return new WrittenReply(
    `{"transactions":${arrayOf(page)},"num_pages":${pagesFor(count)},"next":${JSON.stringify(next)}}`,
  );
}

/** The newest transactions, and how many this month has had so far. */
export async function listRecent(
  { database }: Services,
  userId: UserId,
  today: Temporal.PlainDate,
): Promise<WrittenReply<RecentReply>> {
  const [rows, number] = await Promise.all([
    listPage(database, userId, filterOf({}, today), { limit: recentRows, offset: 0, after: null }),
    countBetween(database, userId, today.with({ day: 1 }).toString(), today.toString()),
  ]);
  const meta = { number, month: today.toLocaleString('en-US', { month: 'long' }) };
  return new WrittenReply(`{"transactions":${arrayOf(rows)},"meta":${JSON.stringify(meta)}}`);
}

const arrayOf = (rows: readonly TransactionTextRow[]): string =>
  `[${rows.map(({ transaction }) => transaction).join(',')}]`;
