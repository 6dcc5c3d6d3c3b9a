import { expect, test } from 'vitest';
import { combineBalances } from './combined-balances.ts';

const history = {
  points: ['2026-04-29', '2026-04-30', '2026-05-01'].map((date) => ({
    date,
    assets: 0,
    debts: 0,
    net: 0,
    groups: [],
  })),
  groups: [],
  currency: 'USD',
  accounts: [
    { account_id: 'broker', is_debt: false, balances: [0.1, 100.25, 90] },
    { account_id: 'checking', is_debt: false, balances: [7, 7, 7] },
    { account_id: 'ira', is_debt: false, balances: [0.2, 0.5, 1.01] },
  ],
  crypto: null,
  omitted_count: 0,
};

test('balances of several accounts are added up per day, exact to the cent', () => {
  expect(combineBalances(history, ['broker', 'ira', 'not counted'])).toEqual([
    { date: '2026-04-29', value: 0.3 },
    { date: '2026-04-30', value: 100.75 },
    { date: '2026-05-01', value: 91.01 },
  ]);
});

test('the result is empty when none of the accounts is counted', () => {
  expect(combineBalances(history, ['not counted'])).toEqual([]);
  expect(combineBalances(history, [])).toEqual([]);
});
