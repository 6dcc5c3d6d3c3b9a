import { formatInstitution } from '@cairn/contract/formats';
import { accountOf } from '../../domain/account-rows.ts';
import { hasLinkedExchange } from '../../domain/exchange-links.queries.ts';
import { itemState, remedyOf } from '../../domain/item-state.ts';
import { linkTokenOf } from '../../domain/link-token.ts';
import { findItem, type ItemRow, listItems } from '../../domain/linked-items.queries.ts';
import { relativeTime } from '../../domain/relative-time.ts';
import { itemErrorMessage, itemNotice } from '../../items/item-messages.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { isUuid, type UserId } from '../../platform/identifiers.ts';
import { notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { listAccountsOf, listDecisions, listRuns, listWithdrawn } from './institutions.queries.ts';
import { runOf } from './sync-run.ts';
import { askToUnlink } from './unlink-institution.ts';

type InstitutionsCalls =
  | 'GET /institutions'
  | 'GET /institution/:id'
  | 'GET /institution/:id/history'
  | 'DELETE /institution/:id';

const historyLimit = 100;

/** The linked institutions: the list, one with its accounts and history, and unlinking. */
export function institutionsHandlers(services: Services): Handlers<InstitutionsCalls> {
  const { database, clock, exchange } = services;
  const requireItem = async (userId: UserId, id: string): Promise<ItemRow> => {
    const item = isUuid(id) ? await findItem(database, userId, id) : undefined;
    if (item === undefined) throw notFound('institution');
    return item;
  };
  return {
    'GET /institutions': async ({ owner }) => {
      const linked = exchange !== null && (await hasLinkedExchange(database, owner, exchange.key));
      const withdrawals = await listWithdrawn(database, owner);
      return {
        link_tokens: (await listItems(database, owner)).map(linkTokenOf),
        ...(linked && { cb_token: true as const }),
        withdrawn: withdrawals.map(({ institution_name, at }) => ({
          institution_name,
          at: at.toISOString(),
        })),
      };
    },
    'GET /institution/:id': async ({ owner, params }) => {
      const item = await requireItem(owner, params.id);
      const [accounts, [run]] = await Promise.all([
        listAccountsOf(database, owner, item.id),
        listRuns(database, owner, item.id, 1),
      ]);
      return {
        token: {
          ...linkTokenOf(item),
          state: itemState(item),
          last_sync: item.last_synced_at?.toISOString() ?? null,
          last_sync_pretty: relativeTime(item.last_synced_at, clock.now()),
          error: itemErrorMessage(item.sync_error, formatInstitution(item), item.consent_ends_at),
          notice: itemNotice(item, formatInstitution(item)),
          remedy: remedyOf(item),
          unlinking: item.unlinking,
          last_run: run === undefined ? null : runOf(run, item, accounts),
        },
        accounts: accounts.map(accountOf),
      };
    },
    'GET /institution/:id/history': async ({ owner, params }) => {
      const item = await requireItem(owner, params.id);
      const [accounts, runs, decisions] = await Promise.all([
        listAccountsOf(database, owner, item.id),
        listRuns(database, owner, item.id, historyLimit),
        listDecisions(database, owner, item.id, historyLimit),
      ]);
      return {
        syncs: runs.map((run) => runOf(run, item, accounts)),
        decisions: decisions.map(({ at, ...decision }) => ({ ...decision, at: at.toISOString() })),
      };
    },
    'DELETE /institution/:id': async ({ identity, params }) => {
      await askToUnlink(services, identity.userId, params.id);
      return null;
    },
  };
}
