import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Queries } from '../../apps/server/src/platform/database.ts';
import { asUserId } from '../../apps/server/src/platform/identifiers.ts';
import { directory } from '../../apps/server/src/platform/owned-sql.ts';
import { type DatabaseProxy, proxyDatabase } from '../support/database-proxy.ts';
import { eventually } from '../support/eventually.ts';
import { expectProblem, sendRaw } from '../support/raw-request.ts';
import { signIn, signUp, TestClient, testPassword } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let proxy: DatabaseProxy;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    reachDatabase: async (url) => {
      proxy = await proxyDatabase(url);
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

const get = (path: string, token?: string) => sendRaw(server, path, { method: 'GET', token });
const isReady = async () => (await get('/readyz')).status === 200;

/** An answer and how long it took, in milliseconds. */
async function timed<T>(ask: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  return [await ask(), performance.now() - started];
}

async function backWithin(milliseconds: number): Promise<void> {
  await eventually(
    async () => (await isReady()) && (await get('/api/user/me', client.token)).status === 200,
    'the server serves again',
    milliseconds,
  );
}

describe('while the database is away', () => {
  beforeAll(() => proxy.cut());

  test('calls answer 503 within two seconds, with when to come back', async () => {
    const asks = [
      () => get('/api/user/me', client.token),
      () =>
        sendRaw(server, '/api/auth/token', {
          body: new URLSearchParams({ username: 'a', password: 'b' }),
        }),
      () => sendRaw(server, '/api/user/upgrade_token', { token: client.token }),
    ];
    for (const ask of asks) {
      const [answer, took] = await timed(ask);
      expect(expectProblem(answer, 503).code).toBe('unavailable');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(took).toBeLessThan(2_000);
    }
  });

  test('fifty at once do so too', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => timed(() => get('/api/user/me', client.token))),
    );
    expect(new Set(answers.map(([{ status }]) => status))).toEqual(new Set([503]));
    expect(Math.max(...answers.map(([, took]) => took))).toBeLessThan(2_000);
  });

  test('the process is healthy and not ready', async () => {
    expect((await get('/healthz')).status).toBe(200);
    const [ready, took] = await timed(() => get('/readyz'));
    expect(ready.status).toBe(503);
    expect(took).toBeLessThan(2_000);
  });

  test('what needs no database is served: the settings of the app, and a no to bad tokens', async () => {
    expect((await get('/api/config')).status).toBe(200);
    expectProblem(await get('/api/user/me', 'a.b.c'), 401);
    expectProblem(await get('/api/user/me'), 401);
  });
});

describe('once it is back', () => {
  beforeAll(() => proxy.restore());

  test('the server serves within ten seconds, without a restart', () => backWithin(10_000));

  test('so does the background work: a payment is applied', async () => {
    const { id } = await client.reply('GET /user/me');
    await server.sandbox.control('payments/complete', {
      client_reference_id: id,
      plan: 'lifetime',
    });
    await eventually(async () => {
      const { subscription_status } = await client.reply('GET /user/me');
      return subscription_status === 'paid';
    }, 'the payment is applied');
  });

  test('and what changes is announced again', async () => {
    const { announcements, database } = server.services;
    const userId = asUserId((await client.reply('GET /user/me')).id);
    let heard = 0;
    const leave = announcements.subscribe(userId, () => {
      heard += 1;
    });
    await eventually(
      async () => {
        await announcements.announce(database, userId, 'sync');
        return heard > 0;
      },
      'an announcement arrives',
      10_000,
    );
    leave();
  });
});

test('sign-ups that the cut runs into are either acknowledged and there, or not acknowledged', async () => {
  await backWithin(10_000);
  const addresses = Array.from({ length: 16 }, () => `${randomUUID()}@example.com`);
  const visitor = new TestClient(server);
  const answers = addresses.map((email) =>
    visitor.call('POST /signup', { body: { email, password: testPassword } }),
  );
  await Promise.race(answers);
  await proxy.cut();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
  expect(statuses).toContain(201);
  await proxy.restore();
  await backWithin(10_000);
  for (const [index, email] of addresses.entries())
    if (statuses[index] === 201)
      expect(await signIn(server, email, testPassword)).toBeTypeOf('string');
});

test('a database that accepts and says nothing makes the server not ready, and it recovers', async () => {
  await backWithin(10_000);
  proxy.freeze();
  const [ready, took] = await timed(() => get('/readyz'));
  expect(ready.status).toBe(503);
  expect(took).toBeLessThan(2_000);
  expect((await get('/healthz')).status).toBe(200);
  await proxy.restore();
  await backWithin(10_000);
});

test('calls that a database stops answering in their middle are answered 503, and no connection is lost', async () => {
  await backWithin(10_000);
  // As many as there are connections, each open and idle when the database goes silent.
  const asks = () =>
    Promise.all(Array.from({ length: 10 }, () => timed(() => get('/api/user/me', client.token))));
  for (const [{ status }] of await asks()) expect(status).toBe(200);
  proxy.freeze();
  const signUps = timed(() =>
    new TestClient(server).call('POST /signup', {
      body: { email: `${randomUUID()}@example.com`, password: testPassword },
    }),
  );
  const answers = await asks();
  expect(answers.map(([{ status }]) => status)).toEqual(answers.map(() => 503));
  expect(Math.max(...answers.map(([, took]) => took))).toBeLessThan(6_000);
  const [signUp, took] = await signUps;
  expect(signUp.problem.code).toBe('unavailable');
  expect(took).toBeLessThan(8_000);
  await proxy.restore();
  await backWithin(10_000);
  for (const [{ status }] of await asks()) expect(status).toBe(200);
});

test('a transaction that may take longer waits longer for its answers', async () => {
  await backWithin(10_000);
  const { database } = server.services;
  const slowly = (transaction: Queries) =>
    transaction.row<{ done: boolean }>(directory`select pg_sleep(4.6) is not null as done`);
  await expect(database.transaction(slowly)).rejects.toMatchObject({ code: 'unavailable' });
  const slept = await database.transaction(slowly, { statementTimeout: 10_000 });
  expect(slept).toEqual({ done: true });
});

test('with every connection taken a call answers 503 and does not hang', async () => {
  await backWithin(10_000);
  const { database } = server.services;
  const release = Promise.withResolvers<void>();
  const taken = Array.from({ length: 10 }, () => database.transaction(() => release.promise));
  try {
    const [answer, took] = await timed(() => get('/api/user/me', client.token));
    expect(expectProblem(answer, 503).code).toBe('unavailable');
    expect(took).toBeLessThan(2_000);
    expect((await get('/healthz')).status).toBe(200);
  } finally {
    release.resolve();
    await Promise.all(taken);
  }
  expect((await get('/api/user/me', client.token)).status).toBe(200);
});

test('every connection has limits on how long it may wait, compute and sit idle in a transaction', async () => {
  const read = (name: string) =>
    server.services.database.row<{ limit: string }>(
      directory`select current_setting(${name}) as limit`,
    );
  for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    expect((await read(name))?.limit).toMatch(/^\d+m?s$/);
});

test('what waits for a lock for too long answers 503, and nothing is left behind', async () => {
  const { database } = server.services;
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = database.transaction(async (transaction) => {
    await transaction.run(directory`lock table user_addresses in access exclusive mode`);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const email = `${randomUUID()}@example.com`;
  const answer = await new TestClient(server).call('POST /signup/emailcheck', { body: { email } });
  expect(answer.status).toBe(503);
  release.resolve();
  await holder;
  expect(
    (await new TestClient(server).call('POST /signup/emailcheck', { body: { email } })).status,
  ).toBe(200);
});
