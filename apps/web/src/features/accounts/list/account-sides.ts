import { mainCurrency, shownBalance } from '../account-labels.ts';
import type { Account, AccountGroup, GroupedAccounts } from '../accounts.api.ts';

/** Accounts of one type among the assets or among the debts. */
export interface BalanceSheetGroup {
  /** The kind of total that `total` is, for requesting its proof. */
  readonly of: 'asset_group' | 'debt_group';
  readonly name: string;
  readonly accounts: readonly Account[];
  readonly total: number;
  readonly uncountedCount: number;
}

/** True for credit and loan accounts. */
export const isDebt = ({ type }: Pick<Account, 'type'>): boolean =>
  type === 'credit' || type === 'loan';

/** False for accounts that are hidden, linked twice, without a balance, or in another currency. */
const isCounted = (account: Account, currency: string): boolean =>
  !account.hidden &&
  !account.duplicate &&
  account.currency === currency &&
  shownBalance(account) !== null;

/** Sums the counted balances, in whole cents to avoid rounding errors. */
function sumBalances(accounts: readonly Account[], currency: string): number {
  const cents = accounts
    .filter((account) => isCounted(account, currency))
    .reduce((sum, account) => sum + Math.round((shownBalance(account) ?? 0) * 100), 0);
  return cents / 100;
}

/** Sorts groups of accounts: first those with assets, then those with only debts, both in the server's order. */
export const assetsFirst = (groups: GroupedAccounts['accounts']): [string, AccountGroup][] => {
  const isDebtGroup = ([, { accounts }]: [string, AccountGroup]) => accounts.every(isDebt);
  const entries = Object.entries(groups);
  return [...entries.filter((entry) => !isDebtGroup(entry)), ...entries.filter(isDebtGroup)];
};

/**
 * Splits the groups into assets and debts, each in the server's order. A subtype that occurs among both
 * ('other') becomes a group in each. Hidden accounts are left out.
 */
export function splitByBalanceSheetSide({ accounts: groups }: GroupedAccounts): {
  assets: BalanceSheetGroup[];
  debts: BalanceSheetGroup[];
} {
  const entries = Object.entries(groups);
  const currency = mainCurrency(entries.flatMap(([, { accounts }]) => accounts));
  const groupsOfSide = (ofDebts: boolean) =>
    entries.flatMap(([name, group]): BalanceSheetGroup[] => {
      const shown = group.accounts.filter((account) => !account.hidden);
      const accounts = shown.filter((account) => isDebt(account) === ofDebts);
      if (accounts.length === 0) return [];
      const isWholeGroup = accounts.length === shown.length;
      return [
        {
          of: ofDebts ? 'debt_group' : 'asset_group',
          name,
          accounts,
          // The server's total applies only if the group isn't split.
          total: isWholeGroup ? group.total : sumBalances(accounts, currency),
          uncountedCount: accounts.filter((account) => !isCounted(account, currency)).length,
        },
      ];
    });
  return { assets: groupsOfSide(false), debts: groupsOfSide(true) };
}
