import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { startTestServer, type TestServer } from '../../../../tests/support/test-server.ts';
import { askDatabase } from '../../../../tests/support/user-rows.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('every kind of work announces itself, and the process listens: no job waits for a look', async () => {
  const silent = await askDatabase(
    server,
    `select name from pgboss.queue where not notify and name not like '\\_\\_pgboss%'`,
  );
  expect(silent).toEqual([]);
  const listening = await askDatabase(
    server,
    `select 1 from pg_stat_activity
     where datname = current_database() and application_name = 'cairn jobs' and query ~* '^listen|pg_listening_channels'`,
  );
  expect(listening).toHaveLength(1);
  expect(server.logged.filter(({ event }) => event === 'queue_error')).toEqual([]);
});

// A job of this kind finds nobody after this id, and ends.
const nobody = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

test('work for later begins when its time has come, though nothing announces that', async () => {
  await server.services.queue.enqueue('clean-users', { after: nobody }, { after: 1 });
  const begun = () =>
    server.logged.some(({ event, job }) => event === 'job_started' && job === 'clean-users');
  expect(begun()).toBe(false);
  // Half the time after which a worker looks by itself.
  await eventually(begun, 'it has begun', 15_000);
});

test('what has queued up is done one right after the other, and not one per look', async () => {
  const { database, queue } = server.services;
  const wanted = 100;
  const done = () =>
    server.logged.filter(({ event, job }) => event === 'job_started' && job === 'clean-users')
      .length;
  const before = done();
  // All at once, so that they are announced once.
  await database.transaction(async (transaction) => {
    for (let count = 0; count < wanted; count += 1)
      await queue.enqueue('clean-users', { after: nobody }, { transaction });
  });
  // With two per look they would take 25 seconds.
  await eventually(() => done() - before === wanted, 'all are done', 15_000);
});
