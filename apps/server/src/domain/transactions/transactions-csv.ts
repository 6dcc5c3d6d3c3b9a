import { Readable } from 'node:stream';
import { formatCsvLine } from '../../platform/csv.ts';
import { fragment } from '../../platform/database/owned-sql.ts';
import type { KeysetCursor, PageRange } from './paging.ts';

/** A transaction as a row of the CSV file. Amounts are decimal text, positive for money out. */
export interface ExportedTransaction extends KeysetCursor {
  merchant_name: string | null;
  name: string;
  account: string;
  category: string;
  amount: string;
  pending: boolean;
  excluded: string | null;
  currency: string;
}

/** The columns of `ExportedTransaction`, from `counted_transactions t`. */
export const exportColumns = fragment`
  t.id,
  t.day,
  t.merchant_name,
  t.name,
  coalesce(t.account_custom_name, t.account_name) as account,
  t.category,
  t.amount,
  t.pending,
  t.excluded,
  t.currency`;

// Large enough to make round trips negligible, and small enough to use little memory. The first page is smaller, so
// that the download starts at once.
const firstPageRows = 200;
const pageRows = 2_000;

const header = [
  'date',
  'merchant',
  'name',
  'account',
  'category',
  'amount',
  'pending',
  'excluded',
  'currency',
];

/** Reads one page of the file's rows, newest first. */
type ReadPage = (page: PageRange) => Promise<ExportedTransaction[]>;

/**
 * Opens transactions.csv as a stream. Resolves when the first page has been read, so that an unavailable database is an
 * error instead of an empty file.
 */
export async function openTransactionsCsv(readPage: ReadPage): Promise<Readable> {
  const first = await readPage({ limit: firstPageRows, offset: 0, after: null });
  return Readable.from(formatPages(first, readPage));
}

/**
 * Yields the file page by page, reading the next page while the current one is formatted. Keyset paging keeps
 * rows that arrive meanwhile from shifting others.
 */
async function* formatPages(
  first: readonly ExportedTransaction[],
  readPage: ReadPage,
): AsyncGenerator<string> {
  yield formatCsvLine(header);
  let rows = first;
  let limit = firstPageRows;
  while (rows.length > 0) {
    const last = rows.at(-1);
    const isLast = last === undefined || rows.length < limit;
    const next = isLast
      ? Promise.resolve([])
      : readPage({ limit: pageRows, offset: 0, after: last });
    limit = pageRows;
    // If the client stops reading, `next` is never awaited. Otherwise its error is thrown below.
    next.catch(() => undefined);
    yield rows.map(formatLine).join('');
    rows = await next;
  }
}

const formatLine = (row: ExportedTransaction): string =>
  formatCsvLine([
    row.day,
    row.merchant_name,
    row.name,
    row.account,
    row.category,
    row.amount,
    row.pending,
    row.excluded,
    row.currency,
  ]);
