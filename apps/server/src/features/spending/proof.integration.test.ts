import { readFileSync } from 'node:fs';
import type { CallBody, CallReply } from '@cairn/contract/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customPerson } from '../../../../../tests/support/bank-rows.ts';
import { expectDaysToAddUp } from '../../../../../tests/support/day-totals.ts';
import { expectProblem, sendJson } from '../../../../../tests/support/raw-request.ts';
import { readCsv } from '../../../../../tests/support/read-csv.ts';
import { signUp, signUpPaid, type TestClient } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { activityOf, askDatabase } from '../../../../../tests/support/user-rows.ts';
import { workedExample } from '../../../../../tests/support/worked-example.ts';

const today = '2026-05-15';
const clock = { now: () => new Date(`${today}T12:00:00Z`) };
const may = { from: '2026-05-01', to: '2026-05-31' };

type Wish = CallBody<'POST /user/proof'>;
type Proof = CallReply<'POST /user/proof'>;

const cents = (amount: number) => Math.round(amount * 100);
const row = (date: string, amount: number, category: string, more: object = {}) => ({
  date_transacted: date,
  date_posted: date,
  amount,
  category,
  ...more,
});

const groceries = 'food_and_drink_groceries';
const many = Array.from({ length: 130 }, (_, index) =>
  row(
    `2026-05-${String(1 + (index % 15)).padStart(2, '0')}`,
    // A few come back, a few are income; all with odd cents.
    index % 11 === 0 ? -(index + 0.07) : index + 0.13,
    ['travel_lodging', groceries, 'income_wages', 'medical_dental_care'][index % 4] ?? groceries,
    { description: `bulk ${index}` },
  ),
);

let server: TestServer;
/** Has the worked example, seen from the 15th. */
let client: TestClient;
/** Has a row of every kind that a total can leave out, and more rows than a page. */
let rich: TestClient;

beforeAll(async () => {
  server = await startTestServer({ clock, sandboxEnvironment: { SANDBOX_TODAY: '2026-05-20' } });
  [client, rich] = await Promise.all([signUpPaid(server), signUpPaid(server)]);
  await client.link(workedExample(Temporal.PlainDate.from(today)));
  await exclude(client, 99);
  await rich.link(
    customPerson(
      { name: 'Everyday', transactions: [...many, row('2026-05-18', 77, groceries)] },
      { name: 'Second', transactions: [row('2026-05-03', 5, groceries)] },
      { name: 'Hidden', transactions: [row('2026-05-04', 6, groceries)] },
      {
        name: 'Abroad',
        currency: 'EUR',
        transactions: [row('2026-05-05', 7, groceries, { currency: 'EUR' })],
      },
    ),
  );
  await askDatabase(
    server,
    "update accounts set hidden = true where user_id = $1 and name = 'Hidden'",
    [(await rich.reply('GET /user/me')).id],
  );
  // What hides an account adds its days up anew; the database was told here behind the product's back.
  await exclude(rich, 6, groceries);
  await exclude(rich, 6, groceries, false);
});
afterAll(() => server.stop());

async function exclude(as: TestClient, amount: number, category?: string, excluded = true) {
  const { transactions } = await as.reply('POST /user/transactions/v2', {
    body: category === undefined ? {} : { category: [category] },
  });
  const found = transactions.find((each) => each.amount === amount);
  await as.reply('POST /user/tx/ignore', {
    body: { tx_id: found?.transaction_id ?? '', exclude_transaction: excluded },
  });
}

const prove = (as: TestClient, body: Wish) => as.reply('POST /user/proof', { body });

/** A proof with all its pages. */
async function proveAll(as: TestClient, wish: Wish): Promise<Proof> {
  const proof = await prove(as, wish);
  for (const list of ['included', 'left_out'] as const)
    for (let after = proof.next[list]; after !== null; ) {
      const page = await prove(as, { ...wish, list, after });
      if (list === 'included') proof.included.push(...page.included);
      else proof.left_out.push(...page.left_out);
      after = page.next[list];
    }
  return proof;
}

/** The rows of a proof add up to its sum, and its counts are theirs. */
function expectToAddUp(proof: Proof): void {
  const sum = proof.included.reduce((all, { amount }) => all + proof.sign * cents(amount), 0);
  expect(sum || 0).toBe(cents(proof.sum));
  expect(proof.included).toHaveLength(proof.counts.included);
  expect(proof.left_out).toHaveLength(proof.counts.left_out);
  expect(proof.reasons.reduce((all, { count }) => all + count, 0)).toBe(proof.counts.left_out);
  const ids = [...proof.included, ...proof.left_out.map(({ transaction }) => transaction)];
  expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
}

