import type { CallBody } from '@cairn/contract/calls';
import { categories, categoryGroups } from '@cairn/contract/rules/taxonomy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customPerson,
  listAllTransactions,
} from '../../../../../tests/support/bank/listed-transactions.ts';
import {
  listActivity,
  queryDatabase,
} from '../../../../../tests/support/database/database-queries.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { expectProblem, sendJson } from '../../../../../tests/support/requests/raw-request.ts';
import { readCsv } from '../../../../../tests/support/requests/read-csv.ts';
import {
  signUp,
  signUpPaid,
  type TestClient,
} from '../../../../../tests/support/requests/test-client.ts';

const header = 'date,merchant,name,account,category,amount,pending,excluded,currency';
const groceries = 'food_and_drink_groceries';
const shopping = { amount: 12.5, description: 'Weekly shop', category: groceries };
const formulas = ['=cmd("calc")!A1', '+1 Pizza', '-5 Degrees', '@x Coffee'];

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer({ skipTotalsCheck: true });
  client = await signUpPaid(server);
  await client.linkBank(
    customPerson(
      {
        name: 'Everyday, "joint"',
        transactions: [
          shopping,
          { amount: -20.5, description: 'Refund', category: groceries, merchant_name: 'Blue Door' },
          { amount: 60, description: 'Cash', category: 'transfer_out_withdrawal' },
          { amount: 3, description: 'Not yet', pending: true },
          { amount: 7, description: 'two\r\nlines' },
          { amount: 9, description: 'Unknown category', category: 'SPACE_TRAVEL_TICKETS' },
          { amount: 8, description: '🍕 ‮right to left' },
          ...formulas.map((description) => ({ amount: 1, description })),
        ],
      },
      { name: 'Savings', transactions: [{ amount: 1_234_567.89, description: 'A house' }] },
    ),
  );
});
afterAll(() => server.stop());

type Filter = CallBody<'POST /user/transactions/export'>;
const download = (body: Filter, user = client, path = '/api/user/transactions/export') =>
  sendJson(server, path, JSON.stringify(body), user.token);
const downloadRows = async (body: Filter) => readCsv((await download(body)).text).slice(1);

describe('POST /user/transactions/export', () => {
  test('returns a file with a header and every listed transaction in list order', async () => {
    const response = await download({});
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="transactions.csv"',
    );
    expect(response.text.split('\r\n')[0]).toBe(header);
    const listed = await listAllTransactions(client);
    expect(readCsv(response.text).slice(1)).toEqual(
      listed.map((row) => [
        row.authorized_date ?? row.date,
        row.merchant_name ?? '',
        /^[=+\-@]/.test(row.name) ? `'${row.name}` : row.name,
        row.plaid_account.name,
        row.effective_category,
        row.amount.toFixed(2),
        String(row.pending),
        row.excluded ?? '',
        row.currency,
      ]),
    );
  });

  test('escapes formulas but not negative amounts', async () => {
    const { text } = await download({});
    for (const formula of formulas) expect(text).toContain(`'${formula.replaceAll('"', '""')}`);
    expect(text).toMatch(/,-20\.50,false,,USD\r\n/);
    expect(text).toContain(',1234567.89,');
  });

  test('contains exactly the matching transactions', async () => {
    const names = async (filter: Filter) => (await downloadRows(filter)).map(([, , name]) => name);
    expect((await names({ category: [groceries] })).toSorted()).toEqual(['Refund', 'Weekly shop']);
    expect(await names({ category: ['FOOD_AND_DRINK'], search_str: 'blue' })).toEqual(['Refund']);
    expect(await names({ date_range: { from: '2001-01-01', to: '2001-12-31' } })).toEqual([]);
    const savings = (await listAllTransactions(client)).find(({ name }) => name === 'A house');
    expect(await names({ account: [savings?.account_id ?? ''] })).toEqual(['A house']);
  });

  test('contains every transaction if all accounts and categories are listed', async () => {
    const { accounts } = await client.request('GET /user/accounts');
    const body = {
      account: accounts.map(({ account_id }) => account_id),
      category: [...categoryGroups.map(({ key }) => key), ...categories.keys()],
      date_range: 'all_time',
    };
    expect(await downloadRows(body)).toEqual(await downloadRows({}));
  });

  test("returns 404 for another user's account and 422 for an invalid range, before any row", async () => {
    const stranger = await signUpPaid(server);
    const [mine] = await listAllTransactions(client);
    expectProblem(await download({ account: [mine?.account_id ?? ''] }, stranger), 404);
    expectProblem(await download({ date_range: 'whenever' }), 422);
    expect((await download({}, stranger)).text).toBe(`${header}\r\n`);
  });

  test('is recorded in the activity log, except in demo mode', async () => {
    const free = await signUp(server);
    const demo = await download({}, free, '/api/demo/user/transactions/export');
    expect(readCsv(demo.text).length).toBeGreaterThan(1_000);
    expect(await listActivity(free, server)).not.toContain('transactions_exported');
    expect(await listActivity(client, server)).toContain('transactions_exported');
  });

  test('contains each of thousands of rows once, across internal pages', async () => {
    const rich = await signUpPaid(server);
    await rich.linkBank(customPerson({ name: 'Everyday', transactions: [shopping] }));
    await queryDatabase(
      server,
      `insert into transactions (user_id, id, account_id, provider_transaction_id, amount, currency, date, name,
         pending, provider_primary, provider_detailed, provider_category, provider_group)
       select user_id, gen_random_uuid(), account_id, 'more-' || n, n / 100.0, 'USD', date, 'more ' || n,
         false, 'TRAVEL', 'TRAVEL_FLIGHTS', 'travel_flights', 'travel'
       from transactions, generate_series(1, 4500) n
       where user_id = $1`,
      [(await rich.request('GET /user/me')).id],
    );
    const names = readCsv((await download({ category: ['travel'] }, rich)).text).map(
      (row) => row[2],
    );
    expect(names).toHaveLength(4_501);
    expect(new Set(names).size).toBe(4_501);
  });
});
