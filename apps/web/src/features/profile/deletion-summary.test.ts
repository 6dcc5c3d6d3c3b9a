import { expect, test } from 'vitest';
import { describeDeletion, matchesEmail } from './deletion-summary.ts';

const nothing = {
  institutions: [],
  providers: [],
  accounts: 0,
  transactions: 0,
  subscription: false,
  has_password: true,
  fresh: true,
};

test('the deletion summary lists what is deleted, revoked, and ended', () => {
  expect(
    describeDeletion({
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
    'Our access to Apple will be revoked.',
    'Your paid access will end.',
    'Your profile, settings, and activity will be deleted on every device.',
  ]);
});

test('the deletion summary of an empty account lists only the profile', () => {
  expect(describeDeletion(nothing)).toEqual([
    'Your profile, settings, and activity will be deleted on every device.',
  ]);
});

test('only the complete address confirms the deletion', () => {
  expect(matchesEmail(' Ada@Example.com ', 'ada@example.com')).toBe(true);
  expect(matchesEmail('ada@example.co', 'ada@example.com')).toBe(false);
  expect(matchesEmail('', 'ada@example.com')).toBe(false);
});
