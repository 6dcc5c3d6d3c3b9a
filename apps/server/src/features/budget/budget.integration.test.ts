import type { CallKey } from '@cairn/contract/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customPerson } from '../../../../../tests/support/bank/listed-transactions.ts';
import {
  recurringClock,
  recurringPerson,
  recurringToday,
} from '../../../../../tests/support/bank/recurring-person.ts';
import { workedExample } from '../../../../../tests/support/bank/worked-example.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { sendJson } from '../../../../../tests/support/requests/raw-request.ts';
import { readCsv } from '../../../../../tests/support/requests/read-csv.ts';
import {
  type CallOptions,
  signUpPaid,
  type TestClient,
} from '../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    clock: recurringClock,
    sandboxEnvironment: { SANDBOX_TODAY: recurringToday },
  });
});
afterAll(() => server.stop());

const plan = { earnings: 2_600, bills: 1_600, spending: 500 };
const create = () => client.request('POST /user/budget', { body: plan });
const budgetId = async () => (await client.request('GET /user/budget')).budgets[0]?.budget.id ?? '';
const fetchBudget = async () => {
  const [budget] = (await client.request('GET /user/budget')).budgets;
  if (budget === undefined) throw new Error('There is no budget');
  return budget;
};
const setCategory = async (category: string, amount: unknown) =>
  client.call('POST /user/budget/cat', { body: { category, amount, budget_id: await budgetId() } });

