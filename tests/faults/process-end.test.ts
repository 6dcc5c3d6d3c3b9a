import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { createTestDatabase, databaseNamed, type TestDatabase } from '../support/test-database.ts';

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

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Everybody but the built-in users of the demo, which a server makes when it starts. */
const isAPerson = "email <> 'demo'";

describe('a server that is told to end', () => {
  let database: TestDatabase;
  let holder: pg.Client;
  // Inside its transaction the holder would see the activity of one moment only.
  let watcher: pg.Client;
  let server: ServerProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    holder = await connectTo(database.url);
    watcher = await connectTo(database.url);
    server = await startServerProcess({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await server.kill();
    await Promise.all([holder.end(), watcher.end()]);
    await database.drop();
  });

  test('finishes what is in flight, takes nothing new, and exits 0 within 15 s', async () => {
    // A lock keeps the requests in flight for as long as the test wants.
    await holder.query('begin');
    await holder.query('lock table user_addresses in access exclusive mode');
    const addresses = [newAddress(), newAddress(), newAddress()];
    const inFlight = addresses.map((email) => signUp(server, email));
    await eventually(async () => {
      const { rows } = await watcher.query<{ count: string }>(
        `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return Number(rows[0]?.count) === addresses.length;
    }, 'all three wait for the lock');

    const started = performance.now();
    const stopped = server.stop();
    await eventually(() => server.logged.some(({ event }) => event === 'stopping'), 'it has heard');
    // Refused at the door, or told that it is going away; never served as if nothing were.
    for (const path of ['/readyz', '/api/config']) {
      const status = await fetch(`${server.url}${path}`).then(
        (answer) => answer.status,
        () => 'refused',
      );
      expect([503, 'refused'], path).toContain(status);
    }

    await holder.query('commit');
    const answers = await Promise.all(inFlight);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    await Promise.all(answers.map((answer) => answer.text()));
    await stopped;
    expect(await server.ended).toBe(0);
    expect(performance.now() - started).toBeLessThan(15_000);
    const { rows } = await holder.query(
      `select email from users where ${isAPerson} order by email`,
    );
    expect(rows.map(({ email }) => email)).toEqual(addresses.toSorted());
  });
});

test('two processes that start on an empty database run each migration once, and both serve', async () => {
  const serverUrl = inject('databaseUrl');
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  const administrator = await connectTo(serverUrl);
  await administrator.query(`create database ${name}`);
  const url = databaseNamed(serverUrl, name);
  const both = await Promise.all([1, 2].map(() => startServerProcess({ DATABASE_URL: url })));
  const client = await connectTo(url);
  try {
    const { rows } = await client.query<{ name: string; times: number }>(
      'select name, count(*)::integer as times from schema_migrations group by name order by name',
    );
    expect(rows.length).toBeGreaterThanOrEqual(4);
    expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
    for (const each of both) expect((await fetch(`${each.url}/readyz`)).status).toBe(200);
  } finally {
    await client.end();
    await Promise.all(both.map((each) => each.kill()));
    await administrator.query(`drop database ${name} with (force)`);
    await administrator.end();
  }
});

/** Numbers in [0, 1) that a seed repeats (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('a server that is killed in the middle of sign-ups', () => {
  const rounds = 3;
  const seed = Number(process.env.TEST_SEED);
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = await connectTo(database.url);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  test(`has every sign-up that it acknowledged, once (${rounds} rounds, TEST_SEED=${seed})`, async () => {
    const random = chance(seed);
    const acknowledged: string[] = [];
    const tried: string[] = [];
    let server = await startServerProcess({ DATABASE_URL: database.url });
    for (let round = 1; round <= rounds; round += 1) {
      const killAfter = 3 + Math.floor(random() * 25);
      let answered = 0;
      const visitor = async (): Promise<void> => {
        // Until the server is gone.
        for (;;) {
          const email = newAddress();
          tried.push(email);
          const answer = await signUp(server, email).catch(() => undefined);
          if (answer === undefined) return;
          if (answer.status === 201) acknowledged.push(email);
          answered += 1;
          if (answered === killAfter) await server.kill();
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
      where ${isAPerson}
      group by u.user_id`);
    const there = rows.map(({ email }) => email);
    expect(acknowledged.length).toBeGreaterThanOrEqual(rounds * 3);
    expect(
      acknowledged.filter((email) => there.filter((each) => each === email).length !== 1),
    ).toEqual([]);
    expect(rows.filter(({ addresses }) => addresses !== 1)).toEqual([]);
    expect(there.filter((email) => !tried.includes(email))).toEqual([]);
    const { rows: orphans } = await client.query(
      'select address from user_addresses a where not exists (select 1 from users u where u.user_id = a.user_id)',
    );
    expect(orphans).toEqual([]);
    // And those that were not acknowledged can simply be tried again.
    const lost = tried.find((email) => !there.includes(email));
    if (lost !== undefined) expect((await signUp(server, lost)).status).toBe(201);
    const last = acknowledged.at(-1) ?? '';
    expect((await signIn(server, last)).status).toBe(200);
    await server.stop();
    expect(await server.ended).toBe(0);
  }, 60_000);
});
