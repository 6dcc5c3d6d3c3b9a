import { describe, expect, test } from 'vitest';
import {
  balancesAge,
  groupLabel,
  mainCurrency,
  notCountedNote,
  notCountedReason,
  shownBalance,
} from './account-labels.ts';
import type { Account } from './accounts.api.ts';

const account = (part: Partial<Account> = {}): Account => ({
  account_id: 'a',
  name: 'Everyday',
  provider_name: null,
  mask: '4417',
  link_id: 'l',
  institution_name: 'Harbor Savings',
  institution_logo_url: null,
  institution_color: null,
  type: 'depository',
  subtype: 'checking',
  currency: 'USD',
  balances: { current: 10, available: 8, limit: null },
  balances_as_of: null,
  hidden: false,
  closed_at: null,
  duplicate: false,
  ...part,
});

describe('accounts that are not counted', () => {
  test('the reason is shown for a duplicate, closed, foreign-currency, or empty account', () => {
    expect(notCountedReason(account(), 'USD')).toBeNull();
    expect(notCountedReason(account({ duplicate: true }), 'USD')).toBe(
      'Linked twice, counted once',
    );
    expect(notCountedReason(account({ closed_at: '2026-11-20T08:00:00Z' }), 'USD')).toBe(
      'Closed, or no longer shared',
    );
    expect(notCountedReason(account({ currency: 'EUR' }), 'USD')).toBe('In EUR, not counted');
    const empty = { current: null, available: null, limit: null };
    expect(notCountedReason(account({ balances: empty }), 'USD')).toBe('No balance, not counted');
  });

  test('the group shows the number of accounts that are not counted', () => {
    expect(notCountedNote(0)).toBeNull();
    expect(notCountedNote(1)).toBe('1 account not counted');
    expect(notCountedNote(3)).toBe('3 accounts not counted');
  });
});

test('the available balance is shown if there is no current balance', () => {
  const balances = { current: null, available: 8, limit: null };
  expect(shownBalance(account({ balances }))).toBe(8);
  expect(shownBalance(account())).toBe(10);
});

test('the main currency is the one that most accounts have, not counting duplicates, or the first in the alphabet', () => {
  const euro = account({ currency: 'EUR' });
  expect(mainCurrency([account(), euro])).toBe('EUR');
  expect(mainCurrency([account(), account(), euro])).toBe('USD');
  expect(mainCurrency([account(), euro, account({ duplicate: true })])).toBe('EUR');
});

test('the age of balances is the age of the oldest one', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const accounts = [
    account({ balances_as_of: '2026-11-21T11:58:00Z' }),
    account({ balances_as_of: '2026-11-21T10:00:00Z' }),
    account(),
  ];
  expect(balancesAge(accounts, now)).toBe('2 hours ago');
  expect(balancesAge([account()], now)).toBeNull();
});

test('known groups get a readable label and unknown ones keep their name', () => {
  expect(groupLabel('credit card')).toBe('Credit cards');
  expect(groupLabel('401k')).toBe('401(k)');
  expect(groupLabel('prepaid')).toBe('Prepaid');
  expect(groupLabel('money market')).toBe('Money market');
  expect(groupLabel('sep ira')).toBe('SEP IRA');
  expect(groupLabel('roth 401k')).toBe('Roth 401(k)');
  expect(groupLabel('constructor')).toBe('Constructor');
  expect(groupLabel('')).toBe('');
});
