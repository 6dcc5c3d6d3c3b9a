import type { AccountsGetResponse } from 'plaid';
import { wireAccount, wireItem } from './describe.ts';
import { PlaidRefusal } from './errors.ts';
import { readObject, readTexts } from './fields.ts';
import type { Item } from './item.ts';
import type { Aggregator, DefineCall } from './plaid.plugin.ts';
import { usableItemOf } from './usable-item.ts';
import type { Reply } from './wire.ts';

/** /accounts/get and /accounts/balance/get. In the sandbox, both return current balances. */
export function accountCalls(call: DefineCall, { registry }: Aggregator): void {
  for (const path of ['/accounts/get', '/accounts/balance/get']) {
    call(
      path,
      { required: ['access_token'], optional: ['options'] },
      (body): Reply<AccountsGetResponse> => {
        const item = usableItemOf(body, registry);
        const accountIds = readTexts(readObject(body, 'options'), 'account_ids');
        return {
          accounts: chosenAccounts(item, accountIds).map(wireAccount),
          item: wireItem(item),
        };
      },
    );
  }
}

/** Returns the item's accounts, or the requested ones. Throws INVALID_ACCOUNT_ID if one is not an account of the item. */
export function chosenAccounts(item: Item, accountIds: readonly string[] | null) {
  const accounts = item.accounts();
  if (accountIds === null) return accounts;
  const unknown = accountIds.filter((id) => !accounts.some((account) => account.accountId === id));
  if (unknown.length > 0) {
    throw new PlaidRefusal(
      'INVALID_ACCOUNT_ID',
      `one or more of the account IDs is invalid: ${unknown.join(', ')}`,
    );
  }
  return accounts.filter((account) => accountIds.includes(account.accountId));
}
