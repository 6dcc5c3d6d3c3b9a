import { type CallKey, callEntries } from '@cairn/contract/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DemoTransaction,
  demoChecks,
  listDemoTransactions,
} from '../../../../../tests/support/bank/demo-checks.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUp, type TestClient } from '../../../../../tests/support/requests/test-client.ts';
import { refreshDemo } from './refresh-demo.ts';

let server: TestServer;
let client: TestClient;
let now = new Date();

/**
 * Moves the clock and writes the demo of that day, as the job does at midnight. Earlier tokens have expired by
 * then, so a new user signs up.
 */
async function moveClockAndSignUp(instant: string): Promise<void> {
  now = new Date(instant);
  client = await signUp(server);
  await refreshDemo(server.services);
}

beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } });
});
afterAll(() => server.stop());

const demoCalls = callEntries.filter(([, call]) => call.demo).map(([key]) => key);

test('every demo call has an expectation', () => {
  expect(Object.keys(demoChecks).sort()).toEqual([...demoCalls].sort());
});

describe.each([
  ['2027-12-31T23:59:00Z', 'the 31st of a month and the last day of a year'],
  ['2028-01-01T00:00:01Z', 'the first day of a year'],
  ['2028-02-28T12:00:00Z', 'the day before a leap day'],
  ['2028-02-29T12:00:00Z', 'February 29'],
  ['2028-03-01T00:00:01Z', 'the 1st of a month'],
])('at %s, %s', (instant) => {
  const today = instant.slice(0, 10);
  beforeAll(() => moveClockAndSignUp(instant));

  test.each(demoCalls)(
    '%s returns data, and nothing dated after that day',
    async (key: CallKey) => {
      await demoChecks[key]?.(client, today);
    },
  );

  test("continues the previous day's demo", async () => {
    const current = await listDemoTransactions(client);
    expect(new Set(current.map(({ id }) => id)).size).toBe(current.length);
    // Each transaction is listed once: pending or posted.
    expect(new Set(current.map(stableIdOf)).size).toBe(current.length);
    const previous = previousRows.get(today);
    previousRows.set(nextDay(today), current);
    if (previous === undefined) return;
    const rowsByStableId = new Map(current.map((row) => [stableIdOf(row), row]));
    const oldest = current.at(-1);
    for (const row of previous) {
      // The oldest rows leave the 60 days that are compared.
      if (dayOf(row) <= dayOf(oldest)) continue;
      const match = rowsByStableId.get(stableIdOf(row));
      expect(match, stableIdOf(row)).toBeDefined();
      expect(match?.amount).toBe(row.amount);
      if (!row.pending) expect(match).toEqual(row);
    }
    const previousIds = new Set(previous.map(stableIdOf));
    for (const row of current.filter((row) => !previousIds.has(stableIdOf(row))))
      expect(dayOf(row)).toBe(today);
  });
});

test('the logos of the demo are served although the websites of its merchants do not exist', async () => {
  const rows = await listDemoTransactions(client);
  const logos = new Map(rows.map((row) => [row.merchant_name, row.logo_url]));
  const shown = [...logos.values()].flatMap((path) => path ?? []);
  expect(shown.length).toBeGreaterThan(20);
  expect(logos.get('Kettle & Crane') ?? null).toBeNull();
  const responses = await Promise.all(shown.map((path) => fetch(server.url + path)));
  const types = responses.map(({ status, headers }) => `${status} ${headers.get('content-type')}`);
  expect(new Set(types)).toEqual(new Set(['200 image/png']));
});

/** The rows of the previous day's demo, by day. */
const previousRows = new Map<string, DemoTransaction[]>();
const nextDay = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
const dayOf = (row: DemoTransaction | undefined) => row?.authorized_date ?? row?.date ?? '';
/** Returns an id that a transaction has both while it is pending and after it posts. */
const stableIdOf = ({ transaction_id }: DemoTransaction) => transaction_id.replace(/ pending$/, '');

describe('in other time zones', () => {
  const recent = (timeZone: string) =>
    client.request('GET /user/transactions/recent', {
      demo: true,
      headers: { 'x-time-zone': timeZone },
    });

  test('the demo uses the local day: the new year in Auckland, the old one in Honolulu', async () => {
    await moveClockAndSignUp('2028-12-31T13:00:00Z');
    // A day that is ahead of UTC is written when it is first requested.
    const auckland = await eventually(async () => {
      const response = await recent('Pacific/Auckland');
      return response.meta.number > 0 && response;
    }, 'the new year has begun in Auckland');
    const honolulu = await recent('Pacific/Honolulu');
    expect(auckland.meta.month).toBe('January');
    expect(dayOf(auckland.transactions[0])).toBe('2029-01-01');
    expect(honolulu.meta.month).toBe('December');
    expect(dayOf(honolulu.transactions[0])).toBe('2028-12-31');
  });

  test('a transaction has the same id on both sides of the date line', async () => {
    const [auckland, utc] = await Promise.all([recent('Pacific/Auckland'), recent('UTC')]);
    const idsInAuckland = new Map(auckland.transactions.map((row) => [row.transaction_id, row.id]));
    const shared = utc.transactions.filter((row) => idsInAuckland.has(row.transaction_id));
    expect(shared.length).toBeGreaterThan(0);
    for (const row of shared) expect(idsInAuckland.get(row.transaction_id)).toBe(row.id);
  });
});

describe('access to the demo', () => {
  test('requires a sign-in', async () => {
    expect((await fetch(`${server.url}/api/demo/user/cashflow`)).status).toBe(401);
  });

  test('is read-only', async () => {
    const { transactions } = await client.request('GET /user/transactions/recent', { demo: true });
    const response = await client.call('POST /user/tx/ignore', {
      demo: true,
      body: { tx_id: transactions[0]?.transaction_id ?? '', exclude_transaction: true },
    });
    expect([response.status, response.problem.code]).toEqual([403, 'demo_read_only']);
  });
});
