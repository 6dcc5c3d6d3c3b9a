import type { AccountsGetResponse } from 'plaid';
import type { Item } from '../items/item.ts';
import type { Aggregator, DefineCall } from '../plaid.plugin.ts';
import { readObject, readStrings } from './body-fields.ts';
import { PlaidApiError } from './errors.ts';
import { findUsableItem } from './usable-item.ts';
import type { WireResponse } from './wire.ts';
import { wireAccount, wireItem } from './wire-item.ts';

/** /accounts/get and /accounts/balance/get. In the sandbox, both return current balances. */
export function accountCalls(call: DefineCall, { registry }: Aggregator): void {
  for (const path of ['/accounts/get', '/accounts/balance/get']) {
    call(
      path,
      { required: ['access_token'], optional: ['options'] },
      (body): WireResponse<AccountsGetResponse> => {
        const item = findUsableItem(body, registry);
        const accountIds = readStrings(readObject(body, 'options'), 'account_ids');
        return {
          accounts: requestedAccounts(item, accountIds).map(wireAccount),
          item: wireItem(item),
        };
      },
    );
  }
}

/** Returns the item's accounts, or only the requested accounts. Throws INVALID_ACCOUNT_ID if any is not the item's. */
export function requestedAccounts(item: Item, accountIds: readonly string[] | null) {
  const accounts = item.accounts();
  if (accountIds === null) return accounts;
  const unknown = accountIds.filter((id) => !accounts.some((account) => account.accountId === id));
  if (unknown.length > 0) {
    throw new PlaidApiError(
      'INVALID_ACCOUNT_ID',
      `one or more of the account IDs is invalid: ${unknown.join(', ')}`,
    );
  }
  return accounts.filter((account) => accountIds.includes(account.accountId));
}
