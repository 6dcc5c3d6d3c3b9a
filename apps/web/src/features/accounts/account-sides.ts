import { mainCurrency, shownBalance } from './account-words.ts';
import type { Account, GroupedAccounts } from './accounts.api.ts';

/** Accounts of one type on one side of the net worth. */
export interface SideGroup {
  /** The total that its sum is of, as proofs are asked for. */
  readonly of: 'account_group' | 'asset_group' | 'debt_group';
  readonly name: string;
  readonly accounts: readonly Account[];
  readonly total: number;
  readonly notCounted: number;
}

/** Whether an account is owed: every account that its institution types as credit or loan. */
export const isDebt = ({ type }: Pick<Account, 'type'>): boolean =>
  type === 'credit' || type === 'loan';

/** What is in no total: hidden, linked twice, without a balance, or in another currency. */
const counts = (account: Account, currency: string): boolean =>
  !account.hidden &&
  !account.duplicate &&
  account.currency === currency &&
  shownBalance(account) !== null;

/** The sum of the balances that count, in whole cents on the way. */
function sumOf(accounts: readonly Account[], currency: string): number {
  const cents = accounts
    .filter((account) => counts(account, currency))
    .reduce((sum, account) => sum + Math.round((shownBalance(account) ?? 0) * 100), 0);
  return cents / 100;
}

/**
 * The groups of the assets and of the debts, each in the server's order. A subtype that the bank uses on
 * both sides ('other') is a group on each. Hidden accounts are on neither.
 */
export function sidesOf({ accounts: groups }: GroupedAccounts): {
  assets: SideGroup[];
  debts: SideGroup[];
} {
  const entries = Object.entries(groups);
  const currency = mainCurrency(entries.flatMap(([, { accounts }]) => accounts));
  const side = (debts: boolean) =>
    entries.flatMap(([name, group]): SideGroup[] => {
      const shown = group.accounts.filter((account) => !account.hidden);
      const accounts = shown.filter((account) => isDebt(account) === debts);
      if (accounts.length === 0) return [];
      const whole = accounts.length === shown.length;
      return [
        {
          of: debts ? 'debt_group' : 'asset_group',
          name,
          accounts,
          // The server has summed it, unless it is split here.
          total: whole ? group.total : sumOf(accounts, currency),
          notCounted: accounts.filter((account) => !counts(account, currency)).length,
        },
      ];
    });
  return { assets: side(false), debts: side(true) };
}
