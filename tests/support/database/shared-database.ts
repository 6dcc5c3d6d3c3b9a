import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../../apps/server/src/platform/database/migrate.ts';
import { connectQueueRestorer } from '../../../apps/server/src/platform/jobs/queue.ts';
import { startDatabase } from '../../../tools/database/start-database.ts';
import { withDatabaseName } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
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
  return database.stop;
}
