import { Readable } from 'node:stream';
import { cryptoHolding } from '@cairn/contract/crypto-value';
import type { FastifyReply } from 'fastify';
import { sendTransactionsFile } from '../../domain/transactions-file.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { includedFilePage, postedFilePage } from './proof.queries.ts';
import { totalOf, type WireTotal } from './provable-totals.ts';
import { balancesFile, proveBalances } from './prove-balances.ts';
import { changesFile, postedDays, proveChanges } from './prove-changes.ts';
import { narrowed, type ProofPage, proveRows } from './prove-rows.ts';
import { proveStreams, streamsFile } from './prove-streams.ts';

/** Proves a total: what it includes, and what it omits for which reason. */
export async function proveTotal(
  services: Services,
  userId: UserId,
  request: WireTotal & ProofPage,
  today: Temporal.PlainDate,
) {
  const total = totalOf(request, today);
  switch (total.kind) {
    case 'rows':
      return proveRows(services.database, userId, { total, today, page: request });
    case 'balances':
      return proveBalances(services, userId, total, today);
    case 'changes':
      return proveChanges(services, userId, { total, today, page: request });
    case 'streams':
      return proveStreams(services.database, userId, today);
  }
}

/** The activity event that records the download of a file. */
type ExportEvent = 'transactions_exported' | 'balances_exported' | 'recurring_exported';

/**
 * Exports the rows of a total as a CSV file that adds up to it: transactions.csv, accounts.csv for balances and
 * balance changes, or recurring.csv for streams.
 */
export async function exportTotal(
  services: Services,
  userId: UserId,
  request: { total: WireTotal; today: Temporal.PlainDate; reply: FastifyReply },
): Promise<{ file: Readable; event: ExportEvent }> {
  const { database } = services;
  const { today, reply } = request;
  const total = totalOf(request.total, today);
  switch (total.kind) {
    case 'rows': {
      const rows = await narrowed(database, userId, total, today.toString());
      const file = await sendTransactionsFile(
        (page) =>
          includedFilePage(database, userId, { total: rows, today: today.toString(), page }),
        reply,
      );
      return { file, event: 'transactions_exported' };
    }
    case 'balances': {
      const text = await balancesFile(services, userId, total, today);
      return { file: sendFile('accounts.csv', text, reply), event: 'balances_exported' };
    }
    case 'changes': {
      if (total.account !== null && total.account !== cryptoHolding) {
        const days = postedDays(total);
        const file = await sendTransactionsFile(
          (page) => postedFilePage(database, userId, { ...days, page }),
          reply,
        );
        return { file, event: 'transactions_exported' };
      }
      const text = await changesFile(services, userId, total, today);
      return { file: sendFile('accounts.csv', text, reply), event: 'balances_exported' };
    }
    case 'streams': {
      const text = await streamsFile(database, userId, today);
      return { file: sendFile('recurring.csv', text, reply), event: 'recurring_exported' };
    }
  }
}

function sendFile(name: string, text: string, reply: FastifyReply): Readable {
  reply.header('content-type', 'text/csv; charset=utf-8');
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from([text]);
}
