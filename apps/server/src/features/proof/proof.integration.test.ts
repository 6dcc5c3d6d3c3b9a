import { readFileSync } from 'node:fs';
import type { ProofOf } from '@cairn/contract/proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customPerson } from '../../../../../tests/support/bank/listed-transactions.ts';
import { workedExample } from '../../../../../tests/support/bank/worked-example.ts';
import {
  listActivity,
  queryDatabase,
} from '../../../../../tests/support/database/database-queries.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { expectDailyTotalsToMatch } from '../../../../../tests/support/reference/daily-totals.ts';
import { type ProofRequest, prove } from '../../../../../tests/support/requests/prove.ts';
import { expectProblem, sendJson } from '../../../../../tests/support/requests/raw-request.ts';
import { readCsv } from '../../../../../tests/support/requests/read-csv.ts';
import {
  signUp,
  signUpPaid,
  type TestClient,
} from '../../../../../tests/support/requests/test-client.ts';

const today = '2026-05-15';
const clock = { now: () => new Date(`${today}T12:00:00Z`) };
const may = { from: '2026-05-01', to: '2026-05-31' };

const cents = (amount: number) => Math.round(amount * 100);
const row = (date: string, amount: number, category: string, changes: object = {}) => ({
  date_transacted: date,
  date_posted: date,
  amount,
  category,
  ...changes,
});

const groceries = 'food_and_drink_groceries';
const bulkRowCount = Array.from({ length: 130 }, (_, index) =>
  row(
    `2026-05-${String(1 + (index % 15)).padStart(2, '0')}`,
    // A few are refunds, a few are income, all with odd cents.
    index % 11 === 0 ? -(index + 0.07) : index + 0.13,
    ['travel_lodging', groceries, 'income_wages', 'medical_dental_care'][index % 4] ?? groceries,
    { description: `bulk ${index}` },
  ),
);

let server: TestServer;
/** A user with the worked example, as of the 15th. */
let client: TestClient;
/** A user with a row for every omission reason, and more than one page of rows. */
let variedClient: TestClient;

beforeAll(async () => {
  server = await startTestServer({ clock, sandboxEnvironment: { SANDBOX_TODAY: '2026-05-20' } });
  [client, variedClient] = await Promise.all([signUpPaid(server), signUpPaid(server)]);
  await client.linkBank(workedExample(Temporal.PlainDate.from(today)));
  await exclude(client, 99);
  await variedClient.linkBank(
    customPerson(
      { name: 'Everyday', transactions: [...bulkRowCount, row('2026-05-18', 77, groceries)] },
      { name: 'Second', transactions: [row('2026-05-03', 5, groceries)] },
      { name: 'Hidden', transactions: [row('2026-05-04', 6, groceries)] },
      {
        name: 'Abroad',
        currency: 'EUR',
        transactions: [row('2026-05-05', 7, groceries, { currency: 'EUR' })],
      },
    ),
  );
  const { accounts } = await variedClient.request('GET /user/accounts');
  await variedClient.request('PATCH /user/accounts/:id', {
    params: { id: accounts.find(({ name }) => name === 'Hidden')?.account_id ?? '' },
    body: { hidden: true },
  });
});
afterAll(() => server.stop());

async function exclude(user: TestClient, amount: number, category?: string, excluded = true) {
  const { transactions } = await user.request('POST /user/transactions/v2', {
    body: category === undefined ? {} : { category: [category] },
  });
  const found = transactions.find((transaction) => transaction.amount === amount);
  await user.request('POST /user/tx/ignore', {
    body: { tx_id: found?.transaction_id ?? '', exclude_transaction: excluded },
  });
}

/** Requests a total of transactions. */
const proveRows = (user: TestClient, body: ProofRequest) => prove(user, 'transactions', body);
/** Requests a total of balances. */
const proveBalances = (user: TestClient, body: ProofRequest) => prove(user, 'balances', body);

/** Returns the proof of a total of transactions with all its pages. */
async function proveAll(user: TestClient, request: ProofRequest): Promise<ProofOf<'transactions'>> {
  const proof = await proveRows(user, request);
  for (const list of ['included', 'omitted'] as const)
    for (let after = proof.next[list]; after !== null; ) {
      const page = await proveRows(user, { ...request, list, after });
      if (list === 'included') proof.included.push(...page.included);
      else proof.omitted.push(...page.omitted);
      after = page.next[list];
    }
  return proof;
}

