import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../apps/server/src/platform/migrate.ts';
import { connectQueues } from '../../apps/server/src/platform/queue.ts';
import { startDatabase } from '../../tools/database/start-database.ts';
import { databaseNamed } from './test-database.ts';

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
  const template = databaseNamed(database.url, 'cairn_template');
  await migrate(template);
  await (await connectQueues(template)).close();
  project.provide('databaseUrl', database.url);
  return database.stop;
}
