import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { sendTransactionsFile } from '../../domain/transactions-file.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { includedFilePage } from './proof.queries.ts';
import { totalOf, type WireTotal } from './provable-totals.ts';
import { balancesFile, proveBalances } from './prove-balances.ts';
import { narrowed, type ProofPage, proveRows } from './prove-rows.ts';

/** Takes a total apart: what is in it, and what was left out for which reason. */
export async function proveTotal(
  services: Services,
  userId: UserId,
  wish: WireTotal & ProofPage,
  today: Temporal.PlainDate,
) {
  const total = totalOf(wish, today);
  return total.kind === 'balances'
    ? proveBalances(services, userId, total)
    : proveRows(services.database, userId, { total, today, page: wish });
}

/**
 * Answers with the rows in a total as transactions.csv: their amounts add up to it. Of a total of balances
 * with accounts.csv.
 */
export async function exportTotal(
  services: Services,
  userId: UserId,
  asked: { wish: WireTotal; today: Temporal.PlainDate; reply: FastifyReply },
): Promise<{ file: Readable; event: 'transactions_exported' | 'balances_exported' }> {
  const { database } = services;
  const today = asked.today.toString();
  const wanted = totalOf(asked.wish, asked.today);
  if (wanted.kind === 'balances') {
    const file = await balancesFile(services, userId, wanted);
    asked.reply.header('content-type', 'text/csv; charset=utf-8');
    asked.reply.header('content-disposition', 'attachment; filename="accounts.csv"');
    return { file: Readable.from([file]), event: 'balances_exported' };
  }
  const total = await narrowed(database, userId, wanted, today);
  const file = await sendTransactionsFile(
    (page) => includedFilePage(database, userId, { total, today, page }),
    asked.reply,
  );
  return { file, event: 'transactions_exported' };
}
