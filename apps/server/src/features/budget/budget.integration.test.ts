import type { CallKey } from '@cairn/contract/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customPerson } from '../../../../../tests/support/bank-rows.ts';
import {
  recurringClock,
  recurringPerson,
  recurringToday,
} from '../../../../../tests/support/recurring-person.ts';
import {
  type CallOptions,
  signUpPaid,
  type TestClient,
} from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { workedExample } from '../../../../../tests/support/worked-example.ts';

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
const create = () => client.reply('POST /user/budget', { body: plan });
const idOf = async () => (await client.reply('GET /user/budget')).budgets[0]?.budget.id ?? '';
const shown = async () => {
  const [one] = (await client.reply('GET /user/budget')).budgets;
  if (one === undefined) throw new Error('There is one');
  return one;
};
const put = async (category: string, amount: unknown) =>
  client.call('POST /user/budget/cat', { body: { category, amount, budget_id: await idOf() } });

describe("DOMAIN's worked example with a budget", () => {
  beforeAll(async () => {
    client = await signUpPaid(server);
    await client.link(workedExample(Temporal.PlainDate.from(recurringToday)));
    const { transactions } = await client.reply('POST /user/transactions/v2', { body: {} });
    const bought = transactions.find(({ amount }) => amount === 99);
    await client.reply('POST /user/tx/ignore', {
      body: { tx_id: bought?.transaction_id ?? '', exclude_transaction: true },
    });
  });

  test('404 while there is none', async () => {
    expect((await client.call('GET /user/budget')).status).toBe(404);
  });

  test('a new one knows the month already', async () => {
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
      not_counted: 0,
      currency: 'USD',
    });
    expect(await client.reply('GET /user/budget')).toEqual(body);
  });

  test('a second one is refused, and the first stays as it is', async () => {
    const answer = await client.call('POST /user/budget', { body: { ...plan, bills: 1 } });
    expect([answer.status, answer.problem.code]).toEqual([409, 'conflict']);
    expect((await shown()).budget.bills).toBe(1_600);
  });

  test('a group takes its transactions, a narrower category takes them from it', async () => {
    expect((await put('FOOD_AND_DRINK', 300)).status).toBe(200);
    expect(await shown()).toMatchObject({
      budget: { budgeted_cats_total: 300, cats_total: 76.6, everything_else: 35 },
      categories: [{ category: 'FOOD_AND_DRINK', amount: 300 }],
      totals: { FOOD_AND_DRINK: 76.6 },
    });
    await put('food_and_drink_coffee', 40.5);
    const { budget, totals, txs, categories } = await shown();
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

  test('an amount of 0 takes a category out', async () => {
    await put('FOOD_AND_DRINK_COFFEE', 0);
    expect((await shown()).totals).toEqual({ FOOD_AND_DRINK: 76.6 });
  });

  test('a category of bills has nothing left: bills come first', async () => {
    await put('RENT_AND_UTILITIES_RENT', 1_500);
    expect(await shown()).toMatchObject({
      budget: { real_bills: 1_500, cats_total: 76.6 },
      totals: { RENT_AND_UTILITIES_RENT: 0 },
    });
    await put('RENT_AND_UTILITIES_RENT', 0);
  });

  test('what is planned changes by itself', async () => {
    const budget_id = await idOf();
    await client.reply('POST /user/budget/update', { body: { budget_id, bills: 1_700.25 } });
    expect((await shown()).budget).toMatchObject({ ...plan, bills: 1_700.25 });
  });

  test('DELETE /user/budget/:id takes it away, with its categories', async () => {
    const id = await idOf();
    expect((await client.call('DELETE /user/budget/:id', { params: { id } })).status).toBe(204);
    expect((await client.call('GET /user/budget')).status).toBe(404);
    expect((await client.call('DELETE /user/budget/:id', { params: { id } })).status).toBe(404);
    await create();
    expect((await shown()).categories).toEqual([]);
  });
});

