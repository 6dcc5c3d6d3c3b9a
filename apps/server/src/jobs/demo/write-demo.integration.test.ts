import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectDaysToAddUp } from '../../../../../tests/support/day-totals.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { signUp } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { listItems } from '../../domain/linked-items.queries.ts';
import { listAccounts } from '../../features/accounts/accounts.queries.ts';
import { demoUserOf, isDemoWritten } from '../../features/demo/demo.queries.ts';
import type { DemoPage } from '../../features/demo/demo-records.ts';
import { countAll } from '../../features/transactions/transactions.queries.ts';
import { demoOwner } from './demo-owner.ts';
import { refreshDemo } from './refresh-demo.ts';
import { type Live, writeDemo } from './write-demo.ts';

let now = new Date('2027-03-30T12:00:00Z');
let server: TestServer;
/** Another process of the same product. */
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
const written = () =>
  [...server.logged, ...other.logged].filter(({ event }) => event === 'demo_refreshed');

const nothing = { accounts: [], streams: [], liabilities: [], holdings: [], rows: [] };

/** A life that stops after its first page, in the middle of what it has to tell. */
function haltingLife() {
  const told = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const live: Live = async function* () {
    yield { institution: 'harbor', ...nothing } satisfies DemoPage;
    told.resolve();
    await goesOn.promise;
  };
  return { live, told: told.promise, goOn: goesOn.resolve, fail: goesOn.reject };
}

describe('the demo is written', () => {
  test('by one of many, however many ask at once and in whichever process', async () => {
    const [here, there] = await Promise.all([signUp(server), signUp(other)]);
    const answers = await Promise.all([
      ...[here, here, here, there, there, there].map((client) =>
        client.reply('GET /user/transactions/recent', { demo: true }),
      ),
      refreshDemo(server.services).then(() => null),
      refreshDemo(other.services).then(() => null),
    ]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(2);
    expect(written()).toHaveLength(1);
    expect(written()[0]).toMatchObject({ day: '2027-03-30' });
  });

  test('by the queue, when a process starts and at midnight', async () => {
    now = new Date('2027-03-31T00:00:01Z');
    await server.services.queue.enqueue('refresh-demo', {}, { key: 'start' });
    await eventually(
      () => isDemoWritten(server.services.database, '2027-03-31'),
      'the new day is written',
    );
  });
});

describe('while a new day is being written', () => {
  test("the day before's demo is shown whole, and the new one once it is there", async () => {
    const { database } = server.services;
    const { live, told, goOn } = haltingLife();
    const owner = demoOwner(server.services, live);
    const before = await owner(day('2027-03-31'));
    const rows = await countAll(database, before);
    const shown = owner(day('2027-04-01'));
    await told;
    expect(await shown).toBe(before);
    expect(await countAll(database, before)).toBe(rows);
    // Nor does it look as if somebody were syncing.
    const items = await listItems(database, demoUserOf('2027-04-01'));
    expect(items.map(({ sync_state }) => sync_state)).toEqual(items.map(() => 'idle'));
    expect(items).not.toEqual([]);
    expect(await listAccounts(database, before)).toHaveLength(11);
    goOn();
    const after = await eventually(async () => {
      const user = await owner(day('2027-04-01'));
      return user !== before && user;
    }, 'the new day is shown');
    // The halting life had nothing more to tell: the demo is what the last one told.
    expect(await countAll(database, after)).toBe(0);
  });
});

describe('a life that fails', () => {
  test("costs nothing: the day before's is shown, and the next try writes the day", async () => {
    const { database } = server.services;
    const { live, told, fail } = haltingLife();
    const owner = demoOwner(server.services, live);
    await writeDemo(server.services, '2027-04-05');
    const before = await owner(day('2027-04-05'));
    const shown = owner(day('2027-04-06'));
    await told;
    fail(new Error('The process ended with SIGKILL.'));
    expect(await shown).toBe(before);
    expect(await isDemoWritten(database, '2027-04-06')).toBe(false);
    await writeDemo(server.services, '2027-04-06');
    expect(await isDemoWritten(database, '2027-04-06')).toBe(true);
    const after = await demoOwner(server.services)(day('2027-04-06'));
    expect(await countAll(database, after)).toBeGreaterThan(3_000);
  });

  test('where nothing was written before is an error, which the queue tries again', async () => {
    const live: Live = async function* () {
      yield { institution: 'harbor', ...nothing };
      throw new Error('The process ended with 1.');
    };
    await expect(writeDemo(server.services, '2027-04-07', live)).rejects.toThrow('ended with 1');
    // The leases are given back: nobody has to wait for them to run out.
    await writeDemo(server.services, '2027-04-07');
    expect(await isDemoWritten(server.services.database, '2027-04-07')).toBe(true);
  });
});

test('after all those days written over each other, the sums kept of each are those of its rows', () =>
  expectDaysToAddUp(server));
