import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryDatabase } from '../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('all queues notify and the process listens, so no job waits for a poll', async () => {
  const queuesWithoutNotify = await queryDatabase(
    server,
    `select name from pgboss.queue where not notify and name not like '\\_\\_pgboss%'`,
  );
  expect(queuesWithoutNotify).toEqual([]);
  const listening = await queryDatabase(
    server,
    `select 1 from pg_stat_activity
     where datname = current_database() and application_name = 'cairn jobs' and query ~* '^listen|pg_listening_channels'`,
  );
  expect(listening).toHaveLength(1);
  expect(server.logged.filter(({ event }) => event === 'queue_error')).toEqual([]);
});

// No user has a higher ID, so a job that continues after it has nothing to do.
const lastUserId = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

test('a delayed job starts when it is due, although no notification is sent', async () => {
  await server.services.queue.enqueue('prune-users', { after: lastUserId }, { delaySeconds: 1 });
  const hasStarted = () =>
    server.logged.some(({ event, job }) => event === 'job_started' && job === 'prune-users');
  expect(hasStarted()).toBe(false);
  // The timeout is half the worker's own polling interval.
  await eventually(hasStarted, 'the job has started', 15_000);
});

test('queued jobs run one right after the other instead of one per poll', async () => {
  const { database, queue } = server.services;
  const jobCount = 100;
  const startedJobs = () =>
    server.logged.filter(({ event, job }) => event === 'job_started' && job === 'prune-users')
      .length;
  const before = startedJobs();
  // In one transaction, so that there is one notification.
  await database.transaction(async (transaction) => {
    for (let count = 0; count < jobCount; count += 1)
      await queue.enqueue('prune-users', { after: lastUserId }, { transaction });
  });
  // At two jobs per poll this would take 25 seconds.
  await eventually(() => startedJobs() - before === jobCount, 'all jobs have started', 15_000);
});