describe("POST /user/proof of DOMAIN's worked example", () => {
  test('spent is 1611.60: five rows in it, and what was left out with the reason of each', async () => {
    const proof = await proveAll(client, { of: 'spent', period: may });
    expectToAddUp(proof);
    expect(proof).toMatchObject({
      sum: 1611.6,
      currency: 'USD',
      sign: 1,
      period: may,
      counts: { included: 5, left_out: 5 },
      netted: { count: 1, sum: -20 },
      pending: { count: 1, sum: 12.5 },
    });
    expect(proof.left_out.map(({ reason, transaction }) => [reason, transaction.amount])).toEqual([
      ['user', 99],
      ['withdrawal', 60],
      ['transfer', 250],
      ['card_payment', expect.any(Number)],
      ['card_payment', expect.any(Number)],
    ]);
    expect(proof.reasons).toEqual([
      { reason: 'card_payment', currency: 'USD', count: 2, sum: 0 },
      { reason: 'transfer', currency: 'USD', count: 1, sum: 250 },
      { reason: 'user', currency: 'USD', count: 1, sum: 99 },
      { reason: 'withdrawal', currency: 'USD', count: 1, sum: 60 },
    ]);
  });

  test('income is 2600.00: the wages, and the half of a transfer that came in is left out', async () => {
    const proof = await proveAll(client, { of: 'income', period: may });
    expectToAddUp(proof);
    expect(proof).toMatchObject({ sum: 2600, sign: -1, counts: { included: 1, left_out: 1 } });
    expect(proof.left_out[0]).toMatchObject({ reason: 'transfer', transaction: { amount: -250 } });
  });

  test('net worth is assets less debts, account by account', async () => {
    const worth = await prove(client, { of: 'net_worth' });
    const counted = Object.fromEntries(worth.accounts.map((each) => [each.name, each.counted]));
    expect(counted).toEqual({
      'Everyday Checking': 3200,
      'Rainy Day': 10_250,
      'Daily Card': -175.6,
    });
    expect(worth.sum).toBe(13_274.4);
    expect((await prove(client, { of: 'assets' })).sum).toBe(13_450);
    expect((await prove(client, { of: 'debts' })).sum).toBe(175.6);
    const ofSavings = { key: 'savings' };
    expect((await prove(client, { of: 'asset_group', ...ofSavings })).sum).toBe(10_250);
    expect((await prove(client, { of: 'debt_group', ...ofSavings })).accounts).toEqual([]);
  });
});

