import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { eventually } from '../support/eventually.ts';
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';
import { type AppUnderTest, signUp, TestClient } from '../support/requests/test-client.ts';

let database: TestDatabase;
let connection: pg.Client;
let webs: ServerProcess[];
let workers: ServerProcess[] = [];

// The keys that all processes share.
const dataDir = mkdtempSync(join(tmpdir(), 'cairn-roles-'));

const start = (role: string) =>
  startServerProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir, ROLE: role });
const jobsInState = async (state: string) => {
  const { rows } = await connection.query<{ name: string }>(
    'select distinct name from pgboss.job where state = $1',
    [state],
  );
  return rows.map(({ name }) => name);
};

beforeAll(async () => {
  database = await createTestDatabase();
  connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
  webs = await Promise.all([start('web'), start('web')]);
});
afterAll(async () => {
  await Promise.all([...(webs ?? []), ...workers].map((running) => running.kill()));
  await connection?.end();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('web processes serve requests and enqueue jobs, which wait until a worker runs them', async () => {
  const [first, second] = webs;
  const client = await signUp({ url: first?.url ?? '' } as AppUnderTest);
  const other = new TestClient({ url: second?.url ?? '' } as AppUnderTest, client.token);
  expect(await other.request('GET /user/me')).toEqual(await client.request('GET /user/me'));
  expect(await jobsInState('created')).toContain('refresh-demo');
  expect(await jobsInState('active')).toEqual([]);
  expect(await jobsInState('completed')).toEqual([]);
  const { rows } = await connection.query<{ query: string }>(
    `select query
     from pg_stat_activity
     where datname = current_database()
       and application_name = 'cairn jobs'
       and lower(query) like '%listen%'`,
  );
  expect(rows).toEqual([]);

  workers = await Promise.all([start('worker'), start('worker')]);
  await eventually(
    async () => (await jobsInState('completed')).includes('refresh-demo'),
    'a worker has run the job',
  );
});

test('a worker serves its health checks and nothing else', async () => {
  const [worker] = workers;
  for (const path of ['/healthz', '/readyz'])
    expect((await fetch(`${worker?.url}${path}`)).status).toBe(200);
  for (const path of ['/api/config', '/api/user/me', '/', '/login'])
    expect((await fetch(`${worker?.url}${path}`)).status, path).toBe(404);
  const { rows } = await connection.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where application_name = 'cairn listener' and datname = current_database()",
  );
  expect(rows[0]?.count).toBe(webs.length);
});

test('processes of both roles exit with 0', async () => {
  const processes = [...webs, ...workers];
  await Promise.all(processes.map((running) => running.stop()));
  expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
});
