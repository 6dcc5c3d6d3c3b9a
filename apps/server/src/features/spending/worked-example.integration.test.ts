import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workedExample } from '../../../../../tests/support/bank/worked-example.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';

// The example's rows are on the 1st to the 11th, so on the 15th all of them count.
const today = Temporal.PlainDate.from('2026-05-15');
const clock = { now: () => new Date('2026-05-15T12:00:00Z') };

describe('the worked example', () => {
  let server: TestServer;
  let client: TestClient;

  beforeAll(async () => {
    server = await startTestServer({
      clock,
      sandboxEnvironment: { SANDBOX_TODAY: today.toString() },
    });
    client = await signUpPaid(server);
    await client.linkBank(workedExample(today));
    const { transactions } = await client.request('POST /user/transactions/v2', { body: {} });
    const purchase = transactions.find(({ amount }) => amount === 99);
    await client.request('POST /user/tx/ignore', {
      body: { tx_id: purchase?.transaction_id ?? '', exclude_transaction: true },
    });
  });
  afterAll(() => server.stop());

  test('has 1611.60 spent in GET /user/currentspending', async () => {
    const { res } = await client.request('GET /user/currentspending');
    expect(res.find(({ day }) => day === 15)?.currentMonthSum).toBe(1611.6);
    expect(res.find(({ day }) => day === 16)?.currentMonthSum).toBeNull();
    expect(res).toHaveLength(31);
  });

  test('has 1611.60 spent and 2600.00 income in GET /user/cashflow', async () => {
    const { results } = await client.request('GET /user/cashflow');
    expect(results).toHaveLength(12);
    expect(results.at(-1)).toEqual({ month: '2026-05', spent: 1611.6, income: 2600 });
  });

  test('has 1611.60 spent and 2600.00 income in POST /user/transactions/summary', async () => {
    const body = { date_range: 'current_month' };
    expect(await client.request('POST /user/transactions/summary', { body })).toEqual({
      count: 12,
      sum_in: 2600,
      sum_out: 1611.6,
      omitted_count: 6,
      currency: 'USD',
    });
    const groceries = { category: ['food_and_drink_groceries'], search_str: 'GROC' };
    expect(await client.request('POST /user/transactions/summary', { body: groceries })).toEqual({
      count: 2,
      sum_in: 0,
      sum_out: 64.1,
      omitted_count: 0,
      currency: 'USD',
    });
  });

  test('has 1611.60 spent and 2600.00 income in POST /user/transactions/monthly', async () => {
    const all = await client.request('POST /user/transactions/monthly', { body: {} });
    expect(all.results).toHaveLength(12);
    expect(all.results[0]).toEqual({ month: '2025-06', spent: 0, income: 0 });
    expect(all.results.at(-1)).toEqual({ month: '2026-05', spent: 1611.6, income: 2600 });
    expect([all.omitted_count, all.currency]).toEqual([6, 'USD']);
    const body = { category: ['food_and_drink'] };
    const food = await client.request('POST /user/transactions/monthly', { body });
    expect(food.results.at(-1)).toEqual({ month: '2026-05', spent: 76.6, income: 0 });
  });

  test('has groups that sum to 1611.60 in POST /user/spendingcat', async () => {
    const body = { month: '2026-05' };
    const { data, ...rest } = await client.request('POST /user/spendingcat', { body });
    expect(rest).toEqual({ total: 1611.6, refunds: 0, omitted_count: 0, currency: 'USD' });
    expect(
      data.map(({ name, value, percentage, trend }) => [name, value, percentage, trend]),
    ).toEqual([
      ['rent_and_utilities', 1500, 93.1, 'new'],
      ['food_and_drink', 76.6, 4.7, 'new'],
      ['transfer_out', 35, 2.2, 'new'],
    ]);
    expect(data[1]?.children.map(({ name, value }) => [name, value])).toEqual([
      ['food_and_drink_groceries', 64.1],
      ['food_and_drink_coffee', 12.5],
    ]);
  });

  test('excludes exactly the expected transactions, each with the first reason that applies', async () => {
    const { transactions } = await client.request('POST /user/transactions/v2', { body: {} });
    const sets = Object.fromEntries(
      transactions.map(({ date, amount, excluded }) => [`${date.slice(8)} ${amount}`, excluded]),
    );
    expect(sets).toEqual({
      '01 1500': null,
      '02 -2600': null,
      '03 84.1': null,
      '04 -20': null,
      '05 400': 'category',
      '05 -400': 'category',
      '06 250': 'transfer',
      '07 -250': 'transfer',
      '08 60': 'category',
      '09 35': null,
      '10 12.5': null,
      '11 99': 'user',
    });
  });
});
