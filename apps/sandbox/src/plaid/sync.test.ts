import { PersonalFinanceCategoryVersion } from 'plaid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  COFFEE,
  customLogin,
  linkUp,
  type Rehearsal,
  readAll,
  refusalOf,
  rehearse,
} from '../testing/rehearse.ts';

let bank: Rehearsal;

beforeAll(async () => {
  bank = await rehearse();
});
afterAll(() => bank.close());

describe('pages', () => {
  test('together hold 24 months, every row once, whatever the page size', async () => {
    const { accessToken } = await linkUp(bank);
    const whole = await readAll(bank, accessToken);
    const small = await readAll(bank, accessToken, { count: 499 });
    expect(new Set(whole.added.map((row) => row.transaction_id)).size).toBe(whole.added.length);
    expect(small.added).toEqual(whole.added);
    const days = whole.added.map((row) => row.date).sort();
    expect(days[0] ?? '').toMatch(/^2024-1[12]/);
    expect(days.at(-1) ?? '').toMatch(/^2026-11/);
    expect(whole.added.some((row) => row.pending)).toBe(true);
    expect((await readAll(bank, accessToken, { cursor: whole.cursor })).added).toEqual([]);
  });

  test('go back no further than the days that were asked for', async () => {
    const { accessToken } = await linkUp(bank, { days: 30 });
    const { added } = await readAll(bank, accessToken);
    expect(added.length).toBeGreaterThan(5);
    expect(added.every((row) => row.date >= '2026-10-22')).toBe(true);
  });

  test('a hundred thousand transactions are read in full', async () => {
    const { accessToken } = await linkUp(bank, { username: 'user_heavy', password: 'pass_heavy' });
    const { added } = await readAll(bank, accessToken);
    expect(new Set(added.map((row) => row.transaction_id)).size).toBeGreaterThan(100_000);
  }, 60_000);

  test('name the accounts of their rows only, and the bank’s own wording where asked for', async () => {
    const { accessToken } = await linkUp(bank, customLogin([COFFEE]));
    const plain = await bank.plaid.transactionsSync({ access_token: accessToken });
    expect(plain.data.accounts).toHaveLength(1);
    expect(plain.data.transactions_update_status).toBe('HISTORICAL_UPDATE_COMPLETE');
    expect(plain.data.added[0]).not.toHaveProperty('original_description');
    const worded = await bank.plaid.transactionsSync({
      access_token: accessToken,
      options: { include_original_description: true },
    });
    expect(worded.data.added[0]).toMatchObject({
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
    const rest = await bank.plaid.transactionsSync({
      access_token: accessToken,
      cursor: plain.data.next_cursor,
    });
    expect(rest.data.accounts).toEqual([]);
  });

  test('a cursor of another item, a count out of bounds and a cursor that is no text are refused', async () => {
    const mine = await linkUp(bank, customLogin([COFFEE]));
    const other = await linkUp(bank, customLogin([COFFEE]));
    const { cursor } = await readAll(bank, other.accessToken);
    const foreign = await refusalOf(
      bank.plaid.transactionsSync({ access_token: mine.accessToken, cursor }),
    );
    expect(foreign).toMatchObject({
      error_type: 'INVALID_REQUEST',
      error_code: 'INVALID_FIELD',
      error_message: 'cursor not associated with access_token',
    });
    for (const count of [0, 501, 1.5]) {
      const refused = await refusalOf(
        bank.plaid.transactionsSync({ access_token: mine.accessToken, count }),
      );
      expect(refused.error_code, String(count)).toBe('INVALID_FIELD');
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

  test('any case is taken, and the group is the one the key belongs to', async () => {
    const { accessToken } = await linkUp(
      bank,
      customLogin(rows.map((category) => ({ ...COFFEE, category }))),
    );
    const { added } = await readAll(bank, accessToken);
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

  test('the first taxonomy is spoken to those who ask for it', async () => {
    const { accessToken } = await linkUp(
      bank,
      customLogin(rows.map((category) => ({ ...COFFEE, category }))),
    );
    const { data } = await bank.plaid.transactionsSync({
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

test('a month written as a user_custom travels to the cent, over three accounts', async () => {
  const row = (day: number, amount: number, category: string, more: object = {}) => {
    const date = `2026-11-${String(day).padStart(2, '0')}`;
    return {
      date_transacted: date,
      date_posted: date,
      amount,
      description: category,
      category,
      ...more,
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
  const { accessToken } = await linkUp(bank, {
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

  const { data } = await bank.plaid.accountsGet({ access_token: accessToken });
  expect(data.accounts.map((each) => [each.subtype, each.balances.current])).toEqual([
    ['checking', 3210.55],
    ['credit card', 75.6],
    ['savings', 10_250],
  ]);
  const { added } = await readAll(bank, accessToken);
  const written = [...checking, ...card, ...savings].map((each) => [
    each.date_posted,
    each.amount,
    each.category.toUpperCase(),
  ]);
  const travelled = added.map((each) => [
    each.date,
    each.amount,
    each.personal_finance_category?.detailed,
  ]);
  expect(travelled.toSorted()).toEqual(written.toSorted());
  expect(added.filter((each) => each.pending).map((each) => each.amount)).toEqual([12.5]);
  expect(added.map((each) => each.date)).toEqual(added.map((each) => each.date).toSorted());
});
