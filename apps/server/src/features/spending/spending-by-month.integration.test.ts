import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customPerson } from '../../../../../tests/support/bank/listed-transactions.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { expectProblem, sendJson } from '../../../../../tests/support/requests/raw-request.ts';
import {
  signUp,
  signUpPaid,
  type TestClient,
} from '../../../../../tests/support/requests/test-client.ts';

// 2 a.m. UTC on May 1, which is still April in New York.
const clock = { now: () => new Date('2026-05-01T02:00:00Z') };
const coffee = 'food_and_drink_coffee';

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer({ clock, sandboxEnvironment: { SANDBOX_TODAY: '2026-05-02' } });
  client = await signUpPaid(server);
  const row = (date: string, amount: number, category: string, changes: object = {}) => ({
    date_transacted: date,
    date_posted: date,
    amount,
    category,
    ...changes,
  });
  await client.linkBank(
    customPerson(
      {
        name: 'Everyday',
        transactions: [
          row('2026-05-01', 4, coffee),
          row('2026-05-02', 1_000, coffee),
          row('2026-04-30', 3, coffee),
          row('2026-04-01', 4, coffee),
          row('2026-04-15', -20, 'travel_flights'),
          row('2026-03-31', 50, 'travel_flights'),
          row('2026-03-30', 3, coffee),
        ],
      },
      { name: 'Second', transactions: [] },
      {
        name: 'Abroad',
        currency: 'EUR',
        transactions: [row('2026-04-20', 9, coffee, { currency: 'EUR' })],
      },
    ),
  );
});
afterAll(() => server.stop());

const fetchMonth = (month: string, zone = 'UTC') =>
  client.request('POST /user/spendingcat', { body: { month }, headers: { 'x-time-zone': zone } });

describe('POST /user/spendingcat', () => {
  test('compares this month with last month up to the same day of the month', async () => {
    const { data, total, omitted_count } = await fetchMonth('2026-05');
    expect([total, omitted_count]).toEqual([4, 0]);
    expect(data).toMatchObject([{ name: 'food_and_drink', value: 4, previous: 4, trend: 'flat' }]);
  });

  test('compares a past month with the whole previous month, and has no row for refunds', async () => {
    const { data, total, refunds, omitted_count } = await fetchMonth('2026-04');
    expect(data).toMatchObject([{ name: 'food_and_drink', value: 7, previous: 3, trend: 'up' }]);
    expect([total, refunds, omitted_count]).toEqual([-13, 20, 1]);
  });

  test("uses the client's time zone to determine this month", async () => {
    const april = await fetchMonth('2026-04', 'America/New_York');
    expect(april.data).toMatchObject([{ value: 7, previous: 3 }]);
    // It is April 30 there, so March counts only through the 30th.
    expect(april.total).toBe(-13);
    expect((await fetchMonth('2026-05', 'America/New_York')).data).toEqual([]);
  });

  test('is empty for a future month, and rejects an invalid month with an explanation', async () => {
    expect(await fetchMonth('2026-06')).toEqual({
      data: [],
      total: 0,
      refunds: 0,
      omitted_count: 0,
      currency: 'USD',
    });
    for (const month of ['2026-13', 'May', '']) {
      const body = JSON.stringify({ month });
      const problem = expectProblem(
        await sendJson(server, '/api/user/spendingcat', body, client.token),
        422,
      );
      expect(problem.detail).toContain('YYYY-MM');
    }
    expectProblem(await sendJson(server, '/api/user/spendingcat', '{}', client.token), 400);
  });

  test("excludes other users' rows, and free users can use it only in demo mode", async () => {
    const [stranger, free] = [await signUpPaid(server), await signUp(server)];
    const body = { month: '2026-04' };
    expect((await stranger.request('POST /user/spendingcat', { body })).data).toEqual([]);
    expect((await free.call('POST /user/spendingcat', { body })).status).toBe(403);
    const demo = await free.request('POST /user/spendingcat', { body, demo: true });
    expect(demo.data.length).toBeGreaterThan(5);
  });
});

const fetchTrend = (month: string, zone = 'UTC') =>
  client.request('POST /user/spendingcat/trend', {
    body: { month },
    headers: { 'x-time-zone': zone },
  });

describe('POST /user/spendingcat/trend', () => {
  test('has six months through the requested one, net of refunds and without other currencies', async () => {
    expect(await fetchTrend('2026-05')).toMatchObject({
      months: ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'],
      groups: [
        { name: 'food_and_drink', values: [0, 0, 0, 3, 7, 4] },
        { name: 'travel', values: [0, 0, 0, 50, -20, 0] },
      ],
      totals: [0, 0, 0, 53, -13, 4],
      omitted_count: 1,
      currency: 'USD',
    });
  });

  test("ends today in the client's time zone", async () => {
    const { groups } = await fetchTrend('2026-05', 'America/New_York');
    const food = groups.find(({ name }) => name === 'food_and_drink');
    expect(food?.values).toEqual([0, 0, 0, 3, 7, 0]);
  });

  test('has zeros for months before the first transaction and after today', async () => {
    const { groups, totals, months } = await fetchTrend('2026-08');
    expect([months[0], months.at(-1)]).toEqual(['2026-03', '2026-08']);
    expect(groups[0]).toMatchObject({ name: 'travel', values: [50, -20, 0, 0, 0, 0] });
    expect(totals).toEqual([53, -13, 4, 0, 0, 0]);
    for (const month of ['2020-01', '2026-12', '9999-12']) {
      const { groups: none, omitted_count } = await fetchTrend(month);
      expect([none, omitted_count], month).toEqual([[], 0]);
    }
  });

  test('rejects an invalid month with an explanation', async () => {
    const path = '/api/user/spendingcat/trend';
    const body = JSON.stringify({ month: '2026-13' });
    const problem = expectProblem(await sendJson(server, path, body, client.token), 422);
    expect(problem.detail).toContain('YYYY-MM');
  });

  test("excludes other users' rows, and free users can use it only in demo mode", async () => {
    const [stranger, free] = [await signUpPaid(server), await signUp(server)];
    const body = { month: '2026-04' };
    expect((await stranger.request('POST /user/spendingcat/trend', { body })).groups).toEqual([]);
    expect((await free.call('POST /user/spendingcat/trend', { body })).status).toBe(403);
  });
});
