import { expect, test } from 'vitest';
import type { Account, GroupedAccounts } from '../accounts.api.ts';
import { assetsFirst, splitByBalanceSheetSide } from './account-sides.ts';

const account = (name: string, type: string, current: number | null, more = {}): Account => ({
  account_id: name,
  name,
  provider_name: null,
  mask: null,
  link_id: 'item',
  institution_name: 'Bank',
  institution_logo_url: null,
  institution_color: null,
  type,
  subtype: 'other',
  currency: 'USD',
  balances: { current, available: null, limit: null },
  balances_as_of: null,
  hidden: false,
  closed_at: null,
  duplicate: false,
  ...more,
});
const grouped = (accounts: GroupedAccounts['accounts']): GroupedAccounts => ({
  accounts,
  link_details: [],
  msg: '',
  last_sync_pretty: 'Just now',
});

test('credit and loan accounts are debts and all others are assets, in the order of the server', () => {
  const { assets, debts } = splitByBalanceSheetSide(
    grouped({
      checking: { accounts: [account('a', 'depository', 10)], total: 10, omitted_count: 0 },
      'credit card': { accounts: [account('b', 'credit', 5)], total: 5, omitted_count: 0 },
      mortgage: { accounts: [account('c', 'loan', 100)], total: 100, omitted_count: 0 },
      brokerage: { accounts: [account('d', 'investment', 50)], total: 50, omitted_count: 0 },
    }),
  );
  expect(assets.map(({ name, total }) => [name, total])).toEqual([
    ['checking', 10],
    ['brokerage', 50],
  ]);
  expect(debts.map(({ name, total }) => [name, total])).toEqual([
    ['credit card', 5],
    ['mortgage', 100],
  ]);
});

test('a group with assets and debts is split, and each part has its own exact total', () => {
  const { assets, debts } = splitByBalanceSheetSide(
    grouped({
      other: {
        accounts: [
          account('a', 'depository', 0.1),
          account('b', 'depository', 0.2),
          account('c', 'loan', 7),
          account('d', 'loan', null),
          account('e', 'loan', 9, { currency: 'EUR' }),
          account('f', 'loan', 9, { duplicate: true }),
          account('g', 'loan', 9, { hidden: true }),
        ],
        total: 7.3,
        omitted_count: 3,
      },
    }),
  );
  expect(assets).toMatchObject([
    { of: 'asset_group', name: 'other', total: 0.3, uncountedCount: 0 },
  ]);
  expect(debts).toMatchObject([{ of: 'debt_group', name: 'other', total: 7, uncountedCount: 3 }]);
  expect(debts[0]?.accounts.map(({ name }) => name)).toEqual(['c', 'd', 'e', 'f']);
});

test('groups with only debts come last, and the order of the server is kept otherwise', () => {
  const group = (...accounts: Account[]) => ({ accounts, total: 0, omitted_count: 0 });
  const groups = assetsFirst({
    'credit card': group(account('a', 'credit', 5)),
    checking: group(account('b', 'depository', 10)),
    mortgage: group(account('c', 'loan', 100)),
    other: group(account('d', 'loan', 1), account('e', 'depository', 1)),
  });
  expect(groups.map(([name]) => name)).toEqual(['checking', 'other', 'credit card', 'mortgage']);
});