describe('POST /user/proof', () => {
  test('every total of every report is proved to the cent', async () => {
    for (const as of [client, rich]) {
      const [{ results }, { res }, month, groups] = await Promise.all([
        as.reply('GET /user/cashflow'),
        as.reply('GET /user/currentspending'),
        as.reply('POST /user/spendingcat', { body: { month: '2026-05' } }),
        as.reply('POST /user/accounts/grouped', { body: {} }),
      ]);
      const expected: [Wish, number | null | undefined][] = [
        [{ of: 'spent' }, month.total],
        [{ of: 'spent', period: may }, results.at(-1)?.spent],
        [{ of: 'income', period: may }, results.at(-1)?.income],
        [{ of: 'refunds', period: may }, month.refunds],
        [{ of: 'day', period: { from: '2026-05-01', to: '2026-05-09' } }, res[8]?.currentMonthSum],
        [{ of: 'spent', period: { from: '2026-04-01', to: '2026-04-30' } }, 0],
      ];
      for (const { name, value, children } of month.data) {
        expected.push([{ of: 'category', key: name, period: may }, value]);
        for (const child of children)
          expected.push([{ of: 'category', key: child.name, period: may }, child.value]);
      }
      for (const [wish, number] of expected) {
        const proof = await proveAll(as, wish);
        expect(proof.sum, JSON.stringify(wish)).toBe(number);
        expectToAddUp(proof);
      }
      for (const [key, { total, not_counted }] of Object.entries(groups.accounts)) {
        const proof = await prove(as, { of: 'account_group', key });
        expect(proof.sum, key).toBe(total);
        const sum = proof.accounts.reduce((all, { counted }) => all + cents(counted), 0);
        expect(sum, key).toBe(cents(total));
        const shown = proof.accounts_left_out.filter(({ reason }) => reason !== 'account');
        expect(shown, key).toHaveLength(not_counted);
      }
    }
  });

  test('every part of a budget is proved to the cent, and together they are what was spent', async () => {
    const made = await client.reply('POST /user/budget', {
      body: { earnings: 2_600, bills: 1_500, spending: 400 },
    });
    const budget_id = made.budgets[0]?.budget.id ?? '';
    for (const category of ['FOOD_AND_DRINK', 'FOOD_AND_DRINK_COFFEE'])
      await client.reply('POST /user/budget/cat', { body: { category, amount: 100, budget_id } });
    const [shown] = (await client.reply('GET /user/budget')).budgets;
    if (shown === undefined) throw new Error('It was just made');
    const expected: [Wish, number | undefined][] = [
      [{ of: 'bills' }, shown.budget.real_bills],
      [{ of: 'income' }, shown.budget.real_earnings],
      [{ of: 'everything_else' }, shown.budget.everything_else],
      [{ of: 'budgeted' }, shown.budget.cats_total],
      [
        { of: 'besides_bills' },
        (cents(shown.budget.cats_total) + cents(shown.budget.everything_else)) / 100,
      ],
      // The coffee is the narrower category's, and no part of its group.
      [{ of: 'budget_category', key: 'FOOD_AND_DRINK_COFFEE' }, 12.5],
      [{ of: 'budget_category', key: 'FOOD_AND_DRINK' }, 64.1],
    ];
    for (const [wish, number] of expected) {
      const proof = await proveAll(client, wish);
      expect(proof.sum, JSON.stringify(wish)).toBe(number);
      expectToAddUp(proof);
    }
    expect(shown.totals).toEqual({ FOOD_AND_DRINK: 64.1, FOOD_AND_DRINK_COFFEE: 12.5 });
    const { real_bills, cats_total, everything_else } = shown.budget;
    expect(cents(real_bills) + cents(cats_total) + cents(everything_else)).toBe(161_160);
    await client.reply('DELETE /user/budget/:id', { params: { id: budget_id } });
  });

  test('says of each row why it is left out, the first reason that holds', async () => {
    const proof = await proveAll(rich, { of: 'category', key: groceries, period: may });
    expect(proof.left_out.map(({ reason, transaction }) => [reason, transaction.amount])).toEqual([
      ['later', 77],
      ['currency', 7],
      ['account', 6],
    ]);
    expect(proof.reasons).toContainEqual({ reason: 'currency', currency: 'EUR', count: 1, sum: 7 });
    const accounts = await prove(rich, { of: 'account_group', key: 'checking' });
    const reasons = accounts.accounts_left_out.map(({ reason, account }) => [account.name, reason]);
    expect(Object.fromEntries(reasons)).toEqual({ Hidden: 'account', Abroad: 'currency' });
  });

  test('has 50 rows a page of a large total; its sum and its counts are of all', async () => {
    const first = await prove(rich, { of: 'spent', period: may });
    expect(first.included).toHaveLength(50);
    expect(first.counts.included).toBeGreaterThan(90);
    const after = first.next.included ?? '';
    const second = await prove(rich, { of: 'spent', period: may, list: 'included', after });
    expect(second.sum).toBe(first.sum);
    expect(second.left_out).toEqual([]);
    expectToAddUp(await proveAll(rich, { of: 'spent', period: may }));
  });

  test('looks for what was left out among the same rows as the view that counts', async () => {
    // The demo has rows of nearly every group; the view's side is the one that the rule would say.
    await rich.reply('POST /user/proof', { demo: true, body: { of: 'spent' } });
    const rows = await askDatabase<{ category_group: string; side: string }>(
      server,
      `select distinct category_group, side from counted_transactions where side is not null`,
    );
    const income = ['income', 'transfer_in', 'loan_disbursements'];
    expect(rows.length).toBeGreaterThan(10);
    for (const { category_group, side } of rows)
      expect(side === 'income', category_group).toBe(income.includes(category_group));
  });

  test('refuses a total that there is not, and half-said ones, with a sentence', async () => {
    const ask = (body: object) =>
      sendJson(server, '/api/user/proof', JSON.stringify(body), client.token);
    for (const body of [
      { of: 'everything' },
      { of: 'category' },
      { of: 'week' },
      { of: 'spent', period: { from: '2026-05-31', to: '2026-05-01' } },
      { of: 'spent', after: 'not a place' },
    ])
      expectProblem(await ask(body), 422);
    for (const body of [{}, { of: 'spent', list: 'both' }, { of: 1 }])
      expectProblem(await ask(body), 400);
  });

  test("is of nobody else's rows, needs payment, and shows the demo's to everyone", async () => {
    const [stranger, free] = [await signUpPaid(server), await signUp(server)];
    const nothing = await prove(stranger, { of: 'spent' });
    expect(nothing).toMatchObject({ sum: 0, currency: null, included: [], left_out: [] });
    expect((await prove(stranger, { of: 'net_worth' })).accounts).toEqual([]);
    expect((await free.call('POST /user/proof', { body: { of: 'spent' } })).status).toBe(403);
    const demo = await free.reply('POST /user/proof', { demo: true, body: { of: 'net_worth' } });
    expect(demo.accounts.length).toBeGreaterThan(5);
  });
});

