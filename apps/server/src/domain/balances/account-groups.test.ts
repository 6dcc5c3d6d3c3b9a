import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountGroup, groupAccounts } from './account-groups.ts';

const order = [
  'checking',
  'credit card',
  'savings',
  'money market',
  'mortgage',
  'ira',
  'brokerage',
  '401k',
];
const account = (subtype: string | null, type = 'depository') => ({ type, subtype });

test('an account is listed under its subtype, or its type if it has none', () => {
  expect(accountGroup(account('checking'))).toBe('checking');
  expect(accountGroup(account(null, 'loan'))).toBe('loan');
});

test('groups are in display order regardless of the order of the accounts', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(order), (subtypes) => {
      const groups = groupAccounts(subtypes.map((subtype) => account(subtype)));
      expect(groups.map(([name]) => name)).toEqual(order.filter((name) => subtypes.includes(name)));
    }),
  );
});

test('unknown subtypes come last, in alphabetical order', () => {
  const groups = groupAccounts([
    account('student'),
    account('paypal'),
    account('401k'),
    account('cd'),
  ]);
  expect(groups.map(([name]) => name)).toEqual(['401k', 'cd', 'paypal', 'student']);
});

test('every account is in exactly one group, and groups keep the order of their accounts', () => {
  const [first, second] = [
    { ...account('checking'), n: 1 },
    { ...account('checking'), n: 2 },
  ];
  expect(groupAccounts([first, second])).toEqual([['checking', [first, second]]]);
  expect(groupAccounts([])).toEqual([]);
});
