import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Queries } from '../../apps/server/src/platform/database/database.ts';
import { directory } from '../../apps/server/src/platform/database/owned-sql.ts';
import { asUserId } from '../../apps/server/src/platform/identifiers.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database/database-proxy.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { expectProblem, sendRaw } from '../support/requests/raw-request.ts';
import { signIn, signUp, TestClient, testPassword } from '../support/requests/test-client.ts';

let proxy: DatabaseProxy;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    // The limits of production: calls must not wait behind those that wait for the database.
    environment: { CONCURRENCY_LIMITS: '' },
    reachDatabase: async (url) => {
      proxy = await startDatabaseProxy(url);
      return proxy.url;
    },
  });
  client = await signUp(server);
});
afterAll(async () => {
  await proxy.restore();
  await server.stop();
  await proxy.cut();
});

/** The time within which a request must fail, in milliseconds (docs/security.md). A later response fails the test. */
const unavailableTimeout = 2_000;
/** The same for a database that stops responding during the request: the statement timeout and a margin. */
const unresponsiveTimeout = 6_000;

const get = (path: string, token?: string, timeout?: number) =>
  sendRaw(server, path, { method: 'GET', token, ...(timeout !== undefined && { timeout }) });
const isReady = async () => (await get('/readyz')).status === 200;

async function expectRecoveryWithin(milliseconds: number): Promise<void> {
  await eventually(
    async () => (await isReady()) && (await get('/api/user/me', client.token)).status === 200,
    'the server serves requests again',
    milliseconds,
  );
}

describe('while the database is unavailable', () => {
  beforeAll(() => proxy.cut());

  test('requests fail with 503 and Retry-After within two seconds', async () => {
    const requests = [
      () => get('/api/user/me', client.token, unavailableTimeout),
      () =>
        sendRaw(server, '/api/auth/token', {
          body: new URLSearchParams({ username: 'a', password: 'b' }),
          timeout: unavailableTimeout,
        }),
      () =>
        sendRaw(server, '/api/user/upgrade_token', {
          token: client.token,
          timeout: unavailableTimeout,
        }),
    ];
    for (const request of requests) {
      const response = await request();
      expect(expectProblem(response, 503).code).toBe('unavailable');
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('fifty concurrent requests fail with 503 within two seconds too', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => get('/api/user/me', client.token, unavailableTimeout)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]));
  });

  test('the process is healthy but not ready', async () => {
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz', undefined, unavailableTimeout)).status).toBe(503);
  });

  test('requests that need no database are served: the app configuration, and 401 for invalid tokens', async () => {
    expect((await get('/api/config')).status).toBe(200);
    expectProblem(await get('/api/user/me', 'a.b.c'), 401);
    expectProblem(await get('/api/user/me'), 401);
  });
});

describe('once the database is available again', () => {
  beforeAll(() => proxy.restore());

  test('the server serves requests within ten seconds, without a restart', () =>
    expectRecoveryWithin(10_000));

  test('jobs run again: a payment is applied', async () => {
    const { id } = await client.request('GET /user/me');
    await server.sandbox.control('payments/complete', {
      client_reference_id: id,
      plan: 'lifetime',
    });
    await eventually(async () => {
      const { subscription_status } = await client.request('GET /user/me');
      return subscription_status === 'paid';
    }, 'the payment is applied');
  });

  test('changes are published to open browsers again', async () => {
    const { userEvents, database } = server.services;
    const userId = asUserId((await client.request('GET /user/me')).id);
    let received = 0;
    const unsubscribe = userEvents.subscribe(userId, () => {
      received += 1;
    });
    await eventually(
      async () => {
        await userEvents.publish(database, userId, 'sync');
        return received > 0;
      },
      'an event arrives',
      10_000,
    );
    unsubscribe();
  });
});

