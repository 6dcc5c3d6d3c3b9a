import type { CallResponse } from '@cairn/contract/calls';
import {
  countPages,
  decodeCursor,
  encodeCursor,
  pageSize,
} from '../../../domain/transactions/paging.ts';
import type { TransactionJsonRow } from '../../../domain/transactions/transaction-rows.ts';
import { SerializedResponse } from '../../../platform/http/serialized-response.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import type { Services } from '../../../services.ts';
import {
  countAll,
  countBetween,
  countFiltered,
  listPage,
  listUnfilteredPage,
} from '../transactions.queries.ts';
import { isUnfiltered, parseFilter, type TransactionFilter } from './filter.ts';
import { requireAccounts } from './require-accounts.ts';

/** A page: by number, starting at 1, or after the keyset cursor of the previous page. */
export interface PageRequest {
  page_number?: number;
  after?: string;
}

type PageResponse = CallResponse<'POST /user/transactions/v2'>;
type RecentResponse = CallResponse<'GET /user/transactions/recent'>;

const recentCount = 10;

/** Lists a page of filtered transactions, with the number of pages and the cursor of the next page. */
export async function listTransactions(
  { database }: Services,
  userId: UserId,
  filter: TransactionFilter,
  request: PageRequest,
) {
  await requireAccounts(database, userId, filter);
  const page = {
    limit: pageSize + 1,
    offset: request.after === undefined ? ((request.page_number ?? 1) - 1) * pageSize : 0,
    after: request.after === undefined ? null : decodeCursor(request.after),
  };
  if (isUnfiltered(filter)) {
    const rows = await listUnfilteredPage(database, userId, page);
    // Past the last page there is no row that carries the count.
    return toPageResponse(rows, rows[0]?.listed ?? (await countAll(database, userId)));
  }
  if (filter.search !== null) {
    const rows = await listPage(database, userId, filter, page);
    // Counting all matches can take longer than finding a page, so it has its own call.
    return toPageResponse(rows, ((request.page_number ?? 1) - 1) * pageSize + rows.length);
  }
  const [rows, count] = await Promise.all([
    listPage(database, userId, filter, page),
    countFiltered(database, userId, filter),
  ]);
  return toPageResponse(rows, count);
}

function toPageResponse(
  rows: readonly TransactionJsonRow[],
  count: number,
): SerializedResponse<PageResponse> {
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const next = rows.length > pageSize && last !== undefined ? encodeCursor(last) : null;
  return new SerializedResponse(
    `{"transactions":${toJsonArray(page)},"num_pages":${countPages(count)},"next":${JSON.stringify(next)}}`,
  );
}

/** Lists the newest transactions, and counts this month's so far. */
export async function listRecent(
  { database }: Services,
  userId: UserId,
  today: Temporal.PlainDate,
): Promise<SerializedResponse<RecentResponse>> {
  const [rows, number] = await Promise.all([
    listPage(database, userId, parseFilter({}, today), {
      limit: recentCount,
      offset: 0,
      after: null,
    }),
    countBetween(database, userId, today.with({ day: 1 }).toString(), today.toString()),
  ]);
  const meta = { number, month: today.toLocaleString('en-US', { month: 'long' }) };
  return new SerializedResponse(
    `{"transactions":${toJsonArray(rows)},"meta":${JSON.stringify(meta)}}`,
  );
}

const toJsonArray = (rows: readonly TransactionJsonRow[]): string =>
  `[${rows.map(({ transaction }) => transaction).join(',')}]`;
