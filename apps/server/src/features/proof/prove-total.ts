import { Readable } from 'node:stream';
import type { Proof } from '@cairn/contract/proof';
import { cryptoAccountId } from '@cairn/contract/rules/crypto-value';
import type { FastifyReply } from 'fastify';
import { decodeCursor } from '../../domain/transactions/paging.ts';
import { openTransactionsCsv } from '../../domain/transactions/transactions-csv.ts';
import { sendCsv } from '../../platform/http/send-csv.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { listIncludedForExport, listPostedForExport } from './proof.queries.ts';
import { parseTotal, type TotalInput } from './provable-totals.ts';
import { formatBalancesCsv, proveBalances } from './prove-balances.ts';
import { formatChangesCsv, proveChanges, toPostedRange } from './prove-changes.ts';
import { formatStreamsCsv, proveStreams } from './prove-streams.ts';
import { type ProofPage, proveTransactions, resolveRefundGroups } from './prove-transactions.ts';

/** Proves a total: what it includes, and what it omits and why. */
export async function proveTotal(
  services: Services,
  userId: UserId,
  request: TotalInput & { list?: 'included' | 'omitted'; after?: string },
  today: Temporal.PlainDate,
): Promise<Proof> {
  const total = parseTotal(request, today);
  const { list, after } = request;
  // An invalid cursor is rejected for every total, even for those that have only one page.
  const page: ProofPage = { list, after: after === undefined ? null : decodeCursor(after) };
  switch (total.kind) {
    case 'transactions':
      return proveTransactions(services.database, userId, { total, today, page });
    case 'balances':
      return proveBalances(services, userId, total, today);
    case 'changes':
      return proveChanges(services, userId, { total, today, page });
    case 'streams':
      return proveStreams(services.database, userId, total, today);
  }
}

/** The activity event that records the download of a file. */
type ExportEvent = 'transactions_exported' | 'balances_exported' | 'recurring_exported';

/**
 * Exports the rows of a total as a CSV file: transactions.csv, accounts.csv for balances and balance changes, or
 * recurring.csv for streams. The rows add up to the total, except for the change of one bank account: its file lists
 * the posted transactions without the unexplained amount.
 */
export async function exportTotal(
  services: Services,
  userId: UserId,
  request: { total: TotalInput; today: Temporal.PlainDate; reply: FastifyReply },
): Promise<{ file: Readable; event: ExportEvent }> {
  const { database } = services;
  const { today, reply } = request;
  const total = parseTotal(request.total, today);
  switch (total.kind) {
    case 'transactions': {
      const resolvedTotal = await resolveRefundGroups(database, userId, total, today.toString());
      const file = await openTransactionsCsv((page) =>
        listIncludedForExport(database, userId, {
          total: resolvedTotal,
          today: today.toString(),
          page,
        }),
      );
      return { file: sendCsv(reply, 'transactions.csv', file), event: 'transactions_exported' };
    }
    case 'balances': {
      const text = await formatBalancesCsv(services, userId, total, today);
      return { file: sendText(reply, 'accounts.csv', text), event: 'balances_exported' };
    }
    case 'changes': {
      if (total.account !== null && total.account !== cryptoAccountId) {
        const days = toPostedRange(total);
        const file = await openTransactionsCsv((page) =>
          listPostedForExport(database, userId, { ...days, page }),
        );
        return { file: sendCsv(reply, 'transactions.csv', file), event: 'transactions_exported' };
      }
      const text = await formatChangesCsv(services, userId, total, today);
      return { file: sendText(reply, 'accounts.csv', text), event: 'balances_exported' };
    }
    case 'streams': {
      const text = await formatStreamsCsv(database, userId, total, today);
      return { file: sendText(reply, 'recurring.csv', text), event: 'recurring_exported' };
    }
  }
}

const sendText = (reply: FastifyReply, name: string, text: string): Readable =>
  sendCsv(reply, name, Readable.from([text]));
