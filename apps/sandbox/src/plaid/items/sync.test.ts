import { PersonalFinanceCategoryVersion } from 'plaid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  COFFEE,
  catchPlaidError,
  customLogin,
  linkItem,
  type SandboxHarness,
  startSandbox,
  syncAll,
} from '../../testing/sandbox-harness.ts';

let sandbox: SandboxHarness;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

describe('pages of /transactions/sync', () => {
  test('contain every transaction of 24 months once, at any page size', async () => {
    const { accessToken } = await linkItem(sandbox);
    const all = await syncAll(sandbox, accessToken);
    const small = await syncAll(sandbox, accessToken, { count: 499 });
    expect(new Set(all.added.map((row) => row.transaction_id)).size).toBe(all.added.length);
    expect(small.added).toEqual(all.added);
    const days = all.added.map((row) => row.date).sort();
    expect(days[0] ?? '').toMatch(/^2024-1[12]/);
    expect(days.at(-1) ?? '').toMatch(/^2026-11/);
    expect(all.added.some((row) => row.pending)).toBe(true);
    expect((await syncAll(sandbox, accessToken, { cursor: all.cursor })).added).toEqual([]);
  });

  test('do not go back further than the requested days', async () => {
    const { accessToken } = await linkItem(sandbox, { days: 30 });
    const { added } = await syncAll(sandbox, accessToken);
    expect(added.length).toBeGreaterThan(5);
    expect(added.every((row) => row.date >= '2026-10-22')).toBe(true);
  });

  test('contain every transaction of a person with more than 100,000', async () => {
    const { accessToken } = await linkItem(sandbox, {
      username: 'user_heavy',
      password: 'pass_heavy',
    });
    const { added } = await syncAll(sandbox, accessToken);
    expect(new Set(added.map((row) => row.transaction_id)).size).toBeGreaterThan(100_000);
  }, 60_000);

  test('list only the accounts of their transactions, and the original description on request', async () => {
    const { accessToken } = await linkItem(sandbox, customLogin([COFFEE]));
    const plain = await sandbox.plaid.transactionsSync({ access_token: accessToken });
    expect(plain.data.accounts).toHaveLength(1);
    expect(plain.data.transactions_update_status).toBe('HISTORICAL_UPDATE_COMPLETE');
    expect(plain.data.added[0]).not.toHaveProperty('original_description');
    const withDescription = await sandbox.plaid.transactionsSync({
      access_token: accessToken,
      options: { include_original_description: true },
    });
    expect(withDescription.data.added[0]).toMatchObject({
      amount: 4.5,
      name: 'COFFEE',
      original_description: 'COFFEE',
      date: '2026-11-19',
      authorized_date: '2026-11-18',
      pending: false,
      pending_transaction_id: null,
      iso_currency_code: 'USD',
      unofficial_currency_code: null,
    });
    const empty = await sandbox.plaid.transactionsSync({
      access_token: accessToken,
      cursor: plain.data.next_cursor,
    });
    expect(empty.data.accounts).toEqual([]);
  });

  test('are rejected for a cursor of another item or a count out of bounds', async () => {
    const mine = await linkItem(sandbox, customLogin([COFFEE]));
    const other = await linkItem(sandbox, customLogin([COFFEE]));
    const { cursor } = await syncAll(sandbox, other.accessToken);
    const foreign = await catchPlaidError(
      sandbox.plaid.transactionsSync({ access_token: mine.accessToken, cursor }),
    );
    expect(foreign).toMatchObject({
      error_type: 'INVALID_REQUEST',
      error_code: 'INVALID_FIELD',
      error_message: 'cursor not associated with access_token',
    });
    for (const count of [0, 501, 1.5]) {
      const error = await catchPlaidError(
        sandbox.plaid.transactionsSync({ access_token: mine.accessToken, count }),
      );
      expect(error.error_code, String(count)).toBe('INVALID_FIELD');
    }
  });
});

