import { type CallKey, callEntries } from '@cairn/contract/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aliveOn, allRows, type Row } from '../../../../../tests/support/demo-looks.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { signUp, type TestClient } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { refreshDemo } from '../../jobs/demo/refresh-demo.ts';
import { notBuilt } from '../../not-built.ts';

let server: TestServer;
let client: TestClient;
let now = new Date();

/**
 * Moves the clock, and has the day written as it is at midnight. Everybody's token has expired by then, so
 * somebody else looks.
 */
async function goTo(instant: string): Promise<void> {
  now = new Date(instant);
  client = await signUp(server);
  await refreshDemo(server.services);
}

beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } });
});
afterAll(() => server.stop());

const served = callEntries
  .filter(([key, call]) => call.demo && !notBuilt.has(key))
  .map(([key]) => key);

test('what every call of the demo must show is said', () => {
  expect(Object.keys(aliveOn).sort()).toEqual([...served].sort());
});

describe.each([
  ['2027-12-31T23:59:00Z', 'the 31st of a month and the last day of a year'],
  ['2028-01-01T00:00:01Z', 'the first day of a year'],
  ['2028-02-28T12:00:00Z', 'the day before a leap day'],
  ['2028-02-29T12:00:00Z', '29 February'],
  ['2028-03-01T00:00:01Z', 'the 1st of a month'],
])('at %s, %s', (instant) => {
  const today = instant.slice(0, 10);
  beforeAll(() => goTo(instant));

  test.each(served)('%s has something to show, and nothing of tomorrow', async (key: CallKey) => {
    await aliveOn[key]?.(client, today);
  });

  test("goes on where the day before's demo ended", async () => {
    const after = await allRows(client);
    expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
    // A row is there once: pending or posted.
    expect(new Set(after.map(nameOf)).size).toBe(after.length);
    const before = dayBefore.get(today);
    dayBefore.set(nextDay(today), after);
    if (before === undefined) return;
    const known = new Map(after.map((row) => [nameOf(row), row]));
    const oldest = after.at(-1);
    for (const row of before) {
      // The oldest leave the 60 days that are compared.
      if (dayOf(row) <= dayOf(oldest)) continue;
      const same = known.get(nameOf(row));
      expect(same, nameOf(row)).toBeDefined();
      expect(same?.amount).toBe(row.amount);
      if (!row.pending) expect(same).toEqual(row);
    }
    const had = new Set(before.map(nameOf));
    for (const row of after.filter((one) => !had.has(nameOf(one)))) expect(dayOf(row)).toBe(today);
  });
});

/** The rows that were shown on the day before, by the day. */
const dayBefore = new Map<string, Row[]>();
const nextDay = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
const dayOf = (row: Row | undefined) => row?.authorized_date ?? row?.date ?? '';
/** What a row is called whether it is pending or posted. */
const nameOf = ({ transaction_id }: Row) => transaction_id.replace(/ pending$/, '');

describe('to people elsewhere', () => {
  const recent = (timeZone: string) =>
    client.reply('GET /user/transactions/recent', {
      demo: true,
      headers: { 'x-time-zone': timeZone },
    });

  test('it is their own day: the new year in Auckland, still the old one in Honolulu', async () => {
    await goTo('2028-12-31T13:00:00Z');
    // Where the new day has not come yet it is written when somebody looks.
    const auckland = await eventually(async () => {
      const answer = await recent('Pacific/Auckland');
      return answer.meta.number > 0 && answer;
    }, 'the new year has begun in Auckland');
    const honolulu = await recent('Pacific/Honolulu');
    expect(auckland.meta.month).toBe('January');
    expect(dayOf(auckland.transactions[0])).toBe('2029-01-01');
    expect(honolulu.meta.month).toBe('December');
    expect(dayOf(honolulu.transactions[0])).toBe('2028-12-31');
  });

  test('a row is the same row on both sides of the date line', async () => {
    const [auckland, utc] = await Promise.all([recent('Pacific/Auckland'), recent('UTC')]);
    const there = new Map(auckland.transactions.map((row) => [row.transaction_id, row.id]));
    const both = utc.transactions.filter((row) => there.has(row.transaction_id));
    expect(both.length).toBeGreaterThan(0);
    for (const row of both) expect(there.get(row.transaction_id)).toBe(row.id);
  });
});

describe('nobody', () => {
  test('sees it without having signed in', async () => {
    expect((await fetch(`${server.url}/api/demo/user/cashflow`)).status).toBe(401);
  });

  test('changes anything in it', async () => {
    const { transactions } = await client.reply('GET /user/transactions/recent', { demo: true });
    const refused = await client.call('POST /user/tx/ignore', {
      demo: true,
      body: { tx_id: transactions[0]?.transaction_id ?? '', exclude_transaction: true },
    });
    expect([refused.status, refused.problem.code]).toEqual([403, 'demo_read_only']);
  });
});
