import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { expectDailyTotalsToMatch } from '../../../../../tests/support/reference/daily-totals.ts';
import { signUp } from '../../../../../tests/support/requests/test-client.ts';
import { listItems } from '../../domain/items/linked-items.queries.ts';
import { listAccounts } from '../../features/accounts/accounts.queries.ts';
import { countAll } from '../../features/transactions/transactions.queries.ts';
import { demoUserForDay, isDemoWritten } from './demo.queries.ts';
import type { DemoPage } from './demo-records.ts';
import { createDemoUserResolver } from './demo-user-resolver.ts';
import { refreshDemo } from './refresh-demo.ts';
import { type GenerateDemoPages, writeDemo } from './write-demo.ts';

let now = new Date('2027-03-30T12:00:00Z');
let server: TestServer;
/** Another process on the same database. */
let other: TestServer;

beforeAll(async () => {
  const clock = { now: () => now };
  server = await startTestServer({ clock });
  const { database, sandbox, dataDir } = server;
  other = await startTestServer({ clock, database, sandbox, dataDir });
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

const day = (iso: string) => Temporal.PlainDate.from(iso);
const listWrites = () =>
  [...server.logged, ...other.logged].filter(({ event }) => event === 'demo_refreshed');

const emptyRecords = { accounts: [], streams: [], liabilities: [], holdings: [], rows: [] };

/** Creates a generator that pauses after its first page. */
function createPausingGenerator() {
  const paused = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  const generate: GenerateDemoPages = async function* () {
    yield { institution: 'harbor', ...emptyRecords } satisfies DemoPage;
    paused.resolve();
    await resumed.promise;
  };
  return { generate, paused: paused.promise, resume: resumed.resolve, fail: resumed.reject };
}

describe('the demo of a day', () => {
  test('is written once, even if many requests and processes need it at the same time', async () => {
    const [first, second] = await Promise.all([signUp(server), signUp(other)]);
    const responses = await Promise.all([
      ...[first, first, first, second, second, second].map((client) =>
        client.request('GET /user/transactions/recent', { demo: true }),
      ),
      refreshDemo(server.services).then(() => null),
      refreshDemo(other.services).then(() => null),
    ]);
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(2);
    expect(listWrites()).toHaveLength(1);
    expect(listWrites()[0]).toMatchObject({ day: '2027-03-30' });
  });

  test('is written by the queue at process start and at midnight', async () => {
    now = new Date('2027-03-31T00:00:01Z');
    await server.services.queue.enqueue('refresh-demo', {}, { key: 'start' });
    await eventually(
      () => isDemoWritten(server.services.database, '2027-03-31'),
      'the new day is written',
    );
  });
});

describe('while a new day is being written', () => {
  test('the complete demo of the day before is shown until the new demo is written', async () => {
    const { database } = server.services;
    const { generate, paused, resume } = createPausingGenerator();
    const resolveUser = createDemoUserResolver(server.services, generate);
    const before = await resolveUser(day('2027-03-31'));
    const rows = await countAll(database, before);
    const shown = resolveUser(day('2027-04-01'));
    await paused;
    expect(await shown).toBe(before);
    expect(await countAll(database, before)).toBe(rows);
    // No sync is shown as running.
    const items = await listItems(database, demoUserForDay('2027-04-01'));
    expect(items.map(({ sync_state }) => sync_state)).toEqual(items.map(() => 'idle'));
    expect(items).not.toEqual([]);
    expect(await listAccounts(database, before)).toHaveLength(11);
    resume();
    const after = await eventually(async () => {
      const user = await resolveUser(day('2027-04-01'));
      return user !== before && user;
    }, 'the new day is shown');
    // The pausing generator has no transactions, so the new demo has none.
    expect(await countAll(database, after)).toBe(0);
  });
});

describe('a demo generator that fails', () => {
  test('leaves the demo of the day before, and the next attempt writes the new one', async () => {
    const { database } = server.services;
    const { generate, paused, fail } = createPausingGenerator();
    const resolveUser = createDemoUserResolver(server.services, generate);
    await writeDemo(server.services, '2027-04-05');
    const before = await resolveUser(day('2027-04-05'));
    const shown = resolveUser(day('2027-04-06'));
    await paused;
    fail(new Error('The process ended with SIGKILL.'));
    expect(await shown).toBe(before);
    expect(await isDemoWritten(database, '2027-04-06')).toBe(false);
    await writeDemo(server.services, '2027-04-06');
    expect(await isDemoWritten(database, '2027-04-06')).toBe(true);
    const after = await createDemoUserResolver(server.services)(day('2027-04-06'));
    expect(await countAll(database, after)).toBeGreaterThan(3_000);
  });

  test('throws if there is no earlier demo, so that the queue retries', async () => {
    const generate: GenerateDemoPages = async function* () {
      yield { institution: 'harbor', ...emptyRecords };
      throw new Error('The process ended with 1.');
    };
    await expect(writeDemo(server.services, '2027-04-07', generate)).rejects.toThrow(
      'ended with 1',
    );
    // The leases are released, so the next attempt does not wait for them to expire.
    await writeDemo(server.services, '2027-04-07');
    expect(await isDemoWritten(server.services.database, '2027-04-07')).toBe(true);
  });
});

test('the daily totals equal the sums of the rows after the demo has been rewritten for several days', () =>
  expectDailyTotalsToMatch(server));
