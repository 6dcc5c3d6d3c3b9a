import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ScriptedBank,
  startScriptedBank,
} from '../../../../../tests/support/bank/scripted-bank.ts';
import { queryDatabase } from '../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';

let bank: ScriptedBank;
let server: TestServer;

async function start(options: Parameters<typeof startTestServer>[0]): Promise<void> {
  bank = await startScriptedBank();
  server = await startTestServer({ ...options, environment: { PLAID_BASE_URL: bank.url } });
}
async function stop(): Promise<void> {
  await server.stop();
  await bank.stop();
}
/** Links items, named after their institution. Their first syncs are only enqueued. */
async function link(client: TestClient, names: readonly string[]): Promise<void> {
  for (const name of names)
    await client.request('POST /plaid/link/token', { body: { public_token: `public-${name}` } });
}
const listStates = async (client: TestClient) =>
  (await client.request('GET /user/sync')).items.map(({ state }) => state);
const numbered = (institution: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${institution}-${index + 1}`);

describe('while a bank does not respond to twelve syncs', () => {
  // More syncs than there are database connections for requests or for jobs.
  const slowItems = numbered('slow', 12);
  let slowUser: TestClient;
  let releases: (() => void)[] = [];

  beforeAll(async () => {
    await start({});
    slowUser = await signUpPaid(server);
    releases = slowItems.map((name) => bank.item(name).holdSync());
    await link(slowUser, slowItems);
    await eventually(
      () => slowItems.every((name) => bank.item(name).syncCalls === 1),
      'all syncs wait for the bank',
    );
  });
  afterAll(stop);

  test('the first sync of another user at another bank is not delayed', async () => {
    const client = await signUpPaid(server);
    await link(client, ['fast-1']);
    await client.waitForSyncs();
    expect(await listStates(client)).toEqual(['ok']);
    expect(new Set(await listStates(slowUser))).toEqual(new Set(['running']));
  });

  test('no sync keeps a database connection', async () => {
    await eventually(async () => {
      const busy = await queryDatabase(
        server,
        `select 1 from pg_stat_activity
         where datname = current_database() and application_name = 'cairn' and state <> 'idle'`,
      );
      return busy.length === 0;
    }, 'all connections are idle');
  });

  test('all syncs finish once the bank responds', async () => {
    for (const release of releases) release();
    await slowUser.waitForSyncs();
    expect(await listStates(slowUser)).toEqual(slowItems.map(() => 'ok'));
  });
});

describe('once a bank has failed several times in a row', () => {
  const failures = 3;

  beforeAll(async () => {
    await start({
      callPolicy: {
        timeout: 10_000,
        retries: { maxAttempts: 1, initialDelay: 1, maxDelay: 1, random: () => 1 },
        circuit: { failures, openFor: 3_600_000 },
      },
    });
    const client = await signUpPaid(server);
    for (const name of numbered('down', failures)) {
      bank.item(name).script({ errorCode: 'INSTITUTION_NOT_RESPONDING' });
      await link(client, [name]);
      await eventually(
        async () => (await listStates(client)).at(-1) === 'retrying',
        'the sync failed',
      );
    }
  });
  afterAll(stop);

  test('its circuit opens, and this is logged once', () => {
    const opened = server.logged.filter(({ event }) => event === 'circuit_opened');
    expect(opened).toMatchObject([{ provider: 'plaid', institution_id: 'down' }]);
  });

  test('it is no longer called, and its syncs are retried later', async () => {
    const client = await signUpPaid(server);
    await link(client, ['down-9']);
    await eventually(async () => (await listStates(client))[0] === 'retrying', 'the sync failed');
    expect(bank.item('down-9').syncCalls).toBe(0);
  });

  test('other banks are still synced', async () => {
    const client = await signUpPaid(server);
    await link(client, ['up-1']);
    await client.waitForSyncs();
    expect(await listStates(client)).toEqual(['ok']);
    expect(bank.item('up-1').syncCalls).toBe(1);
  });
});
