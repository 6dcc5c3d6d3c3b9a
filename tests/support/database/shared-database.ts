import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../../apps/server/src/platform/database/migrate.ts';
import { connectQueueRestorer } from '../../../apps/server/src/platform/jobs/queue.ts';
import { startDatabase } from '../../../tools/database/start-database.ts';
import { startPgbouncer } from '../machines/start-pgbouncer.ts';
import { withDatabaseName } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    /** The pooler in front of the same PostgreSQL; null if servers connect directly. */
    pooler: { url: string; supportsPreparedStatements: boolean } | null;
  }
}

/**
 * Starts a throwaway PostgreSQL for a test run, with a template database that is migrated and has the job
 * queues.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startDatabase({ throwaway: true });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('create database cairn_template');
  await client.end();
  const template = withDatabaseName(database.url, 'cairn_template');
  await migrate(template);
  await (await connectQueueRestorer(template)).close();
  project.provide('databaseUrl', database.url);
  const pooler = process.env.CAIRN_TEST_POOLER === '1' ? await startPgbouncer(database.url) : null;
  project.provide(
    'pooler',
    pooler && {
      url: pooler.urlOf(database.url),
      supportsPreparedStatements: pooler.supportsPreparedStatements,
    },
  );
  return async () => {
    await pooler?.stop();
    await database.stop();
  };
}
