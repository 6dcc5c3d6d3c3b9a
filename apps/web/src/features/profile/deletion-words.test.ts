import { expect, test } from 'vitest';
import { confirms, deletionLines } from './deletion-words.ts';

const nothing = {
  institutions: [],
  providers: [],
  accounts: 0,
  transactions: 0,
  subscription: false,
  has_password: true,
  fresh: true,
};

test('deleting says what goes, what is revoked and what ends', () => {
  expect(
    deletionLines({
      ...nothing,
      institutions: ['Harbor Savings', 'Tidewater', 'Northwind'],
      providers: ['Apple'],
      accounts: 1,
      transactions: 2431,
      subscription: true,
    }),
  ).toEqual([
    '1 account and 2,431 transactions are deleted.',
    'Our access to Harbor Savings, Tidewater, and Northwind is revoked.',
    'Our access at Apple is revoked.',
    'Your paid access ends.',
    'Your profile, your settings and your activity are deleted, on every device.',
  ]);
});

test('deleting an empty account deletes the account', () => {
  expect(deletionLines(nothing)).toEqual([
    'Your profile, your settings and your activity are deleted, on every device.',
  ]);
});

test('only the whole address confirms', () => {
  expect(confirms(' Ada@Example.com ', 'ada@example.com')).toBe(true);
  expect(confirms('ada@example.co', 'ada@example.com')).toBe(false);
  expect(confirms('', 'ada@example.com')).toBe(false);
});
