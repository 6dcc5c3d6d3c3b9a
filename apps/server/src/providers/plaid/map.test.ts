import type { AccountBase, Transaction } from 'plaid';
import { describe, expect, test } from 'vitest';
import { mapAccount, mapRemoved, mapTransaction } from './map.ts';

const input = {
  account_id: 'acc',
  transaction_id: 'txn',
  amount: 12.5,
  iso_currency_code: 'USD',
  unofficial_currency_code: null,
  date: '2026-05-04',
  authorized_date: '2026-05-02',
  name: 'SQ *CORNER BAKERY',
  merchant_name: 'Corner Bakery',
  original_description: 'SQ *CORNER',
  logo_url: 'https://logos.example/1.png',
  pending: false,
  pending_transaction_id: 'pend',
  personal_finance_category: { primary: 'FOOD_AND_DRINK', detailed: 'FOOD_AND_DRINK_COFFEE' },
} as unknown as Transaction; // Only the fields that are read.

const map = (change: object = {}) =>
  mapTransaction({ ...input, ...change }, (url) => url.startsWith('http://localhost:3001/'));

describe('a transaction', () => {
  test("keeps the provider's values", () => {
    expect(map()).toEqual({
      id: expect.any(String),
      provider_account_id: 'acc',
      provider_transaction_id: 'txn',
      amount: '12.50',
      currency: 'USD',
      date: '2026-05-04',
      authorized_date: '2026-05-02',
      name: 'SQ *CORNER BAKERY',
      merchant_name: 'Corner Bakery',
      original_description: 'SQ *CORNER',
      logo_url: 'https://logos.example/1.png',
      pending: false,
      pending_transaction_id: 'pend',
      provider_primary: 'FOOD_AND_DRINK',
      provider_detailed: 'FOOD_AND_DRINK_COFFEE',
      provider_category: 'food_and_drink_coffee',
      provider_group: 'food_and_drink',
    });
  });

  test.each([
    [0.1 + 0.2, '0.30'],
    [-2600, '-2600.00'],
    [1e9 + 0.01, '1000000000.01'],
    [1.005, '1.00'],
    [-0.001, '-0.00'],
  ])('with amount %d is stored as %s', (amount, text) => {
    expect(map({ amount }).amount).toBe(text);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, null])(
    'with amount %s is rejected',
    (amount) => {
      expect(() => map({ amount })).toThrow('MALFORMED_AMOUNT');
    },
  );

  test.each(['2026-02-30', 'yesterday', ''])('with date %j is rejected', (date) => {
    expect(() => map({ date })).toThrow('MALFORMED_DATE');
  });

  test('has calendar days that do not shift with the time zone', () => {
    expect(map({ date: '2026-03-08', authorized_date: null })).toMatchObject({
      date: '2026-03-08',
      authorized_date: null,
    });
  });

  test.each([
    ['https://logos.example/1.png', 'https://logos.example/1.png'],
    ['http://localhost:3001/logo.png', 'http://localhost:3001/logo.png'],
    ['http://elsewhere.example/1.png', null],
    ['javascript:alert(1)', null],
    [null, null],
  ])('with logo %s is stored with logo %s', (logo_url, stored) => {
    expect(map({ logo_url }).logo_url).toBe(stored);
  });

  test.each([
    ['INCOME', 'INCOME_SALARY', 'income_wages', 'income'],
    ['TRAVEL', 'TRAVEL_SPACE_ELEVATOR', 'travel_space_elevator', 'travel'],
  ])(
    'with category %s / %s is in category %s of group %s',
    (primary, detailed, category, group) => {
      expect(map({ personal_finance_category: { primary, detailed } })).toMatchObject({
        provider_detailed: detailed,
        provider_category: category,
        provider_group: group,
      });
    },
  );

  test('without a category is in the category other', () => {
    expect(map({ personal_finance_category: null }).provider_detailed).toBe('OTHER_OTHER');
  });

  test('has no characters that the database rejects', () => {
    expect(map({ name: 'a\0b\ud800c' }).name).toBe('ab\ufffdc');
  });

  test('may have an unofficial currency', () => {
    expect(map({ iso_currency_code: null, unofficial_currency_code: 'BTC' }).currency).toBe('BTC');
  });
});

test('missing fields of an account are null', () => {
  const account = {
    account_id: 'acc',
    type: 'credit',
    subtype: 'credit card',
    name: 'Card',
    official_name: null,
    mask: null,
    balances: {
      current: 12.345,
      available: null,
      limit: 2000,
      iso_currency_code: 'USD',
      unofficial_currency_code: null,
    },
  } as unknown as AccountBase; // Only the fields that are read.
  expect(mapAccount(account)).toMatchObject({
    current_balance: expect.stringMatching(/^12\.3[45]$/),
    available_balance: null,
    credit_limit: '2000.00',
    mask: null,
    official_name: null,
  });
});

test('removed transactions are mapped to their IDs', () => {
  expect(mapRemoved([{ transaction_id: 'a', account_id: 'x' }])).toEqual(['a']);
});
