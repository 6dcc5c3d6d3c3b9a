import { expect, test } from 'vitest';
import { combineBalances } from './combined-balances.ts';

type Kind = 'seen' | 'computed' | 'estimated';

const account = (account_id: string, balances: number[], kinds: Kind[]) => ({
  account_id,
  is_debt: false,
  group: 'any',
  balances,
  kinds,
});

const history = {
  points: ['2026-04-29', '2026-04-30', '2026-05-01'].map((date) => ({
    date,
    assets: 0,
    debts: 0,
    net: 0,
    groups: [],
    estimated: false,
  })),
  accounts: [
    account('broker', [0.1, 100.25, 90], ['estimated', 'estimated', 'seen']),
    account('checking', [7, 7, 7], ['computed', 'computed', 'seen']),
    account('ira', [0.2, 0.5, 1.01], ['estimated', 'seen', 'seen']),
  ],
};

test('balances of several accounts are added up per day, exact to the cent, and the estimated ones are listed', () => {
  expect(combineBalances(history, ['broker', 'ira', 'not counted'], false)).toEqual([
    { date: '2026-04-29', value: 0.3, estimated: ['broker', 'ira'], becameKnown: [] },
    { date: '2026-04-30', value: 100.75, estimated: ['broker'], becameKnown: [] },
    { date: '2026-05-01', value: 91.01, estimated: [], becameKnown: [] },
  ]);
});

test('leaving out estimated balances drops the days on which no balance is known', () => {
  expect(combineBalances(history, ['broker', 'ira'], true)).toEqual([
    { date: '2026-04-30', value: 0.5, estimated: [], becameKnown: [] },
    { date: '2026-05-01', value: 91.01, estimated: [], becameKnown: ['broker'] },
  ]);
});

test('the combined balance is empty when none of the accounts is counted', () => {
  expect(combineBalances(history, ['not counted'], false)).toEqual([]);
  expect(combineBalances(history, [], true)).toEqual([]);
});