describe('categories', () => {
  const rows = [
    'income_salary',
    'Food_And_Drink_Coffee',
    'INCOME_WAGES',
    'loan_disbursements_auto',
    'space_travel',
  ];

  test('categories are accepted regardless of letter case, and belong to the group named by their prefix', async () => {
    const { accessToken } = await linkItem(
      sandbox,
      customLogin(rows.map((category) => ({ ...COFFEE, category }))),
    );
    const { added } = await syncAll(sandbox, accessToken);
    expect(added.map((row) => row.personal_finance_category)).toMatchObject([
      {
        primary: 'INCOME',
        detailed: 'INCOME_SALARY',
        version: 'v2',
        confidence_level: 'VERY_HIGH',
      },
      { primary: 'FOOD_AND_DRINK', detailed: 'FOOD_AND_DRINK_COFFEE' },
      { primary: 'INCOME', detailed: 'INCOME_WAGES' },
      { primary: 'LOAN_DISBURSEMENTS', detailed: 'LOAN_DISBURSEMENTS_AUTO' },
      { primary: 'OTHER', detailed: 'SPACE_TRAVEL' },
    ]);
  });

  test('categories of the first taxonomy are returned on request', async () => {
    const { accessToken } = await linkItem(
      sandbox,
      customLogin(rows.map((category) => ({ ...COFFEE, category }))),
    );
    const { data } = await sandbox.plaid.transactionsSync({
      access_token: accessToken,
      options: { personal_finance_category_version: PersonalFinanceCategoryVersion.V1 },
    });
    expect(data.added.map((row) => row.personal_finance_category)).toMatchObject([
      { primary: 'INCOME', detailed: 'INCOME_WAGES', version: 'v1' },
      { primary: 'FOOD_AND_DRINK', detailed: 'FOOD_AND_DRINK_COFFEE' },
      { primary: 'INCOME', detailed: 'INCOME_WAGES' },
      { primary: 'TRANSFER_IN', detailed: 'TRANSFER_IN_CASH_ADVANCES_AND_LOANS' },
      { primary: 'OTHER', detailed: 'SPACE_TRAVEL' },
    ]);
  });
});

test('a month of user_custom transactions in three accounts is returned exactly, to the cent', async () => {
  const row = (day: number, amount: number, category: string, fields: object = {}) => {
    const date = `2026-11-${String(day).padStart(2, '0')}`;
    return {
      date_transacted: date,
      date_posted: date,
      amount,
      description: category,
      category,
      ...fields,
    };
  };
  const checking = [
    row(1, 1500, 'rent_and_utilities_rent'),
    row(2, -2600, 'income_wages'),
    row(5, 400, 'loan_payments_credit_card_payment'),
    row(6, 250, 'transfer_out_account_transfer'),
    row(8, 60, 'transfer_out_withdrawal'),
    row(9, 35, 'transfer_out_account_transfer'),
  ];
  const card = [
    row(3, 84.1, 'food_and_drink_groceries'),
    row(4, -20, 'food_and_drink_groceries'),
    row(5, -400, 'loan_payments_credit_card_payment'),
    row(10, 12.5, 'food_and_drink_coffee', { pending: true }),
    row(11, 99, 'general_merchandise_electronics'),
  ];
  const savings = [row(7, -250, 'transfer_in_account_transfer')];
  const { accessToken } = await linkItem(sandbox, {
    username: 'user_custom',
    password: JSON.stringify({
      override_accounts: [
        {
          type: 'depository',
          subtype: 'checking',
          starting_balance: 3210.55,
          transactions: checking,
        },
        {
          type: 'credit',
          subtype: 'credit card',
          starting_balance: 75.6,
          meta: { limit: 5000 },
          transactions: card,
        },
        { type: 'depository', subtype: 'savings', starting_balance: 10_250, transactions: savings },
      ],
    }),
  });

  const { data } = await sandbox.plaid.accountsGet({ access_token: accessToken });
  expect(data.accounts.map(({ subtype, balances }) => [subtype, balances.current])).toEqual([
    ['checking', 3210.55],
    ['credit card', 75.6],
    ['savings', 10_250],
  ]);
  const { added } = await syncAll(sandbox, accessToken);
  const expected = [...checking, ...card, ...savings].map((row) => [
    row.date_posted,
    row.amount,
    row.category.toUpperCase(),
  ]);
  const actual = added.map((row) => [
    row.date,
    row.amount,
    row.personal_finance_category?.detailed,
  ]);
  expect(actual.toSorted()).toEqual(expected.toSorted());
  expect(added.filter((row) => row.pending).map((row) => row.amount)).toEqual([12.5]);
  expect(added.map((row) => row.date)).toEqual(added.map((row) => row.date).toSorted());
});
