import { toAccount } from '../../domain/balances/account-rows.ts';
import { findMainCurrency } from '../../domain/money/main-currency.queries.ts';
import { findStream, listStreams } from '../../domain/recurring/streams.queries.ts';
import { toTransactions } from '../../domain/transactions/transaction-rows.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { isUuid } from '../../platform/identifiers.ts';
import { notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { changeStream } from './change-stream.ts';
import { listRecurring } from './list-recurring.ts';
import { findStreamAccount, listPaidDays, listPayments } from './recurring.queries.ts';
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
        listPaidDays(database, owner, month),
        findMainCurrency(database, owner),
      ]);
      return { ...listRecurring(streams, payments, today), currency };
    },
    'GET /user/recurringtx/:id': async ({ owner, params: { id }, today }) => {
      if (!isUuid(id)) throw notFound('recurring payment');
      const [stream, account, payments] = await Promise.all([
        findStream(database, owner, id),
        findStreamAccount(database, owner, id),
        listPayments(database, owner, id),
      ]);
      if (stream === undefined || account === undefined) throw notFound('recurring payment');
      return {
        tx: toRecurringStream(stream, today, payments[0]?.day),
        account: toAccount(account),
        payments: toTransactions(payments),
      };
    },
    'PATCH /user/recurringtx/:id': async ({ identity, params: { id }, body, today }) =>
      toRecurringStream(await changeStream(services, identity.userId, id, body), today),
  };
}