describe('a budget for the worked example', () => {
  beforeAll(async () => {
    client = await signUpPaid(server);
    await client.linkBank(workedExample(Temporal.PlainDate.from(recurringToday)));
    const { transactions } = await client.request('POST /user/transactions/v2', { body: {} });
    const purchase = transactions.find(({ amount }) => amount === 99);
    await client.request('POST /user/tx/ignore', {
      body: { tx_id: purchase?.transaction_id ?? '', exclude_transaction: true },
    });
  });

  test('returns 404 before it is created', async () => {
    expect((await client.call('GET /user/budget')).status).toBe(404);
  });

  test("has this month's sums as soon as it is created", async () => {
    const { status, body } = await client.call('POST /user/budget', { body: plan });
    expect(status).toBe(201);
    expect(body.budgets).toHaveLength(1);
    expect(body.budgets[0]).toMatchObject({
      budget: {
        ...plan,
        real_bills: 1_500,
        real_earnings: 2_600,
        budgeted_bills_total: 0,
        budgeted_cats_total: 0,
        cats_total: 0,
        everything_else: 111.6,
      },
      txs: {},
      categories: [],
      totals: {},
      month: '2026-05',
      omitted_count: 0,
      currency: 'USD',
    });
    expect(await client.request('GET /user/budget')).toEqual(body);
  });

  test('rejects a second budget and leaves the first unchanged', async () => {
    const response = await client.call('POST /user/budget', { body: { ...plan, bills: 1 } });
    expect([response.status, response.problem.code]).toEqual([409, 'conflict']);
    expect((await fetchBudget()).budget.bills).toBe(1_600);
  });

  test('counts transactions in a budgeted group, except those of a budgeted category within it', async () => {
    expect((await setCategory('FOOD_AND_DRINK', 300)).status).toBe(200);
    expect(await fetchBudget()).toMatchObject({
      budget: { budgeted_cats_total: 300, cats_total: 76.6, everything_else: 35 },
      categories: [{ category: 'FOOD_AND_DRINK', amount: 300 }],
      totals: { FOOD_AND_DRINK: 76.6 },
    });
    await setCategory('food_and_drink_coffee', 40.5);
    const { budget, totals, txs, categories } = await fetchBudget();
    expect(budget).toMatchObject({ budgeted_cats_total: 340.5, cats_total: 76.6 });
    expect(totals).toEqual({ FOOD_AND_DRINK: 64.1, FOOD_AND_DRINK_COFFEE: 12.5 });
    expect(categories.map(({ category }) => category)).toEqual([
      'FOOD_AND_DRINK',
      'FOOD_AND_DRINK_COFFEE',
    ]);
    const amounts = Object.entries(txs).map(([key, rows]) => [key, rows.map((row) => row.amount)]);
    expect(Object.fromEntries(amounts)).toEqual({
      FOOD_AND_DRINK: [-20, 84.1],
      FOOD_AND_DRINK_COFFEE: [12.5],
    });
  });

  test('lists, sums, and exports exactly the transactions of a budgeted group', async () => {
    const body = { budget_category: 'FOOD_AND_DRINK', date_range: 'current_month' };
    const { transactions } = await client.request('POST /user/transactions/v2', { body });
    expect(transactions.map(({ amount }) => amount)).toEqual([-20, 84.1]);
    expect(await client.request('POST /user/transactions/summary', { body })).toEqual({
      count: 2,
      sum_in: 0,
      sum_out: 64.1,
      omitted_count: 0,
      currency: 'USD',
    });
    const { results } = await client.request('POST /user/transactions/monthly', { body });
    expect(results.at(-1)).toEqual({ month: '2026-05', spent: 64.1, income: 0 });
    const { text } = await sendJson(
      server,
      '/api/user/transactions/export',
      JSON.stringify(body),
      client.token,
    );
    const amounts = readCsv(text)
      .slice(1)
      .map((cells) => cells[5]);
    expect(amounts).toEqual(['-20.00', '84.10']);
  });

  test('lists nothing for a category that the budget does not have', async () => {
    const body = { budget_category: 'TRAVEL' };
    const page = await client.request('POST /user/transactions/v2', { body });
    expect(page).toEqual({ transactions: [], num_pages: 1, next: null });
  });

  test('removes a category when its amount is 0', async () => {
    await setCategory('FOOD_AND_DRINK_COFFEE', 0);
    expect((await fetchBudget()).totals).toEqual({ FOOD_AND_DRINK: 76.6 });
  });

  test('counts bills as bills, not in a budgeted category', async () => {
    await setCategory('RENT_AND_UTILITIES_RENT', 1_500);
    expect(await fetchBudget()).toMatchObject({
      budget: { real_bills: 1_500, cats_total: 76.6 },
      totals: { RENT_AND_UTILITIES_RENT: 0 },
      excluded_bills: { FOOD_AND_DRINK: 0, RENT_AND_UTILITIES_RENT: 1_500 },
    });
    await setCategory('RENT_AND_UTILITIES_RENT', 0);
  });

  test('updates one planned amount without changing the others', async () => {
    const budget_id = await budgetId();
    await client.request('POST /user/budget/update', { body: { budget_id, bills: 1_700.25 } });
    expect((await fetchBudget()).budget).toMatchObject({ ...plan, bills: 1_700.25 });
  });

  test('is deleted with its categories by DELETE /user/budget/:id', async () => {
    const id = await budgetId();
    expect((await client.call('DELETE /user/budget/:id', { params: { id } })).status).toBe(204);
    expect((await client.call('GET /user/budget')).status).toBe(404);
    expect((await client.call('DELETE /user/budget/:id', { params: { id } })).status).toBe(404);
    await create();
    expect((await fetchBudget()).categories).toEqual([]);
  });
});

