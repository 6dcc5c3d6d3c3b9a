import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { csvLine } from '../../domain/csv.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import type { TransactionFilter } from './filter.ts';
import { requireAccounts } from './require-accounts.ts';
import { type ExportedTransaction, exportPage } from './transactions.queries.ts';

// Few enough to be nothing in memory, enough that the round trips cost nothing.
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

/** Answers with what a filter lets through as transactions.csv, made while it is sent. */
export async function exportTransactions(
  { database }: Services,
  userId: UserId,
  filter: TransactionFilter,
  reply: FastifyReply,
): Promise<Readable> {
  await requireAccounts(database, userId, filter);
  const readPage = (after: ExportedTransaction | null) =>
    exportPage(database, userId, filter, { limit: rowsAtOnce, offset: 0, after });
  // Read before anything is sent: a database that is away is still an error and no empty file.
  const first = await readPage(null);
  const file = Readable.from(writeLines(first, readPage));
  reply.raw.setTimeout(longestStall, () => {
    file.destroy(new Error('Whoever asked for the export stopped reading it'));
  });
  reply.header('content-type', 'text/csv; charset=utf-8');
  reply.header('content-disposition', 'attachment; filename="transactions.csv"');
  return file;
}

/** The whole file, a page at a time. Rows that arrive meanwhile shift none of the others. */
async function* writeLines(
  first: readonly ExportedTransaction[],
  readPage: (after: ExportedTransaction) => Promise<ExportedTransaction[]>,
): AsyncGenerator<string> {
  yield csvLine(header);
  let rows = first;
  for (;;) {
    if (rows.length > 0) yield rows.map(lineOf).join('');
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    rows = await readPage(last);
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
