import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryDatabase } from '../../../../../tests/support/database/database-queries.ts';
import { createTestDatabase } from '../../../../../tests/support/database/test-database.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { openEventStream } from '../../../../../tests/support/requests/event-stream.ts';
import { readMetric } from '../../../../../tests/support/requests/read-metric.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';
import { readBacklog } from '../jobs/job-backlog.ts';
import { connectQueueRestorer } from '../jobs/queue.ts';

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  client = await signUpPaid(server);
  await client.linkBank({ username: 'user_good', password: 'pass_good' });
});
afterAll(() => server.stop());

const read = (name: string, labels?: Record<string, string>) => readMetric(server, name, labels);

test('requests are counted by call and status, including those to the demo', async () => {
  const labels = { call: 'GET /user/budget', status: '404' };
  const before = await read('cairn_http_requests_total', labels);
  await client.call('GET /user/budget');
  await client.call('GET /user/budget');
  await eventually(
    async () => (await read('cairn_http_requests_total', labels)) === before + 2,
    'both requests have been counted',
  );
  const seconds = { call: 'GET /user/budget', le: '10' };
  expect(await read('cairn_http_request_duration_seconds_bucket', seconds)).toBe(before + 2);
  await client.request('GET /user/budget', { demo: true });
  const shown = { call: 'GET /user/budget', status: '200' };
  await eventually(
    async () => (await read('cairn_http_requests_total', shown)) === 1,
    'the request to the demo has been counted',
  );
});

test('paths that do not exist share one label, so that nobody can create labels', async () => {
  await fetch(`${server.url}/api/made/up`);
  await fetch(`${server.url}/api/institution/1/2/3`);
  await eventually(
    async () => (await server.services.metrics.render()).includes('status="404"'),
    'the requests have been counted',
  );
  expect(await server.services.metrics.render()).not.toMatch(/made|institution\/1/);
});

test('an open event stream is counted until it is closed', async () => {
  const stream = await openEventStream(client);
  expect(await read('cairn_event_streams')).toBe(1);
  stream.close();
  await eventually(
    async () => (await read('cairn_event_streams')) === 0,
    'the closed stream is no longer counted',
  );
});

test('the connections in use and the transactions that wait for one are reported', async () => {
  const release = Promise.withResolvers<void>();
  const { database } = server.services;
  const transactions = Array.from({ length: 12 }, () =>
    database.transaction(() => release.promise),
  );
  await eventually(
    async () =>
      (await read('cairn_database_connections', { pool: 'main', state: 'in_use' })) === 10 &&
      (await read('cairn_database_waiting', { pool: 'main' })) >= 2,
    'all connections are in use and two transactions wait',
  );
  expect(await read('cairn_database_connections_max', { pool: 'main' })).toBe(10);
  release.resolve();
  await Promise.all(transactions);
  expect(await read('cairn_database_waiting', { pool: 'main' })).toBe(0);
});

test('waiting jobs are reported by name, with the age of the oldest due one', async () => {
  await server.services.queue.enqueue('prune', {}, { key: 'later', delaySeconds: 3_600 });
  expect(await read('cairn_queue_jobs', { job: 'prune', state: 'delayed' })).toBe(1);
  expect(await read('cairn_queue_oldest_due_job_age_seconds', { job: 'prune' })).toBe(0);
});

test('the age of the oldest due job is how long it has been due', async () => {
  const database = await createTestDatabase();
  const run = async (text: string, values: unknown[] = []) => ({
    rows: await queryDatabase({ database }, text, values),
  });
  // Restored jobs wait, because no worker is running.
  const restorer = await connectQueueRestorer(database.url);
  const jobDueSince = (seconds: number) => ({
    name: 'send-mail',
    data: {},
    singleton_key: null,
    start_after: new Date(Date.now() - seconds * 1_000).toISOString(),
  });
  await restorer.restoreJobs([jobDueSince(90), jobDueSince(3_600), jobDueSince(-3_600)], run);
  await restorer.close();
  const backlog = await readBacklog({ executeSql: run });
  expect(backlog.find(({ job }) => job === 'send-mail')).toMatchObject({ due: 2, delayed: 1 });
  expect(backlog.find(({ job }) => job === 'send-mail')?.oldestDueSeconds).toBeGreaterThanOrEqual(
    3_600,
  );
  await database.drop();
});

test('syncs are counted by outcome, and attempts to call providers by provider, call, and outcome', async () => {
  expect(
    await read('cairn_syncs_total', { institution: 'other', outcome: 'synced' }),
  ).toBeGreaterThan(0);
  const exchanged = { provider: 'plaid', call: 'public_token_exchange', outcome: 'ok' };
  expect(await read('cairn_provider_calls_total', exchanged)).toBe(1);
  expect(
    await read('cairn_provider_call_duration_seconds_count', { provider: 'plaid' }),
  ).toBeGreaterThan(1);
  expect(
    await read('cairn_job_runs_total', { job: 'sync-item', outcome: 'succeeded' }),
  ).toBeGreaterThan(0);
  const { status } = await client.call('POST /plaid/link/token', {
    body: { public_token: 'none' },
  });
  expect(status).toBe(422);
  const rejected = { ...exchanged, outcome: 'rejected' };
  expect(await read('cairn_provider_calls_total', rejected)).toBe(1);
});

const deployPath = (file: string) =>
  fileURLToPath(new URL(`../../../../../deploy/${file}`, import.meta.url));
const promtool = (args: string[], input?: string) =>
  spawnSync('promtool', args, { encoding: 'utf8', ...(input !== undefined && { input }) });
const hasPromtool = promtool(['--version']).error === undefined;
const promtoolMissing =
  'promtool is not installed. It comes with Prometheus: apt-get install prometheus';

describe('promtool', () => {
  test('finds nothing wrong with the metrics', async (context) => {
    context.skip(!hasPromtool, promtoolMissing);
    const { status, stderr } = promtool(
      ['check', 'metrics'],
      await server.services.metrics.render(),
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('accepts the alerts and the configuration', (context) => {
    context.skip(!hasPromtool, promtoolMissing);
    for (const args of [
      ['check', 'rules', deployPath('prometheus/alerts.yml')],
      ['check', 'config', deployPath('prometheus/prometheus.yml')],
    ]) {
      const { status, stdout, stderr } = promtool(args);
      expect(status, stdout + stderr).toBe(0);
    }
  });
});

/** The metrics that a text mentions, without the suffixes that a histogram's series have. */
const mentionedIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\bcairn_[a-z0-9_]+/g)].map(([name]) => name.replace(/_bucket$/, '')),
  ),
];

describe.each(['prometheus/alerts.yml', 'grafana/cairn.json'])('deploy/%s', (file) => {
  test('mentions only metrics that are exported', async () => {
    const exported = [...(await server.services.metrics.render()).matchAll(/^# TYPE (\S+) /gm)].map(
      ([, name]) => name,
    );
    const mentioned = mentionedIn(readFileSync(deployPath(file), 'utf8'));
    expect(mentioned.length).toBeGreaterThan(10);
    expect(mentioned.filter((name) => !exported.includes(name))).toEqual([]);
  });
});

test('docs/operations.md describes every metric that Cairn defines', async () => {
  const page = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
  const names = [
    ...(await server.services.metrics.render()).matchAll(
      /^# TYPE (cairn_(?!process|nodejs)\w+) /gm,
    ),
  ].map(([, name = '']) => name);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
