import { accountOf } from '../../domain/account-rows.ts';
import { findMainCurrency } from '../../domain/main-currency.queries.ts';
import { findStream, listStreams } from '../../domain/streams.queries.ts';
import { transactionsOf } from '../../domain/transaction-rows.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { isUuid } from '../../platform/identifiers.ts';
import { notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { changeStream } from './change-stream.ts';
import { listRecurring } from './list-recurring.ts';
import { findAccountOfStream, listPaidDays, listPayments } from './recurring.queries.ts';
import { streamOf } from './stream-on-wire.ts';

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
        listPaidDays(database, owner, month),
        findMainCurrency(database, owner),
      ]);
      return { ...listRecurring(streams, payments, today), currency };
    },
    'GET /user/recurringtx/:id': async ({ owner, params: { id }, today }) => {
      if (!isUuid(id)) throw notFound('recurring payment');
      const [stream, account, payments] = await Promise.all([
        findStream(database, owner, id),
        findAccountOfStream(database, owner, id),
        listPayments(database, owner, id),
      ]);
      if (stream === undefined || account === undefined) throw notFound('recurring payment');
      return {
        tx: streamOf(stream, today, payments[0]?.day),
        account: accountOf(account),
        payments: transactionsOf(payments),
      };
    },
    'PATCH /user/recurringtx/:id': async ({ identity, params: { id }, body, today }) =>
      streamOf(await changeStream(services, identity.userId, id, body), today),
  };
}
