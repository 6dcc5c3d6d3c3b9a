import { groupAccounts } from '../../domain/balances/account-groups.ts';
import { toAccount } from '../../domain/balances/account-rows.ts';
import { hasLinkedExchange } from '../../domain/items/exchange-links.queries.ts';
import { findItem, type ItemRow, listItems } from '../../domain/items/linked-items.queries.ts';
import { toItemNeeds, toItemReference, toLinkedItem } from '../../items/serialize-item.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { isUuid, type UserId } from '../../platform/identifiers.ts';
import { notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { formatSyncRun } from './format-sync-run.ts';
import {
  listAccountDecisions,
  listItemAccounts,
  listSyncRuns,
  listWithdrawnAccess,
  markUnlinkRequested,
} from './institutions.queries.ts';

type InstitutionsCalls =
  | 'GET /institutions'
  | 'GET /institution/:id'
  | 'GET /institution/:id/history'
  | 'DELETE /institution/:id';

const historyLimit = 100;

/** Handlers for linked institutions: list them, show one with its accounts and sync history, and unlink one. */
export function institutionsHandlers(services: Services): Handlers<InstitutionsCalls> {
  const { database, clock, exchange } = services;
  const requireItem = async (userId: UserId, id: string): Promise<ItemRow> => {
    const item = isUuid(id) ? await findItem(database, userId, id) : undefined;
    if (item === undefined) throw notFound('institution');
    return item;
  };
  return {
    'GET /institutions': async ({ owner }) => {
      const hasExchange =
        exchange !== null && (await hasLinkedExchange(database, owner, exchange.key));
      const withdrawnAccess = await listWithdrawnAccess(database, owner);
      return {
        link_tokens: (await listItems(database, owner)).map(toItemReference),
        ...(hasExchange && { cb_token: true as const }),
        revoked_institutions: withdrawnAccess.map(({ institution_name, at }) => ({
          institution_name,
          at: at.toISOString(),
        })),
      };
    },
    'GET /institution/:id': async ({ owner, params }) => {
      const item = await requireItem(owner, params.id);
      const [accounts, [run]] = await Promise.all([
        listItemAccounts(database, owner, item.id),
        listSyncRuns(database, owner, item.id, 1),
      ]);
      return {
        token: {
          ...toLinkedItem(item, clock.now()),
          ...toItemNeeds(item),
          unlinking: item.unlinking,
          last_run: run === undefined ? null : formatSyncRun(run, item, accounts),
        },
        accounts: groupAccounts(accounts).flatMap(([, group]) => group.map(toAccount)),
      };
    },
    'GET /institution/:id/history': async ({ owner, params }) => {
      const item = await requireItem(owner, params.id);
      const [accounts, runs, decisions] = await Promise.all([
        listItemAccounts(database, owner, item.id),
        listSyncRuns(database, owner, item.id, historyLimit),
        listAccountDecisions(database, owner, item.id, historyLimit),
      ]);
      return {
        syncs: runs.map((run) => formatSyncRun(run, item, accounts)),
        decisions: decisions.map(({ at, ...decision }) => ({ ...decision, at: at.toISOString() })),
      };
    },
    'DELETE /institution/:id': async ({ identity, params }) => {
      await requestUnlink(services, identity.userId, params.id);
      return null;
    },
  };
}

/**
 * Requests that an item be unlinked: stops its syncs at once, and enqueues the job that revokes our access at the
 * aggregator and then deletes the item's rows. If the aggregator is unavailable, the job is retried later. Safe to repeat.
 */
async function requestUnlink(
  { database, queue, userEvents, log }: Services,
  userId: UserId,
  itemId: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!isUuid(itemId) || !(await markUnlinkRequested(transaction, userId, itemId)))
      throw notFound('institution');
    await queue.enqueue('unlink-item', { userId, itemId }, { key: itemId, transaction });
    await userEvents.publish(transaction, userId, 'sync');
  });
  log.info({ event: 'unlink_requested', user_id: userId, item_id: itemId });
}