test('sign-ups during a connection loss are either acknowledged and stored, or not acknowledged', async () => {
  await expectRecoveryWithin(10_000);
  const addresses = Array.from({ length: 16 }, () => `${randomUUID()}@example.com`);
  const visitor = new TestClient(server);
  const requests = addresses.map((email) =>
    visitor.call('POST /signup', { body: { email, password: testPassword } }),
  );
  // The connections are cut once one sign-up is acknowledged, while the others are running.
  const acknowledged = requests.map(async (request) => expect((await request).status).toBe(201));
  try {
    await Promise.any(acknowledged);
  } finally {
    await proxy.cut();
    await Promise.allSettled(acknowledged);
    await proxy.restore();
  }
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
  expect(statuses).toContain(201);
  await expectRecoveryWithin(10_000);
  for (const [index, email] of addresses.entries())
    if (statuses[index] === 201)
      expect(await signIn(server, email, testPassword)).toBeTypeOf('string');
});

test('a database that accepts connections but does not respond makes the server not ready until it recovers', async () => {
  await expectRecoveryWithin(10_000);
  proxy.freeze();
  expect((await get('/readyz', undefined, unavailableTimeout)).status).toBe(503);
  expect((await get('/healthz')).status).toBe(200);
  await proxy.restore();
  await expectRecoveryWithin(10_000);
});

test('requests fail with 503 if the database stops responding during them, and no connection is lost', async () => {
  await expectRecoveryWithin(10_000);
  // One request per connection, so that each connection is open and idle when the database stops responding.
  const sendRequests = () =>
    Promise.all(
      Array.from({ length: 10 }, () => get('/api/user/me', client.token, unresponsiveTimeout)),
    );
  for (const { status } of await sendRequests()) expect(status).toBe(200);
  proxy.freeze();
  // The sign-up waits for a free connection before its own statement times out, so it needs more time.
  const signUpResponse = sendRaw(server, '/api/signup', {
    body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: testPassword }),
    headers: { 'content-type': 'application/json' },
    timeout: unresponsiveTimeout + unavailableTimeout,
  });
  const responses = await sendRequests();
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 503));
  expect(expectProblem(await signUpResponse, 503).code).toBe('unavailable');
  await proxy.restore();
  await expectRecoveryWithin(10_000);
  for (const { status } of await sendRequests()) expect(status).toBe(200);
});

test('a transaction with a longer statement timeout waits longer', async () => {
  await expectRecoveryWithin(10_000);
  const { database } = server.services;
  const sleep = (transaction: Queries) =>
    transaction.row<{ is_done: boolean }>(directory`select pg_sleep(4.6) is not null as is_done`);
  await expect(database.transaction(sleep)).rejects.toMatchObject({ code: 'unavailable' });
  const slept = await database.transaction(sleep, { statementTimeout: 10_000 });
  expect(slept).toEqual({ is_done: true });
});

test('a request fails with 503 instead of hanging if every connection is in use', async () => {
  await expectRecoveryWithin(10_000);
  const { database } = server.services;
  const release = Promise.withResolvers<void>();
  const transactions = Array.from({ length: 10 }, () =>
    database.transaction(() => release.promise),
  );
  try {
    const response = await get('/api/user/me', client.token, unavailableTimeout);
    expect(expectProblem(response, 503).code).toBe('unavailable');
    expect((await get('/healthz')).status).toBe(200);
  } finally {
    release.resolve();
    await Promise.all(transactions);
  }
  expect((await get('/api/user/me', client.token)).status).toBe(200);
});

test('every connection has timeouts for statements, locks, and idle transactions', async () => {
  const readSetting = (name: string) =>
    server.services.database.row<{ limit: string }>(
      directory`select current_setting(${name}) as limit`,
    );
  for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    expect((await readSetting(name))?.limit).toMatch(/^\d+m?s$/);
});

test('a request that waits too long for a lock fails with 503, and the next one works', async () => {
  const { database } = server.services;
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const lockHolder = database.transaction(async (transaction) => {
    await transaction.run(directory`lock table user_addresses in access exclusive mode`);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const email = `${randomUUID()}@example.com`;
  const response = await new TestClient(server).call('POST /signup/emailcheck', {
    body: { email },
  });
  expect(response.status).toBe(503);
  release.resolve();
  await lockHolder;
  expect(
    (await new TestClient(server).call('POST /signup/emailcheck', { body: { email } })).status,
  ).toBe(200);
});
