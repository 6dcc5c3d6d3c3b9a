import { accountOf } from '../../domain/account-rows.ts';
import { findStream, listStreams } from '../../domain/streams.queries.ts';
import { transactionOf } from '../../domain/transaction-rows.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { isUuid } from '../../platform/identifiers.ts';
import { notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { changeStream } from './change-stream.ts';
import { listRecurring } from './list-recurring.ts';
import { findAccountOfStream, listPayments } from './recurring.queries.ts';
import { streamOf } from './stream-on-wire.ts';

type RecurringCalls =
  | 'POST /user/plaid/recurring_txs'
  | 'GET /user/recurringtx/:id'
  | 'PATCH /user/recurringtx/:id';

/** What repeats: the list, one stream with its payments, and what the user says of it. */
export function recurringHandlers(services: Services): Handlers<RecurringCalls> {
  const { database } = services;
  return {
    'POST /user/plaid/recurring_txs': async ({ owner, today }) =>
      listRecurring(await listStreams(database, owner), today),
    'GET /user/recurringtx/:id': async ({ owner, params: { id }, today }) => {
      if (!isUuid(id)) throw notFound('recurring payment');
      const [stream, account, payments] = await Promise.all([
        findStream(database, owner, id),
        findAccountOfStream(database, owner, id),
        listPayments(database, owner, id),
      ]);
      if (stream === undefined || account === undefined) throw notFound('recurring payment');
      return {
        tx: streamOf(stream, today),
        account: accountOf(account),
        payments: payments.map(transactionOf),
      };
    },
    'PATCH /user/recurringtx/:id': async ({ identity, params: { id }, body, today }) =>
      streamOf(await changeStream(services, identity.userId, id, body), today),
  };
}