describe('POST /user/proof/export', () => {
  const download = (as: TestClient, body: object) =>
    sendJson(server, '/api/user/proof/export', JSON.stringify(body), as.token);

  test('is the list as a file whose amounts add up to the total', async () => {
    const { text, headers } = await download(rich, { of: 'spent', period: may });
    expect(headers.get('content-disposition')).toBe('attachment; filename="transactions.csv"');
    const [header, ...lines] = readCsv(text);
    expect(header?.join()).toBe(
      'date,merchant,name,account,category,amount,pending,excluded,currency',
    );
    const proof = await prove(rich, { of: 'spent', period: may });
    expect(lines).toHaveLength(proof.counts.included);
    expect(lines.reduce((sum, line) => sum + cents(Number(line[5])), 0)).toBe(cents(proof.sum));
    expect(await activityOf(rich, server)).toContain('transactions_exported');
  });

  test('of balances is a file of accounts, in which what counts adds up to the total', async () => {
    const { text, headers } = await download(client, { of: 'net_worth' });
    expect(headers.get('content-disposition')).toBe('attachment; filename="accounts.csv"');
    const [header, ...lines] = readCsv(text);
    expect(header?.join()).toBe('institution,account,mask,type,balance,currency,counted,left_out');
    const told = lines.map(([, account, , type, balance, , counted]) =>
      [account, type, balance, counted].join(),
    );
    expect(told.toSorted()).toEqual([
      'Daily Card,credit card,175.60,-175.60',
      'Everyday Checking,checking,3200.00,3200.00',
      'Rainy Day,savings,10250.00,10250.00',
    ]);
    expect(await activityOf(client, server)).toContain('balances_exported');

    const left = readCsv((await download(rich, { of: 'assets' })).text).slice(1);
    const proof = await prove(rich, { of: 'assets' });
    expect(left.reduce((sum, line) => sum + cents(Number(line[6])), 0)).toBe(cents(proof.sum));
    const without = left.flatMap((line) => (line[7] ? [`${line[1]},${line[6]},${line[7]}`] : []));
    expect(without.toSorted()).toEqual(['Abroad,,currency', 'Hidden,,account']);
  });

  test('a wrong one is refused before any row', async () => {
    expectProblem(await download(rich, { of: 'everything' }), 422);
  });
});

describe('the sums that are kept of each day', () => {
  test('are those of the rows, also where the migration made them', async () => {
    await expectDaysToAddUp(server);
    const migration = readFileSync(
      new URL('../../../migrations/0012_day_totals.sql', import.meta.url),
      'utf8',
    );
    const inserts = migration.match(/^insert into[^;]+;/gm) ?? [];
    expect(inserts).toHaveLength(2);
    const [own, days] = ['select sum(spent) as sum from day_totals', 'delete from day_totals'];
    const before = await askDatabase(server, own);
    for (const statement of [days, 'delete from day_category_totals', ...inserts])
      await askDatabase(server, statement);
    await expectDaysToAddUp(server);
    expect(await askDatabase(server, own)).toEqual(before);
  });

  test('go with their account', async () => {
    const { id } = await rich.reply('GET /user/me');
    await askDatabase(server, "delete from accounts where user_id = $1 and name = 'Everyday'", [
      id,
    ]);
    await expectDaysToAddUp(server);
    const month = await rich.reply('POST /user/spendingcat', { body: { month: '2026-05' } });
    expect(month.total).toBe(5);
  });
});
