import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryDatabase } from '../../../../../tests/support/database/database-queries.ts';
import { queryDirectly } from '../../../../../tests/support/database/direct-connection.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { jobNames, queueOptions } from './job-kinds.ts';
import { deleteFinished } from './queue-upkeep.queries.ts';
import { deleteFinishedJobs } from './queue-upkeep.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const database = {
  executeSql: (text: string, values?: unknown[]) =>
    queryDirectly(server.database.url, text, values),
};
const completedCount = 50_000;

/** Stores completed jobs, spread over the names. `secondsAgo`: when they were completed. */
const storeCompleted = (count: number, secondsAgo: number) =>
  queryDatabase(
    server,
    `insert into pgboss.job (name, state, policy, singleton_key, data, created_on, started_on, completed_on)
     select ($1::text[])[1 + n % cardinality($1::text[])], 'completed', 'short', gen_random_uuid()::text, '{}',
       ended, ended, ended
     from generate_series(1, $2) n, lateral (select now() - make_interval(secs => $3) as ended) times`,
    [jobNames, count, secondsAgo],
  );
const countCompleted = async () =>
  (await queryDatabase(server, `select 1 from pgboss.job where completed_on is not null`)).length;

test('the upkeep of the queue reads none of the completed jobs', async () => {
  /** The rows of the queue that were read so far, by scans of the table and of its indexes. */
  const countReadRows = async () => {
    const [row] = await queryDatabase<{ scanned: number; looked_up: number }>(
      server,
      `select
        (select sum(seq_tup_read) from pg_stat_user_tables where relname like 'job%')::int as scanned,
        (select sum(idx_tup_read) from pg_stat_user_indexes where relname like 'job%')::int as looked_up`,
    );
    return row ?? { scanned: 0, looked_up: 0 };
  };
  const readLastPass = async () =>
    (
      await queryDatabase<{ last: string }>(
        server,
        `select max(monitor_claim_on)::text as last from pgboss.queue`,
      )
    )[0]?.last;
  const waitForPass = async () => {
    const before = await readLastPass();
    await eventually(async () => (await readLastPass()) !== before, 'upkeep has run', 15_000);
  };
  // Otherwise, pg-boss's own deletion, which runs once a day, would be due at the first start.
  await queryDatabase(server, 'update pgboss.queue set maintain_on = now()');
  await waitForPass();
  await storeCompleted(completedCount, 0);
  await queryDatabase(server, 'analyze pgboss.job');
  const before = await countReadRows();
  // PostgreSQL may not report the rows that one pass has read until the next pass runs.
  for (let pass = 0; pass < 2; pass += 1) await waitForPass();
  const after = await countReadRows();
  expect(after.scanned - before.scanned).toBe(0);
  expect(after.looked_up - before.looked_up).toBeLessThan(completedCount / 10);
});

test('the finished jobs to delete are found through an index', async () => {
  await database.executeSql('begin');
  const { rows } = await database.executeSql(
    `explain (format json) ${deleteFinished
      .replaceAll('$1', `'sync-item'`)
      .replace('$2', '600')
      .replace('$3', '1000')}`,
  );
  await database.executeSql('rollback');
  const plan = JSON.stringify(rows);
  expect(plan).not.toContain('Seq Scan');
  expect(plan).toMatch(/"Index Cond":"[^"]*completed_on/);
});

test('jobs that finished more than ten minutes ago are deleted, and no others', async () => {
  for (const name of jobNames)
    expect(queueOptions(name).deleteAfterSeconds).toBeLessThanOrEqual(600);
  await queryDatabase(server, `delete from pgboss.job where state = 'completed'`);
  await storeCompleted(2_500, 601);
  await storeCompleted(30, 0);
  await server.services.queue.enqueue('prune-users', { after: '' }, { delaySeconds: 600 });
  const before = await countCompleted();
  await deleteFinishedJobs(database);
  expect(before - (await countCompleted())).toBe(2_500);
  const waiting = `select 1 from pgboss.job where name = 'prune-users' and state = 'created'`;
  expect(await queryDatabase(server, waiting)).toHaveLength(1);
});