/** Expects the rows of a proof to add up to its sum and to match its counts. */
function expectToAddUp(proof: ProofOf<'transactions'>): void {
  const sum = proof.included.reduce((all, { amount }) => all + proof.sign * cents(amount), 0);
  expect(sum || 0).toBe(cents(proof.sum));
  expect(proof.included).toHaveLength(proof.counts.included);
  expect(proof.omitted).toHaveLength(proof.counts.omitted);
  expect(proof.reasons.reduce((all, { count }) => all + count, 0)).toBe(proof.counts.omitted);
  const ids = [...proof.included, ...proof.omitted.map(({ transaction }) => transaction)];
  expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
}

describe('POST /user/proof of the worked example', () => {
  test('proves the 1611.60 spent with five included rows and a reason for each omitted row', async () => {
    const proof = await proveAll(client, { of: 'spent', period: may });
    expectToAddUp(proof);
    expect(proof).toMatchObject({
      sum: 1611.6,
      currency: 'USD',
      sign: 1,
      period: may,
      counts: { included: 5, omitted: 5 },
      offsets: { count: 1, sum: -20 },
      pending: { count: 1, sum: 12.5 },
    });
    expect(proof.omitted.map(({ reason, transaction }) => [reason, transaction.amount])).toEqual([
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

  test('proves the income of 2600.00 with the wages, omitting the incoming transfer', async () => {
    const proof = await proveAll(client, { of: 'income', period: may });
    expectToAddUp(proof);
    expect(proof).toMatchObject({ sum: 2600, sign: -1, counts: { included: 1, omitted: 1 } });
    expect(proof.omitted[0]).toMatchObject({ reason: 'transfer', transaction: { amount: -250 } });
  });

  test('proves net worth as assets minus debts, account by account', async () => {
    const netWorth = await proveBalances(client, { of: 'net_worth' });
    const counted = Object.fromEntries(
      netWorth.accounts.map(({ name, counted }) => [name, counted]),
    );
    expect(counted).toEqual({
      'Everyday Checking': 3200,
      'Rainy Day': 10_250,
      'Daily Card': -175.6,
    });
    expect(netWorth.sum).toBe(13_274.4);
    expect((await proveBalances(client, { of: 'assets' })).sum).toBe(13_450);
    expect((await proveBalances(client, { of: 'debts' })).sum).toBe(175.6);
    const ofSavings = { key: 'savings' };
    expect((await proveBalances(client, { of: 'asset_group', ...ofSavings })).sum).toBe(10_250);
    expect((await proveBalances(client, { of: 'debt_group', ...ofSavings })).accounts).toEqual([]);
  });
});

describe('POST /user/proof', () => {
  test('proves every total of every report to the cent', async () => {
    for (const user of [client, variedClient]) {
      const [{ results }, { res }, month, groups] = await Promise.all([
        user.request('GET /user/cashflow'),
        user.request('GET /user/currentspending'),
        user.request('POST /user/spendingcat', { body: { month: '2026-05' } }),
        user.request('POST /user/accounts/grouped', { body: {} }),
      ]);
      const expected: [ProofRequest, number | null | undefined][] = [
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
      for (const [request, number] of expected) {
        const proof = await proveAll(user, request);
        expect(proof.sum, JSON.stringify(request)).toBe(number);
        expectToAddUp(proof);
      }
      for (const [key, { total, omitted_count }] of Object.entries(groups.accounts)) {
        const proof = await proveBalances(user, { of: 'account_group', key });
        expect(proof.sum, key).toBe(total);
        const sum = proof.accounts.reduce((all, { counted }) => all + cents(counted), 0);
        expect(sum, key).toBe(cents(total));
        const omitted = proof.omitted_accounts.filter(({ reason }) => reason !== 'account');
        expect(omitted, key).toHaveLength(omitted_count);
      }
    }
  });

  test('proves every part of a budget to the cent, and the parts add up to spent', async () => {
    const created = await client.request('POST /user/budget', {
      body: { earnings: 2_600, bills: 1_500, spending: 400 },
    });
    const budget_id = created.budgets[0]?.budget.id ?? '';
    for (const category of ['FOOD_AND_DRINK', 'FOOD_AND_DRINK_COFFEE'])
      await client.request('POST /user/budget/cat', { body: { category, amount: 100, budget_id } });
    const [budgeted] = (await client.request('GET /user/budget')).budgets;
    if (budgeted === undefined) throw new Error('The budget was just created');
    const expected: [ProofRequest, number | undefined][] = [
      [{ of: 'bills' }, budgeted.budget.real_bills],
      [{ of: 'income' }, budgeted.budget.real_earnings],
      [{ of: 'everything_else' }, budgeted.budget.everything_else],
      [{ of: 'budgeted' }, budgeted.budget.cats_total],
      [
        { of: 'non_bill_spending' },
        (cents(budgeted.budget.cats_total) + cents(budgeted.budget.everything_else)) / 100,
      ],
      // Coffee belongs to its own budgeted category, not to the budgeted group.
      [{ of: 'budget_category', key: 'FOOD_AND_DRINK_COFFEE' }, 12.5],
      [{ of: 'budget_category', key: 'FOOD_AND_DRINK' }, 64.1],
    ];
    for (const [request, number] of expected) {
      const proof = await proveAll(client, request);
      expect(proof.sum, JSON.stringify(request)).toBe(number);
      expectToAddUp(proof);
    }
    expect(budgeted.totals).toEqual({ FOOD_AND_DRINK: 64.1, FOOD_AND_DRINK_COFFEE: 12.5 });
    const { real_bills, cats_total, everything_else } = budgeted.budget;
    expect(cents(real_bills) + cents(cats_total) + cents(everything_else)).toBe(161_160);
    await client.request('DELETE /user/budget/:id', { params: { id: budget_id } });
  });

  test('states the first reason that applies for each omitted row', async () => {
    const proof = await proveAll(variedClient, { of: 'category', key: groceries, period: may });
    expect(proof.omitted.map(({ reason, transaction }) => [reason, transaction.amount])).toEqual([
      ['later', 77],
      ['currency', 7],
      ['account', 6],
    ]);
    expect(proof.reasons).toContainEqual({ reason: 'currency', currency: 'EUR', count: 1, sum: 7 });
    const accounts = await proveBalances(variedClient, { of: 'account_group', key: 'checking' });
    const reasons = accounts.omitted_accounts.map(({ reason, account }) => [account.name, reason]);
    expect(Object.fromEntries(reasons)).toEqual({ Hidden: 'account', Abroad: 'currency' });
  });

  test('has pages of 50 rows, with the sum and counts of all rows', async () => {
    const first = await proveRows(variedClient, { of: 'spent', period: may });
    expect(first.included).toHaveLength(50);
    expect(first.counts.included).toBeGreaterThan(90);
    const after = first.next.included ?? '';
    const second = await proveRows(variedClient, {
      of: 'spent',
      period: may,
      list: 'included',
      after,
    });
    expect(second.sum).toBe(first.sum);
    expect(second.omitted).toEqual([]);
    expectToAddUp(await proveAll(variedClient, { of: 'spent', period: may }));
  });

  test('assigns omitted rows to the same side as the view of counted rows', async () => {
    // The demo has rows of nearly every group.
    await variedClient.request('POST /user/proof', { demo: true, body: { of: 'spent' } });
    const rows = await queryDatabase<{ category_group: string; side: string }>(
      server,
      `select distinct category_group, side from counted_transactions where side is not null`,
    );
    const income = ['income', 'transfer_in', 'loan_disbursements'];
    expect(rows.length).toBeGreaterThan(10);
    for (const { category_group, side } of rows)
      expect(side === 'income', category_group).toBe(income.includes(category_group));
  });

  test('rejects unknown and incomplete totals with an explanation', async () => {
    const send = (body: object) =>
      sendJson(server, '/api/user/proof', JSON.stringify(body), client.token);
    for (const body of [
      { of: 'everything' },
      { of: 'category' },
      { of: 'week' },
      { of: 'spent', period: { from: '2026-05-31', to: '2026-05-01' } },
      { of: 'spent', after: 'not a cursor' },
      { of: 'assets', after: 'not a cursor' },
    ])
      expectProblem(await send(body), 422);
    for (const body of [{}, { of: 'spent', list: 'both' }, { of: 1 }])
      expectProblem(await send(body), 400);
  });

  test("excludes other users' rows, requires a paid subscription, and works in demo mode", async () => {
    const [stranger, free] = [await signUpPaid(server), await signUp(server)];
    const empty = await proveRows(stranger, { of: 'spent' });
    expect(empty).toMatchObject({ sum: 0, currency: null, included: [], omitted: [] });
    expect((await proveBalances(stranger, { of: 'net_worth' })).accounts).toEqual([]);
    expect((await free.call('POST /user/proof', { body: { of: 'spent' } })).status).toBe(403);
    const demo = await prove(free, 'balances', { of: 'net_worth' }, { demo: true });
    expect(demo.accounts.length).toBeGreaterThan(5);
  });
});

test('the API reference documents one strict response for each kind of proof', async () => {
  const response = await fetch(`${server.url}/api/docs/json`);
  const { paths } = (await response.json()) as { paths: Record<string, ApiPath> };
  const schema =
    paths['/api/user/proof']?.post.responses['200']?.content['application/json'].schema;
  const kinds = schema?.anyOf.map(({ properties, additionalProperties, required }) => {
    expect(additionalProperties).toBe(false);
    expect(required.toSorted()).toEqual(Object.keys(properties).toSorted());
    return properties.kind?.const;
  });
  expect(kinds).toEqual(['transactions', 'balances', 'changes', 'streams']);
});

/** The part of the OpenAPI document that describes the responses of a path. */
interface ApiPath {
  post: {
    responses: Record<
      string,
      { content: { 'application/json': { schema: { anyOf: ObjectSchema[] } } } }
    >;
  };
}

interface ObjectSchema {
  properties: Record<string, { const?: string }>;
  additionalProperties: boolean;
  required: string[];
}

describe('POST /user/proof/export', () => {
  const download = (user: TestClient, body: object) =>
    sendJson(server, '/api/user/proof/export', JSON.stringify(body), user.token);

  test('exports the included rows as a file that adds up to the total', async () => {
    const { text, headers } = await download(variedClient, { of: 'spent', period: may });
    expect(headers.get('content-disposition')).toBe('attachment; filename="transactions.csv"');
    const [header, ...lines] = readCsv(text);
    expect(header?.join()).toBe(
      'date,merchant,name,account,category,amount,pending,excluded,currency',
    );
    const proof = await proveRows(variedClient, { of: 'spent', period: may });
    expect(lines).toHaveLength(proof.counts.included);
    expect(lines.reduce((sum, line) => sum + cents(Number(line[5])), 0)).toBe(cents(proof.sum));
    expect(await listActivity(variedClient, server)).toContain('transactions_exported');
  });

  test('exports balances as a file of accounts whose counted amounts add up to the total', async () => {
    const { text, headers } = await download(client, { of: 'net_worth' });
    expect(headers.get('content-disposition')).toBe('attachment; filename="accounts.csv"');
    const [header, ...lines] = readCsv(text);
    expect(header?.join()).toBe(
      'institution,account,mask,type,balance,currency,counted,omission_reason',
    );
    const cells = lines.map(([, account, , type, balance, , counted]) =>
      [account, type, balance, counted].join(),
    );
    expect(cells.toSorted()).toEqual([
      'Daily Card,credit card,175.60,-175.60',
      'Everyday Checking,checking,3200.00,3200.00',
      'Rainy Day,savings,10250.00,10250.00',
    ]);
    expect(await listActivity(client, server)).toContain('balances_exported');

    const assetLines = readCsv((await download(variedClient, { of: 'assets' })).text).slice(1);
    const proof = await proveBalances(variedClient, { of: 'assets' });
    expect(assetLines.reduce((sum, line) => sum + cents(Number(line[6])), 0)).toBe(
      cents(proof.sum),
    );
    const omitted = assetLines.flatMap((line) =>
      line[7] ? [`${line[1]},${line[6]},${line[7]}`] : [],
    );
    expect(omitted.toSorted()).toEqual(['Abroad,,currency', 'Hidden,,account']);
  });

  test('rejects an unknown total before sending any row', async () => {
    expectProblem(await download(variedClient, { of: 'everything' }), 422);
  });
});

describe('daily totals', () => {
  test('match the rows, including the totals created by the migration', async () => {
    await expectDailyTotalsToMatch(server);
    const migrations = ['0012_day_totals', '0030_monthly_group_totals'].map((name) =>
      readFileSync(new URL(`../../../migrations/${name}.sql`, import.meta.url), 'utf8'),
    );
    // Migration 0025 renamed the first two tables.
    const inserts = (migrations.join('\n').match(/^insert into[^;]+;/gm) ?? []).map((statement) =>
      statement
        .replaceAll('day_category_totals', 'daily_category_totals')
        .replaceAll('day_totals', 'daily_totals'),
    );
    expect(inserts).toHaveLength(3);
    const sumQuery = 'select sum(spent) as sum from daily_totals';
    const before = await queryDatabase(server, sumQuery);
    for (const table of ['daily_totals', 'daily_category_totals', 'monthly_group_totals'])
      await queryDatabase(server, `delete from ${table}`);
    for (const statement of inserts) await queryDatabase(server, statement);
    await expectDailyTotalsToMatch(server);
    expect(await queryDatabase(server, sumQuery)).toEqual(before);
  });

  test('are deleted with their account', async () => {
    const { id } = await variedClient.request('GET /user/me');
    await queryDatabase(server, "delete from accounts where user_id = $1 and name = 'Everyday'", [
      id,
    ]);
    await expectDailyTotalsToMatch(server);
    const month = await variedClient.request('POST /user/spendingcat', {
      body: { month: '2026-05' },
    });
    expect(month.total).toBe(5);
  });
});
