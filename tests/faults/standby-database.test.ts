import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import {
  type SwitchableDatabase,
  startSwitchableDatabase,
} from '../support/machines/start-switchable-database.ts';
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';
import { contractCalls } from '../support/requests/contract-calls.ts';
import { openEventStream } from '../support/requests/event-stream.ts';
import {
  type ApiResponse,
  type AppUnderTest,
  signUp,
  TestClient,
  testPassword,
} from '../support/requests/test-client.ts';

let database: SwitchableDatabase;
let server: ServerProcess;
let client: TestClient;

const statusOf = async (path: string, { url }: { url: string } = server) =>
  (await fetch(`${url}${path}`)).status;

async function query(statement: string): Promise<unknown[]> {
  const connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
  const { rows } = await connection.query(statement);
  await connection.end();
  return rows;
}

beforeAll(async () => {
  database = await startSwitchableDatabase();
  server = await startServerProcess({ DATABASE_URL: database.url });
  client = await signUp({ url: server.url } as AppUnderTest);
  // Without a subscription, most writes are denied before they reach the database.
  await query("update users set paid_until = 'infinity'");
});
afterAll(async () => {
  await server?.kill();
  await database?.stop();
});

/** Valid calls that change something, each in a different way: with a limit, in a transaction, or by a job. */
const writes: Record<string, () => Promise<ApiResponse<unknown>>> = {
  'signing up': () =>
    new TestClient(client.server).call('POST /signup', {
      body: { email: `${randomUUID()}@example.com`, password: testPassword },
    }),
  'starting a sync': () => client.call('POST /user/plaid/sync_transactions'),
  'creating a budget': () =>
    client.call('POST /user/budget', { body: { earnings: 1, bills: 1, spending: 1 } }),
  'requesting a password reset': () =>
    new TestClient(client.server).call('POST /user/forgotpwd', {
      body: { email: 'dana@example.com' },
    }),
  'signing out': () => client.call('POST /auth/logout'),
};

describe('while the database is a standby', () => {
  beforeAll(async () => {
    await database.demote();
    await eventually(
      async () => (await client.call('GET /user/me')).status === 200,
      'data can be read',
    );
  });

  test('the process is healthy but not ready, so that no requests are sent to it', async () => {
    expect(await statusOf('/healthz')).toBe(200);
    expect(await statusOf('/readyz')).toBe(503);
    await eventually(
      () => server.logged.some(({ reason }) => reason === 'database: it is a standby'),
      'the reason is logged',
    );
  });

  test.each(Object.keys(writes))('%s gets 503 with Retry-After', async (name) => {
    const response = await writes[name]?.();
    expect(response?.status).toBe(503);
    expect(response?.problem.code).toBe('unavailable');
    expect(Number(response?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('no call responds with 500', async () => {
    const failed: string[] = [];
    for (const { key, method, path } of contractCalls) {
      if (key === 'GET /user/events') continue;
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${client.token}`,
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        },
        body: method === 'GET' ? null : '{}',
        redirect: 'manual',
      });
      await response.text();
      if (response.status === 500) failed.push(key);
    }
    expect(failed).toEqual([]);
  });

  test('a server that starts is healthy but not ready', async () => {
    const another = await startServerProcess({ DATABASE_URL: database.url });
    expect(await statusOf('/healthz', another)).toBe(200);
    expect(await statusOf('/readyz', another)).toBe(503);
    await another.stop();
    expect(await another.ended).toBe(0);
  });
});

describe('once it is the primary', () => {
  beforeAll(() => database.promote());

  test('the server is ready, saves changes, and sends them to open streams, without a restart', async () => {
    await eventually(async () => (await statusOf('/readyz')) === 200, 'the server is ready');
    const another = await signUp(client.server);
    const stream = await openEventStream(another);
    await stream.waitFor(({ name }) => name === 'subscription');
    const { id } = await another.request('GET /user/me');
    await eventually(
      async () =>
        (
          await query(
            "select from pg_stat_activity where application_name = 'cairn listener' and query like 'listen%'",
          )
        ).length > 0,
      'the server listens again',
    );
    await query("update users set paid_until = 'infinity'");
    await query(`select pg_notify('cairn_user_events', '${id} subscription')`);
    // The state that a stream rereads after reconnecting may come first.
    await stream.waitFor(({ data }) => data.subscription_status === 'paid');
    stream.close();
  });
});
