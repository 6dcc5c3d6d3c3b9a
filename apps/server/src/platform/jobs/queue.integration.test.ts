import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryDatabase } from '../../../../../tests/support/database/database-queries.ts';
import { createTestDatabase } from '../../../../../tests/support/database/test-database.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { newId } from '../identifiers.ts';
import { createLogger } from '../log.ts';
import { type JobName, type Jobs, jobConcurrency, jobNames } from './job-kinds.ts';
import { createQueue } from './queue.ts';

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

// No user has a higher ID, so a job that continues after this ID has nothing to do.
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
  const countStartedJobs = () =>
    server.logged.filter(({ event, job }) => event === 'job_started' && job === 'prune-users')
      .length;
  const before = countStartedJobs();
  // In one transaction, so that there is one notification.
  await database.transaction(async (transaction) => {
    for (let count = 0; count < jobCount; count += 1)
      await queue.enqueue('prune-users', { after: lastUserId }, { transaction });
  });
  // At two jobs per poll this would take 25 seconds.
  await eventually(() => countStartedJobs() - before === jobCount, 'all jobs have started', 15_000);
});

describe('with more syncs of one institution than may run at once', () => {
  const { total, perGroup = 0 } = jobConcurrency('sync-item');
  const running = new Map<string, number>();
  const finish = Promise.withResolvers<void>();
  let stop = async () => {};

  beforeAll(async () => {
    const database = await createTestDatabase();
    const queue = createQueue(database.url, createLogger('silent'), {
      ownsSchema: true,
      runsJobs: true,
    });
    // Payloads are not checked, so the user's ID serves as the name of the institution.
    const runSync = async ({ userId: institution }: Jobs['sync-item']) => {
      running.set(institution, (running.get(institution) ?? 0) + 1);
      await finish.promise;
    };
    const noWork = Object.fromEntries(jobNames.map((name) => [name, async () => {}])) as {
      [N in JobName]: () => Promise<void>;
    };
    await queue.start({ ...noWork, 'sync-item': runSync });
    stop = async () => {
      finish.resolve();
      await queue.stop();
      await database.drop();
    };
    const enqueue = (institution: string) =>
      queue.enqueue('sync-item', { userId: institution, itemId: newId() }, { group: institution });
    for (let count = 0; count < total; count += 1) await enqueue('slow');
    for (let count = 0; count < 10; count += 1) await enqueue('fast');
  });
  afterAll(() => stop());

  test('syncs of other institutions start immediately', async () => {
    await eventually(() => running.get('fast') === 10, 'all syncs of the other institution run');
    expect(running.get('slow')).toBeGreaterThanOrEqual(perGroup);
    expect(running.get('slow')).toBeLessThan(total);
  });
});
