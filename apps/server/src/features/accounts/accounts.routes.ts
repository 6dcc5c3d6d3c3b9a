import { groupAccounts } from '../../domain/balances/account-groups.ts';
import { toAccount } from '../../domain/balances/account-rows.ts';
import { listItems } from '../../domain/items/linked-items.queries.ts';
import { findLastSync, formatRelativeTime } from '../../domain/items/relative-time.ts';
import { toMoney } from '../../domain/money/money.ts';
import { toItemReference } from '../../items/serialize-item.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';
import { accountHistory } from './account-history.ts';
import { accountsCopy } from './accounts.copy.ts';
import { listAccounts, sumGroups } from './accounts.queries.ts';
import { changeAccount } from './change-account.ts';
import { showHoldings, showLiabilities } from './show-products.ts';

type AccountsCalls =
  | 'GET /user/accounts'
  | 'POST /user/accounts/grouped'
  | 'PATCH /user/accounts/:id'
  | 'GET /user/account/history'
  | 'GET /user/account/liabilities'
  | 'GET /user/account/holdings';

/** Handlers for accounts: lists, groups, balance history, liabilities, holdings, and the user's changes. */
export function accountsHandlers(services: Services): Handlers<AccountsCalls> {
  const { database, clock } = services;
  return {
    'PATCH /user/accounts/:id': ({ identity, params, body }) =>
      changeAccount(services, identity.userId, params.id, body),
    'GET /user/account/history': ({ owner, query, today }) =>
      accountHistory(services, owner, query.account_id, today),
    'GET /user/account/liabilities': ({ owner, query }) =>
      showLiabilities(services, owner, query.account_id),
    'GET /user/account/holdings': ({ owner, query }) =>
      showHoldings(services, owner, query.account_id),
    'GET /user/accounts': async ({ owner }) => ({
      accounts: (await listAccounts(database, owner)).map(toAccount),
    }),
    'POST /user/accounts/grouped': async ({ owner, body }) => {
      const [accounts, totals, items] = await Promise.all([
        listAccounts(database, owner),
        sumGroups(database, owner),
        listItems(database, owner),
      ]);
      const omitHidden = body.dashboard_filter ?? true;
      const listed = accounts.filter(({ hidden }) => !(hidden && omitHidden));
      const totalsByGroup = new Map(totals.map((row) => [row.account_group, row]));
      return {
        accounts: Object.fromEntries(
          groupAccounts(listed).map(([group, members]) => [
            group,
            {
              accounts: members.map(toAccount),
              total: toMoney(totalsByGroup.get(group)?.total ?? '0'),
              omitted_count: totalsByGroup.get(group)?.omitted_count ?? 0,
            },
          ]),
        ),
        link_details: items.map(toItemReference),
        msg: items.length === 0 ? accountsCopy.noLinkedAccounts : '',
        last_sync_pretty: formatRelativeTime(findLastSync(items), clock.now()),
      };
    },
  };
}
