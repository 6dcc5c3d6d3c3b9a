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

test('the summary lists what is deleted, revoked, and ended', () => {
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
    '1 account and 2,431 transactions will be deleted.',
    'Our access to Harbor Savings, Tidewater, and Northwind will be revoked.',
    'Our access at Apple will be revoked.',
    'Your paid access will end.',
    'Your profile, settings, and activity will be deleted on every device.',
  ]);
});

test('the summary of an empty account lists the profile only', () => {
  expect(deletionLines(nothing)).toEqual([
    'Your profile, settings, and activity will be deleted on every device.',
  ]);
});

test('only the complete address confirms the deletion', () => {
  expect(confirms(' Ada@Example.com ', 'ada@example.com')).toBe(true);
  expect(confirms('ada@example.co', 'ada@example.com')).toBe(false);
  expect(confirms('', 'ada@example.com')).toBe(false);
});
