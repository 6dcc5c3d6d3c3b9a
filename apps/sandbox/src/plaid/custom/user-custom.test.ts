import { expect, test } from 'vitest';
import { customUser } from '../../testing/sandbox-harness.ts';
import { PlaidApiError } from '../calls/errors.ts';
import { parseUserCustom } from './user-custom.ts';

const row = {
  date_transacted: '2026-11-03',
  date_posted: '2026-11-04',
  amount: 84.1,
  description: 'GROCER',
};

/** Returns the reason why a password is rejected. */
function reasonOf(password: string): string {
  try {
    parseUserCustom(password);
  } catch (error) {
    if (!(error instanceof PlaidApiError)) throw error;
    expect(error.code).toBe('INVALID_CREDENTIALS');
    return error.message;
  }
  throw new Error('the password was accepted');
}

test('the starting balance is the current balance, whatever the transactions are', () => {
  const { accounts, rows } = parseUserCustom(customUser([row], { starting_balance: 250.1 }));
  expect(accounts).toMatchObject([
    { current: 25_010, available: 25_010, limit: null, currency: 'USD' },
  ]);
  expect(rows).toMatchObject([
    {
      amount: 8_410,
      date: '2026-11-04',
      authorizedDate: '2026-11-03',
      name: 'GROCER',
      pending: false,
    },
  ]);
});

test('an explicit current or available balance takes precedence, even if it is null', () => {
  const { accounts } = parseUserCustom(customUser([], { current: null, available: 12.34 }));
  expect(accounts).toMatchObject([{ current: null, available: 1_234 }]);
});

test('the name, mask, and limit of an account come from meta', () => {
  const meta = { name: 'Card', official_name: 'The Card', mask: '0042', limit: 500 };
  const { accounts } = parseUserCustom(
    customUser([], { type: 'credit', subtype: 'credit card', starting_balance: 120, meta }),
  );
  expect(accounts).toMatchObject([
    { name: 'Card', officialName: 'The Card', mask: '0042', limit: 50_000, available: 38_000 },
  ]);
});

test('a transaction can be pending and have a category, a merchant name, and no authorized date', () => {
  const { rows } = parseUserCustom(
    customUser([
      { ...row, pending: true },
      { ...row, category: 'Food_And_Drink_Coffee', merchant_name: '=cmd()', authorized_date: null },
      { ...row, category: null },
    ]),
  );
  expect(rows).toMatchObject([
    { pending: true, date: '2026-11-03', authorizedDate: '2026-11-03', guessed: true },
    { category: 'FOOD_AND_DRINK_COFFEE', merchantName: '=cmd()', authorizedDate: null },
    { category: null },
  ]);
});

test('amounts are rounded to the decimals of their currency', () => {
  const { rows } = parseUserCustom(
    customUser([
      { ...row, amount: 0.1 + 0.2 },
      { ...row, amount: 1200, currency: 'JPY' },
      { ...row, amount: 0.00000001, currency: 'BTC' },
    ]),
  );
  expect(rows.map((row) => [row.amount, row.currency])).toEqual([
    [30, 'USD'],
    [1200, 'JPY'],
    [1, 'BTC'],
  ]);
});

test.each([
  ['not json', 'the password of user_custom must be JSON'],
  ['[]', 'the password of user_custom must be an object'],
  ['{}', 'override_accounts must be a list'],
  ['{"override_accounts":[]}', 'override_accounts must have at least one account'],
  [customUser([], { type: 'bank' }), 'override_accounts[0].type must be one of depository'],
  [customUser([], { subtype: undefined }), 'override_accounts[0].subtype must be a string'],
  [
    customUser([{ ...row, amount: '4' }]),
    'override_accounts[0].transactions[0].amount must be a number',
  ],
  [
    customUser([{ ...row, date_posted: '2026-02-30' }]),
    'transactions[0].date_posted must be a date',
  ],
  [customUser([{ ...row, pending: 'yes' }]), 'transactions[0].pending must be true or false'],
  [
    customUser([{ ...row, recurring: { stream_id: 'a', frequency: 'DAILY' } }]),
    'recurring.frequency must be one of WEEKLY',
  ],
])('%s is rejected with the path and the reason', (password, reason) => {
  expect(reasonOf(password)).toContain(reason);
});
