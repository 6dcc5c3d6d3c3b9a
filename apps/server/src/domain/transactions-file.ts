import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { fragment } from '../platform/owned-sql.ts';
import { csvLine } from './csv.ts';
import type { PageOfRows, Place } from './pages.ts';

/** A listed transaction as the CSV file tells it. Money: decimal text, positive out. */
export interface ExportedTransaction extends Place {
  merchant_name: string | null;
  name: string;
  account: string;
  category: string;
  amount: string;
  pending: boolean;
  excluded: string | null;
  currency: string;
}

/** The columns of `ExportedTransaction`, read from `counted_transactions t`. */
export const exportedColumns = fragment`
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

// Few enough to be nothing in memory, enough that the round trips cost nothing; fewer to begin with, so that the
// file begins at once.
const rowsAtFirst = 200;
const rowsAtOnce = 2_000;
// A connection on which nothing moves for so long is dead, whatever it looks like. Milliseconds.
const longestStall = 60_000;

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

/** Reads one page of the rows that the file is to hold, newest first. */
type ReadPage = (page: PageOfRows) => Promise<ExportedTransaction[]>;

/** Answers with rows as transactions.csv, made while it is sent. */
export async function sendTransactionsFile(
  readPage: ReadPage,
  reply: FastifyReply,
): Promise<Readable> {
  // Read before anything is sent: a database that is away is still an error and no empty file.
  const first = await readPage({ limit: rowsAtFirst, offset: 0, after: null });
  const file = Readable.from(writeLines(first, readPage));
  reply.raw.setTimeout(longestStall, () => {
    file.destroy(new Error('Whoever asked for the export stopped reading it'));
  });
  reply.header('content-type', 'text/csv; charset=utf-8');
  reply.header('content-disposition', 'attachment; filename="transactions.csv"');
  return file;
}

/**
 * The whole file, a page at a time; the next one is read while this one is written, so that the database
 * and we work side by side. Rows that arrive meanwhile shift none of the others.
 */
async function* writeLines(
  first: readonly ExportedTransaction[],
  readPage: ReadPage,
): AsyncGenerator<string> {
  yield csvLine(header);
  let rows = first;
  let asked = rowsAtFirst;
  while (rows.length > 0) {
    const last = rows.at(-1);
    const isLast = last === undefined || rows.length < asked;
    const next = isLast
      ? Promise.resolve([])
      : readPage({ limit: rowsAtOnce, offset: 0, after: last });
    asked = rowsAtOnce;
    // Who stops reading asks for no more of it; its failure is told where it is waited for.
    next.catch(() => undefined);
    yield rows.map(lineOf).join('');
    rows = await next;
  }
}

const lineOf = (row: ExportedTransaction): string =>
  csvLine([
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