describe('with streams', () => {
  beforeAll(async () => {
    client = await signUpPaid(server);
    await client.link(recurringPerson);
    await create();
  });

  test('their payments are bills, and what they take this month is paid and to come', async () => {
    // Paid: two boxes and the waste. To come: two boxes, rent, and what is overdue.
    const paid = 28.5 + 28.5 + 78;
    expect((await shown()).budget).toMatchObject({
      real_bills: paid,
      budgeted_bills_total: paid + 28.5 + 28.5 + 1_500 + 44 + 9.99,
      everything_else: 17.25,
    });
  });

  test('one that the user dismissed is none, and its payments are no bills', async () => {
    const { recurring } = await client.reply('POST /user/plaid/recurring_txs');
    const id = recurring.find(({ description }) => description === 'VEG BOX')?.stream_id ?? '';
    await client.reply('PATCH /user/recurringtx/:id', {
      params: { id },
      body: { dismissed: true },
    });
    expect((await shown()).budget).toMatchObject({
      real_bills: 78,
      budgeted_bills_total: 78 + 1_500 + 44 + 9.99,
      everything_else: 17.25 + 57,
    });
  });

  test('the last three whole months say what to plan', async () => {
    // April: pay twice; rent, gym, cloud, paper and one box, which is dismissed.
    expect(await client.reply('GET /user/budget/suggestion')).toEqual({
      earnings: Math.round((2 * 2_600) / 3),
      bills: Math.round((1_500 + 1_500 + 1_450 + 40 + 40 + 44 + 3 * (14 + 9.99) + 78) / 3),
      spending: Math.round(28.5 / 3),
      months: 3,
      currency: 'USD',
    });
  });
});

test('whoever banks in euros is told every total in euros', async () => {
  client = await signUpPaid(server);
  const row = { date_transacted: recurringToday, date_posted: recurringToday };
  await client.link(
    customPerson(
      { name: 'Giro', currency: 'EUR', transactions: [{ ...row, amount: 10, currency: 'EUR' }] },
      { name: 'Sparen', currency: 'EUR' },
      { name: 'Dollars', transactions: [{ ...row, amount: 99 }] },
    ),
  );
  await create();
  expect(await shown()).toMatchObject({
    currency: 'EUR',
    not_counted: 1,
    budget: { everything_else: 10 },
  });
  const body = { month: recurringToday.slice(0, 7) };
  const replies = await Promise.all([
    client.reply('GET /user/budget/suggestion'),
    client.reply('POST /user/plaid/recurring_txs'),
    client.reply('GET /user/currentspending'),
    client.reply('GET /user/cashflow'),
    client.reply('POST /user/spendingcat', { body }),
  ]);
  expect(replies.map(({ currency }) => currency)).toEqual(Array(5).fill('EUR'));
});

describe('whoever has nothing', () => {
  beforeAll(async () => {
    client = await signUpPaid(server);
  });

  test('is suggested nothing, and may plan all the same', async () => {
    expect(await client.reply('GET /user/budget/suggestion')).toEqual({
      earnings: 0,
      bills: 0,
      spending: 0,
      months: 0,
      currency: 'USD',
    });
    await create();
    expect((await shown()).budget).toMatchObject({ real_bills: 0, everything_else: 0 });
  });

  test('of ten who make it at once one does', async () => {
    client = await signUpPaid(server);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.call('POST /user/budget', { body: plan })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });
});

describe('refused with a sentence:', () => {
  beforeAll(async () => {
    client = await signUpPaid(server);
    await create();
  });
  let before: object;
  beforeEach(async () => {
    before = await client.reply('GET /user/budget');
  });

  const wrong = [-0.01, 1_000_000_000.01, 1e300, '12', 'twelve', null, true, {}, []];
  test.each(wrong)('an amount of %j', async (amount) => {
    const budget_id = await idOf();
    const refusals: [CallKey, object][] = [
      ['POST /user/budget', { ...plan, earnings: amount }],
      ['POST /user/budget', { ...plan, bills: amount }],
      ['POST /user/budget', { ...plan, spending: amount }],
      ['POST /user/budget/update', { budget_id, bills: amount }],
      ['POST /user/budget/update', { budget_id, spending: amount }],
      ['POST /user/budget/cat', { budget_id, category: 'TRAVEL', amount }],
    ];
    for (const [key, body] of refusals) {
      const answer = await client.call(key, { body } as CallOptions<CallKey>);
      expect([answer.status, answer.problem.code], key).toEqual([422, 'unprocessable']);
      expect(answer.problem.detail).toMatch(/must be a number|below 0|at most/);
    }
    expect(await client.reply('GET /user/budget')).toEqual(before);
  });

  test.each([0, 0.01, 1_000_000_000, 12.345])('but not an amount of %d', async (amount) => {
    const budget_id = await idOf();
    const body = { budget_id, earnings: amount };
    const { budgets } = await client.reply('POST /user/budget/update', { body });
    expect(budgets[0]?.budget.earnings).toBe(Number(amount.toFixed(2)));
  });

  test.each(['', 'NO_SUCH_THING', 'constructor', 'FOOD AND DRINK'])(
    'a category %j',
    async (category) => {
      const answer = await put(category, 10);
      expect([answer.status, answer.problem.code]).toEqual([422, 'unprocessable']);
    },
  );

  test.each(['', 'mine', '0190a0a0-0000-7000-8000-00000000dead'])(
    'a budget %j is not there',
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