describe('a budget with streams', () => {
  beforeAll(async () => {
    client = await signUpPaid(server);
    await client.linkBank(recurringPerson);
    await create();
  });

  test('counts stream payments as bills, and includes paid and upcoming ones in the bills expected this month', async () => {
    // Paid: two veg boxes and waste. Expected: two veg boxes, rent, and the overdue payments.
    const paid = 28.5 + 28.5 + 78;
    expect((await fetchBudget()).budget).toMatchObject({
      real_bills: paid,
      budgeted_bills_total: paid + 28.5 + 28.5 + 1_500 + 44 + 9.99,
      everything_else: 17.25,
    });
  });

  test('excludes the bills of a category, which have their own proof and are not in its list', async () => {
    await setCategory('FOOD_AND_DRINK', 100);
    expect(await fetchBudget()).toMatchObject({
      totals: { FOOD_AND_DRINK: 17.25 },
      excluded_bills: { FOOD_AND_DRINK: 57 },
    });
    const filter = { date_range: 'current_month' };
    const [inGroup, inBudget] = await Promise.all(
      [{ category: ['food_and_drink'] }, { budget_category: 'food_and_drink' }].map((part) =>
        client.request('POST /user/transactions/summary', { body: { ...filter, ...part } }),
      ),
    );
    expect([inGroup?.sum_out, inBudget?.sum_out]).toEqual([74.25, 17.25]);
    const proof = await client.request('POST /user/proof', {
      body: { of: 'budget_category_bills', key: 'FOOD_AND_DRINK' },
    });
    expect(proof.sum).toBe(57);
  });

  test("returns a past month's sums, compared with the current plan", async () => {
    const month = '2026-04';
    const { budgets } = await client.request('GET /user/budget', { query: { month } });
    const paid = 1_500 + 44 + 9.99 + 14 + 28.5;
    expect(budgets).toMatchObject([
      {
        month,
        // No payment of a past month is still expected.
        budget: {
          ...plan,
          real_bills: paid,
          real_earnings: 5_200,
          budgeted_bills_total: paid,
          everything_else: 0,
        },
        categories: [{ category: 'FOOD_AND_DRINK', amount: 100 }],
        totals: { FOOD_AND_DRINK: 0 },
        excluded_bills: { FOOD_AND_DRINK: 28.5 },
      },
    ]);
    const period = { from: '2026-04-01', to: '2026-04-30' };
    const proof = await client.request('POST /user/proof', { body: { of: 'bills', period } });
    expect(proof.sum).toBe(paid);
  });

  test('returns this month by default and on request', async () => {
    const query = { month: '2026-05' };
    const current = await client.request('GET /user/budget');
    expect(await client.request('GET /user/budget', { query })).toEqual(current);
  });

  test.each([
    ['2026-06', "hasn't started yet"],
    ['9999-12', "hasn't started yet"],
    ['2026-13', 'YYYY-MM'],
    ['May', 'YYYY-MM'],
    ['0001-01', 'YYYY-MM'],
  ])('rejects the month %s with an explanation', async (month, explanation) => {
    const response = await client.call('GET /user/budget', { query: { month } });
    expect([response.status, response.problem.code]).toEqual([422, 'unprocessable']);
    expect(response.problem.detail).toContain(explanation);
  });

  test('does not count payments of a dismissed stream as bills', async () => {
    await setCategory('FOOD_AND_DRINK', 0);
    const { recurring } = await client.request('POST /user/plaid/recurring_txs');
    const id = recurring.find(({ description }) => description === 'VEG BOX')?.stream_id ?? '';
    await client.request('PATCH /user/recurringtx/:id', {
      params: { id },
      body: { dismissed: true },
    });
    expect((await fetchBudget()).budget).toMatchObject({
      real_bills: 78,
      budgeted_bills_total: 78 + 1_500 + 44 + 9.99,
      everything_else: 17.25 + 57,
    });
  });

  test('is suggested from the last three full months', async () => {
    // April: two paychecks, rent, gym, cloud, paper, and one veg box, which is dismissed.
    expect(await client.request('GET /user/budget/suggestion')).toEqual({
      earnings: Math.round((2 * 2_600) / 3),
      bills: Math.round((1_500 + 1_500 + 1_450 + 40 + 40 + 44 + 3 * (14 + 9.99) + 78) / 3),
      spending: Math.round(28.5 / 3),
      months: 3,
      currency: 'USD',
    });
  });
});

