import type { AccountsGetResponse } from 'plaid';
import { wireAccount, wireItem } from './describe.ts';
import { PlaidRefusal } from './errors.ts';
import { readObject, readTexts } from './fields.ts';
import type { Item } from './item.ts';
import type { Aggregator, DefineCall } from './plaid.plugin.ts';
import { usableItemOf } from './usable-item.ts';
import type { Reply } from './wire.ts';

/** /accounts/get and /accounts/balance/get: here both are up to date. */
export function accountCalls(call: DefineCall, { registry }: Aggregator): void {
  for (const path of ['/accounts/get', '/accounts/balance/get']) {
    call(
      path,
      { required: ['access_token'], optional: ['options'] },
      (body): Reply<AccountsGetResponse> => {
        const item = usableItemOf(body, registry);
        const wanted = readTexts(readObject(body, 'options'), 'account_ids');
        return {
          accounts: chosenAccounts(item, wanted).map(wireAccount),
          item: wireItem(item),
        };
      },
    );
  }
}

/** The item's accounts, or those of the list. Throws INVALID_ACCOUNT_ID for one that is not the item's. */
export function chosenAccounts(item: Item, wanted: readonly string[] | null) {
  const accounts = item.accounts();
  if (wanted === null) return accounts;
  const unknown = wanted.filter((id) => !accounts.some((each) => each.accountId === id));
  if (unknown.length > 0) {
    throw new PlaidRefusal(
      'INVALID_ACCOUNT_ID',
      `one or more of the account IDs is invalid: ${unknown.join(', ')}`,
    );
  }
  return accounts.filter((each) => wanted.includes(each.accountId));
}
