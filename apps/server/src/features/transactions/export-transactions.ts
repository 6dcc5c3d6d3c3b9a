import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { openTransactionsCsv } from '../../domain/transactions/transactions-csv.ts';
import { sendCsv } from '../../platform/http/send-csv.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import type { TransactionFilter } from './list/filter.ts';
import { requireAccounts } from './list/require-accounts.ts';
import { exportPage } from './transactions.queries.ts';

/** Streams the filtered transactions as transactions.csv. Throws 404 for an account that isn't the user's. */
export async function exportTransactions(
  { database }: Services,
  userId: UserId,
  filter: TransactionFilter,
  reply: FastifyReply,
): Promise<Readable> {
  await requireAccounts(database, userId, filter);
  const file = await openTransactionsCsv((page) => exportPage(database, userId, filter, page));
  return sendCsv(reply, 'transactions.csv', file);
}
