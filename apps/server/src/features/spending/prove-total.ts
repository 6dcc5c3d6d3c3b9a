import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { sendTransactionsFile } from '../../domain/transactions-file.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { refused } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { includedFilePage } from './proof.queries.ts';
import { totalOf, type WireTotal } from './provable-totals.ts';
import { proveBalances } from './prove-balances.ts';
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

/** Answers with the rows in a total as transactions.csv: their amounts add up to it. */
export async function exportTotal(
  { database }: Services,
  userId: UserId,
  asked: { wish: WireTotal; today: Temporal.PlainDate; reply: FastifyReply },
): Promise<Readable> {
  const today = asked.today.toString();
  const wanted = totalOf(asked.wish, asked.today);
  if (wanted.kind === 'balances')
    throw refused('This total is of balances: there are no transactions to download.');
  const total = await narrowed(database, userId, wanted, today);
  return sendTransactionsFile(
    (page) => includedFilePage(database, userId, { total, today, page }),
    asked.reply,
  );
}
