import { toAccount } from '../../domain/balances/account-rows.ts';
import { findMainCurrency } from '../../domain/money/main-currency.queries.ts';
import { findStream, listStreams } from '../../domain/recurring/streams.queries.ts';
import { toTransactions } from '../../domain/transactions/transaction-rows.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { isUuid, type UserId } from '../../platform/identifiers.ts';
import { notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { changeStream } from './change-stream.ts';
import { listRecurring } from './list-recurring.ts';
import { findStreamAccount, listPayments, listStreamPayments } from './recurring.queries.ts';
import { toRecurringStream } from './recurring-stream.ts';

type RecurringCalls =
  | 'POST /user/plaid/recurring_txs'
  | 'GET /user/recurringtx/:id'
  | 'PATCH /user/recurringtx/:id';

/** Handlers for streams: the list, one stream with its payments, and the user's changes. */
export function recurringHandlers(services: Services): Handlers<RecurringCalls> {
  const { database } = services;
  return {
    'POST /user/plaid/recurring_txs': async ({ owner, today }) => {
      const month = { from: today.with({ day: 1 }).toString(), to: today.toString() };
      const [streams, payments, currency] = await Promise.all([
        listStreams(database, owner),
        listStreamPayments(database, owner, month),
        findMainCurrency(database, owner),
      ]);
      return { ...listRecurring(streams, payments, today), currency };
    },
    'GET /user/recurringtx/:id': async ({ owner, params: { id }, today }) => {
      if (!isUuid(id)) throw notFound('recurring payment');
      const [{ tx, payments }, account] = await Promise.all([
        showStream(database, owner, id, today),
        findStreamAccount(database, owner, id),
      ]);
      if (account === undefined) throw notFound('recurring payment');
      return { tx, account: toAccount(account), payments };
    },
    'PATCH /user/recurringtx/:id': async ({
      identity: { userId },
      params: { id },
      body,
      today,
    }) => {
      await changeStream(services, userId, id, body);
      return (await showStream(database, userId, id, today)).tx;
    },
  };
}

/** Returns a stream with its payments, newest first. Throws 404 if there is no such stream. */
async function showStream(
  database: Services['database'],
  userId: UserId,
  id: string,
  today: Temporal.PlainDate,
) {
  const [stream, rows] = await Promise.all([
    findStream(database, userId, id),
    listPayments(database, userId, id),
  ]);
  if (stream === undefined) throw notFound('recurring payment');
  const payments = toTransactions(rows);
  const [newest] = rows;
  const logo_url = payments.find((payment) => payment.logo_url !== null)?.logo_url ?? null;
  const facts = newest && { last_day: newest.day, logo_url };
  return { tx: toRecurringStream(stream, today, facts), payments };
}
