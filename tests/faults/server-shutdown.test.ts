import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  createTestDatabase,
  dropDatabase,
  type TestDatabase,
  withDatabaseName,
} from '../support/database/test-database.ts';
import { eventually } from '../support/eventually.ts';
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';
import { type AppUnderTest, signUp as createUser } from '../support/requests/test-client.ts';
import { seededRandom } from '../support/seeded-random.ts';

const password = 'correct horse battery';
const newAddress = () => `${randomUUID()}@example.com`;

const signUp = (server: ServerProcess, email: string, signal?: AbortSignal) =>
  fetch(`${server.url}/api/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
    signal: signal ?? null,
  });

const signIn = (server: ServerProcess, email: string) =>
  fetch(`${server.url}/api/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  });

const clientOf = ({ url }: ServerProcess) => createUser({ url } as AppUnderTest);

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** The SQL condition for users who signed up. A server creates the demo user itself. */
const registeredCondition = "email <> 'demo'";

describe('a server that receives SIGTERM', () => {
  let database: TestDatabase;
  let lockHolder: pg.Client;
  // A separate connection, because inside its transaction the lock holder would see a snapshot of the activity.
  let observer: pg.Client;
  let server: ServerProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    lockHolder = await connectTo(database.url);
    observer = await connectTo(database.url);
    server = await startServerProcess({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await server.kill();
    await Promise.all([lockHolder.end(), observer.end()]);
    await database.drop();
  });

  test('finishes requests in flight, accepts no new ones, and exits with 0 within 15 s', async () => {
    // A lock keeps the requests in flight until the test releases it.
    await lockHolder.query('begin');
    await lockHolder.query('lock table user_addresses in access exclusive mode');
    const addresses = [newAddress(), newAddress(), newAddress()];
    const inFlight = addresses.map((email) => signUp(server, email));
    await eventually(async () => {
      const { rows } = await observer.query<{ count: string }>(
        `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return Number(rows[0]?.count) === addresses.length;
    }, 'all three requests wait for the lock');

    void server.stop();
    const exit = Promise.race([server.ended, sleep(15_000, 'still running', { ref: false })]);
    await eventually(
      () => server.logged.some(({ event }) => event === 'stopping'),
      'the server is stopping',
    );
    // The connection is refused, or the response is 503. New requests are never served.
    for (const path of ['/readyz', '/api/config']) {
      const status = await fetch(`${server.url}${path}`).then(
        (response) => response.status,
        () => 'refused',
      );
      expect([503, 'refused'], path).toContain(status);
    }

    await lockHolder.query('commit');
    const responses = await Promise.all(inFlight);
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    await Promise.all(responses.map((response) => response.text()));
    expect(await exit).toBe(0);
    const { rows } = await lockHolder.query(
      `select email from users where ${registeredCondition} order by email`,
    );
    expect(rows.map(({ email }) => email)).toEqual(addresses.toSorted());
  });
});

test('a server that drains still serves requests while it is not ready, then tells event streams to reconnect, and exits', async () => {
  const database = await createTestDatabase();
  const server = await startServerProcess({ DATABASE_URL: database.url, DRAIN_SECONDS: '4' });
  try {
    const client = await clientOf(server);
    const events = await fetch(`${server.url}/api/user/events`, {
      headers: { authorization: `Bearer ${client.token}` },
    });
    const streamed = events.text();
    void server.stop();
    await eventually(
      async () => (await fetch(`${server.url}/readyz`)).status === 503,
      'the server is not ready',
      3_000,
    );
    // A new connection, as from a load balancer that has not noticed yet.
    const response = await fetch(`${server.url}/api/user/me`, {
      headers: { authorization: `Bearer ${client.token}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('connection')).toBe('close');
    expect(await streamed).toMatch(/\nretry: \d{1,4}\n\n$/);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    expect(await server.ended).toBe(0);
  } finally {
    await server.kill();
    await database.drop();
  }
});

test('two processes that start on an empty database run each migration once and both serve requests', async () => {
  const serverUrl = inject('databaseUrl');
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  const admin = await connectTo(serverUrl);
  await admin.query(`create database ${name}`);
  const url = withDatabaseName(serverUrl, name);
  const servers = await Promise.all([1, 2].map(() => startServerProcess({ DATABASE_URL: url })));
  const client = await connectTo(url);
  try {
    const { rows } = await client.query<{ name: string; times: number }>(
      'select name, count(*)::integer as times from schema_migrations group by name order by name',
    );
    expect(rows.length).toBeGreaterThanOrEqual(4);
    expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
    for (const server of servers) expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  } finally {
    await client.end();
    await Promise.all(servers.map((server) => server.kill()));
    await admin.end();
    await dropDatabase(inject('databaseUrl'), name);
  }
});

describe('a server that is killed during sign-ups', () => {
  const rounds = 3;
  const seed = Number(process.env.TEST_SEED);
  let database: TestDatabase;
  let client: pg.Client;
  // A new database for each attempt, so that a retried test does not find the sign-ups of its previous attempt.
  beforeEach(async () => {
    database = await createTestDatabase();
    client = await connectTo(database.url);
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  test(`keeps every acknowledged sign-up exactly once (${rounds} rounds, TEST_SEED=${seed})`, async () => {
    const random = seededRandom(seed);
    const acknowledged: string[] = [];
    const attempted: string[] = [];
    let server = await startServerProcess({ DATABASE_URL: database.url });
    for (let round = 1; round <= rounds; round += 1) {
      const killAfter = 3 + Math.floor(random() * 25);
      let responses = 0;
      const visitor = async (): Promise<void> => {
        // Until the server is killed.
        for (;;) {
          const email = newAddress();
          attempted.push(email);
          const response = await signUp(server, email).catch(() => undefined);
          if (response === undefined) return;
          if (response.status === 201) acknowledged.push(email);
          responses += 1;
          if (responses === killAfter) await server.kill();
        }
      };
      await Promise.all(Array.from({ length: 6 }, visitor));
      expect(await server.ended).toBe('SIGKILL');
      server = await startServerProcess({ DATABASE_URL: database.url });
    }
    const { rows } = await client.query<{ email: string; addresses: number }>(`
      select u.email, count(a.address)::integer as addresses
      from users u
      left join user_addresses a on a.user_id = u.user_id
      where ${registeredCondition}
      group by u.user_id`);
    const stored = rows.map(({ email }) => email);
    expect(acknowledged.length).toBeGreaterThanOrEqual(rounds * 3);
    expect(
      acknowledged.filter(
        (email) => stored.filter((storedEmail) => storedEmail === email).length !== 1,
      ),
    ).toEqual([]);
    expect(rows.filter(({ addresses }) => addresses !== 1)).toEqual([]);
    expect(stored.filter((email) => !attempted.includes(email))).toEqual([]);
    const { rows: orphans } = await client.query(
      'select address from user_addresses a where not exists (select 1 from users u where u.user_id = a.user_id)',
    );
    expect(orphans).toEqual([]);
    // Sign-ups that were lost can be repeated.
    const lost = attempted.find((email) => !stored.includes(email));
    if (lost !== undefined) expect((await signUp(server, lost)).status).toBe(201);
    const last = acknowledged.at(-1) ?? '';
    expect((await signIn(server, last)).status).toBe(200);
    await server.stop();
    expect(await server.ended).toBe(0);
  }, 120_000);
});
