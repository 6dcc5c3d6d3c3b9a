import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { openTransactionsCsv } from '../../domain/transactions/transactions-csv.ts';
import { recordActivity } from '../../identity/activity.queries.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { sendCsv } from '../../platform/http/send-csv.ts';
import { isUuid, type UserId } from '../../platform/identifiers.ts';
import { notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { changeCategory, changeExclusion, changeTransaction } from './change-transaction.ts';
import { listChangesPage } from './changes/list-changes.ts';
import { startBulkChange } from './changes/start-bulk-change.ts';
import { undoChange } from './changes/undo-change.ts';
import { findPostedReplacement, findTransaction } from './find-transaction.queries.ts';
import { merchantHistory } from './history/merchant-history.ts';
import { showStory } from './history/show-story.ts';
import { parseFilter, type TransactionFilter } from './list/filter.ts';
import { listRecent, listTransactions } from './list/list-transactions.ts';
import { requireAccounts } from './list/require-accounts.ts';
import { sumByMonth, sumTransactions } from './list/sum-transactions.ts';
import { createLogoHandler } from './logos/show-logo.ts';
import { changeTag, createTag, deleteTag, requireTagWithName } from './tags/change-tags.ts';
import { listTags } from './tags/tags.queries.ts';
import { exportPage } from './transactions.queries.ts';

type TransactionsCalls =
  | 'POST /user/transactions/v2'
  | 'POST /user/transactions/account'
  | 'POST /user/transactions/summary'
  | 'POST /user/transactions/monthly'
  | 'POST /user/transactions/export'
  | 'GET /user/transactions/recent'
  | 'GET /user/transaction'
  | 'GET /user/transaction/history'
  | 'GET /user/transaction/story'
  | 'GET /logos/:digest'
  | 'PATCH /user/transactions/:id'
  | 'POST /user/transactions/bulk'
  | 'GET /user/tags'
  | 'POST /user/tags'
  | 'PATCH /user/tags/:id'
  | 'DELETE /user/tags/:id'
  | 'GET /user/changes'
  | 'POST /user/changes/:id/undo'
  | 'POST /user/tx/updatecategory'
  | 'POST /user/tx/ignore';

/** Handlers for transaction lists, sums, exports, and changes. */
export function transactionsHandlers(services: Services): Handlers<TransactionsCalls> {
  const { database } = services;
  const showLogo = createLogoHandler(services);
  return {
    'POST /user/transactions/v2': ({ owner, body, today }) =>
      listTransactions(services, owner, parseFilter(body, today), body),
    'POST /user/transactions/account': ({ owner, body, today }) =>
      listTransactions(services, owner, parseFilter({ account: [body.account_id] }, today), body),
    'POST /user/transactions/summary': ({ owner, body, today }) =>
      sumTransactions(services, owner, parseFilter(body, today), today),
    'POST /user/transactions/monthly': ({ owner, body, today }) =>
      sumByMonth(services, owner, parseFilter(body, today), today),
    'POST /user/transactions/export': async ({ identity, owner, body, today, reply }) => {
      const filter = parseFilter(body, today);
      await services.rateLimiter.consume('export_user', identity.userId);
      const csv = await exportTransactions(services, owner, filter, reply);
      // A download of the demo's rows is not recorded.
      if (owner === identity.userId)
        await recordActivity(database, { userId: owner, event: 'transactions_exported' });
      return csv;
    },
    'GET /user/transaction': async ({ owner, query: { tx_id } }) => {
      const row = isUuid(tx_id)
        ? ((await findTransaction(database, owner, tx_id)) ??
          (await findPostedReplacement(database, owner, tx_id)))
        : undefined;
      if (row === undefined) throw notFound('transaction');
      return row.transaction;
    },
    'GET /user/transaction/history': ({ owner, query, today }) =>
      merchantHistory(services, owner, query.tx_id, today),
    'GET /user/transaction/story': ({ owner, query: { tx_id } }) =>
      showStory(services, owner, tx_id),
    'GET /user/transactions/recent': ({ owner, today }) => listRecent(services, owner, today),
    'GET /logos/:digest': ({ params, reply }) => showLogo(params.digest, reply),
    'PATCH /user/transactions/:id': ({ identity, params, body }) =>
      changeTransaction(services, identity.userId, { ...body, ...params }),
    'POST /user/transactions/bulk': ({ identity, body, today }) =>
      startBulkChange(services, identity.userId, today, body),
    'GET /user/tags': async ({ owner }) => ({ tags: await listTags(database, owner) }),
    'POST /user/tags': async ({ identity: { userId }, body, once }) => {
      await once((database) => createTag({ database }, userId, body));
      return requireTagWithName(database, userId, body.name);
    },
    'PATCH /user/tags/:id': ({ identity, params, body }) =>
      changeTag(services, identity.userId, { ...body, ...params }),
    'DELETE /user/tags/:id': ({ identity, params }) =>
      deleteTag(services, identity.userId, params.id),
    'GET /user/changes': ({ owner, query }) => listChangesPage(database, owner, query.after),
    'POST /user/changes/:id/undo': ({ identity, params, body }) =>
      undoChange(services, identity.userId, { id: params.id, force: body.force ?? false }),
    'POST /user/tx/updatecategory': ({ identity, body }) =>
      changeCategory(services, identity.userId, { id: body.tx_id, category: body.category }),
    'POST /user/tx/ignore': ({ identity, body }) =>
      changeExclusion(services, identity.userId, {
        providerTransactionId: body.tx_id,
        excluded: body.exclude_transaction,
      }),
  };
}

/** Streams the filtered transactions as transactions.csv. Throws 404 for an account that isn't the user's. */
async function exportTransactions(
  { database }: Services,
  userId: UserId,
  filter: TransactionFilter,
  reply: FastifyReply,
): Promise<Readable> {
  await requireAccounts(database, userId, filter);
  const file = await openTransactionsCsv((page) => exportPage(database, userId, filter, page));
  return sendCsv(reply, 'transactions.csv', file);
}