test('every total of a user with euro accounts is in euros', async () => {
  client = await signUpPaid(server);
  const row = { date_transacted: recurringToday, date_posted: recurringToday };
  await client.linkBank(
    customPerson(
      {
        name: 'Euro checking',
        currency: 'EUR',
        transactions: [{ ...row, amount: 10, currency: 'EUR' }],
      },
      { name: 'Euro savings', currency: 'EUR' },
      { name: 'Dollars', transactions: [{ ...row, amount: 99 }] },
    ),
  );
  await create();
  expect(await fetchBudget()).toMatchObject({
    currency: 'EUR',
    omitted_count: 1,
    budget: { everything_else: 10 },
  });
  const body = { month: recurringToday.slice(0, 7) };
  const responses = await Promise.all([
    client.request('GET /user/budget/suggestion'),
    client.request('POST /user/plaid/recurring_txs'),
    client.request('GET /user/currentspending'),
    client.request('GET /user/cashflow'),
    client.request('POST /user/spendingcat', { body }),
  ]);
  expect(responses.map(({ currency }) => currency)).toEqual(Array(5).fill('EUR'));
});

describe('a user without accounts', () => {
  beforeAll(async () => {
    client = await signUpPaid(server);
  });

  test('gets a suggestion of zeros and can still create a budget', async () => {
    expect(await client.request('GET /user/budget/suggestion')).toEqual({
      earnings: 0,
      bills: 0,
      spending: 0,
      months: 0,
      currency: 'USD',
    });
    await create();
    expect((await fetchBudget()).budget).toMatchObject({ real_bills: 0, everything_else: 0 });
  });

  test('can create only one budget in ten concurrent attempts', async () => {
    client = await signUpPaid(server);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => client.call('POST /user/budget', { body: plan })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });
});

describe('input validation of the budget', () => {
  beforeAll(async () => {
    client = await signUpPaid(server);
    await create();
  });
  let before: object;
  beforeEach(async () => {
    before = await client.request('GET /user/budget');
  });

  const invalidAmounts = [-0.01, 1_000_000_000.01, 1e300, '12', 'twelve', null, true, {}, []];
  test.each(invalidAmounts)('rejects an amount of %j with an explanation', async (amount) => {
    const budget_id = await budgetId();
    const requests: [CallKey, object][] = [
      ['POST /user/budget', { ...plan, earnings: amount }],
      ['POST /user/budget', { ...plan, bills: amount }],
      ['POST /user/budget', { ...plan, spending: amount }],
      ['POST /user/budget/update', { budget_id, bills: amount }],
      ['POST /user/budget/update', { budget_id, spending: amount }],
      ['POST /user/budget/cat', { budget_id, category: 'TRAVEL', amount }],
    ];
    for (const [key, body] of requests) {
      const response = await client.call(key, { body } as CallOptions<CallKey>);
      expect([response.status, response.problem.code], key).toEqual([422, 'unprocessable']);
      expect(response.problem.detail).toMatch(/must be a number|below 0|more than/);
    }
    expect(await client.request('GET /user/budget')).toEqual(before);
  });

  test.each([0, 0.01, 1_000_000_000, 12.345])('accepts an amount of %d', async (amount) => {
    const budget_id = await budgetId();
    const body = { budget_id, earnings: amount };
    const { budgets } = await client.request('POST /user/budget/update', { body });
    expect(budgets[0]?.budget.earnings).toBe(Number(amount.toFixed(2)));
  });

  test.each(['', 'NO_SUCH_THING', 'constructor', 'FOOD AND DRINK'])(
    'rejects the unknown category %j with an explanation',
    async (category) => {
      const response = await setCategory(category, 10);
      expect([response.status, response.problem.code]).toEqual([422, 'unprocessable']);
    },
  );

  test.each(['', 'mine', '0190a0a0-0000-7000-8000-00000000dead'])(
    'returns 404 for the unknown budget %j',
    async (budget_id) => {
      const calls = await Promise.all([
        client.call('POST /user/budget/update', { body: { budget_id, bills: 1 } }),
        client.call('POST /user/budget/cat', {
          body: { budget_id, category: 'TRAVEL', amount: 1 },
        }),
        client.call('POST /user/budget/cat', {
          body: { budget_id, category: 'TRAVEL', amount: 0 },
        }),
        client.call('DELETE /user/budget/:id', { params: { id: budget_id } }),
      ]);
      expect(calls.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    },
  );
});
