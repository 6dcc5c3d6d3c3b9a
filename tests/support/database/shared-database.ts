import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../../apps/server/src/platform/database/migrate.ts';
import { connectQueueRestorer } from '../../../apps/server/src/platform/jobs/queue.ts';
import { startDatabase } from '../../../tools/database/start-database.ts';
import { startPgbouncer } from '../machines/start-pgbouncer.ts';
import { closeTemplate, createCluster, hasTemplate, listNodeUrls } from './test-cluster.ts';
import { runStatements, withDatabaseName } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL, or the coordinator of a Citus cluster. */
    databaseUrl: string;
    /** The pooler in front of the same PostgreSQL; null if servers connect directly. */
    pooler: { url: string; supportsPreparedStatements: boolean } | null;
    /** The same PostgreSQL, or every node of the cluster, the coordinator first. */
    nodeUrls: string[];
    /** The migrated database that every test database is a copy of. */
    templateName: string;
  }
}

/**
 * Starts a throwaway PostgreSQL for a test run, with a template database that is migrated and has the job
 * queues.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = process.env.TEST_CLUSTER_URL;
  if (cluster !== undefined) return setUpCluster(project, cluster);
  const database = await startDatabase({ throwaway: true });
  const name = 'cairn_template';
  await runStatements(database.url, [`create database ${name}`]);
  await prepareTemplate(withDatabaseName(database.url, name));
  project.provide('databaseUrl', database.url);
  const pooler = process.env.CAIRN_TEST_POOLER === '1' ? await startPgbouncer(database.url) : null;
  project.provide(
    'pooler',
    pooler && {
      url: pooler.urlOf(database.url),
      supportsPreparedStatements: pooler.supportsPreparedStatements,
    },
  );
  project.provide('nodeUrls', [database.url]);
  project.provide('templateName', name);
  return async () => {
    await pooler?.stop();
    await database.stop();
  };
}

/** Uses a cluster that was started before. Its template is kept for the next run with the same schema. */
async function setUpCluster(project: TestProject, url: string): Promise<() => Promise<void>> {
  const nodeUrls = await listNodeUrls(url);
  const name = `cairn_template_${hashSchema()}`;
  if (!(await hasTemplate(nodeUrls, name))) {
    await prepareTemplate(await createCluster(nodeUrls, name));
    await closeTemplate(nodeUrls, name);
  }
  project.provide('databaseUrl', url);
  project.provide('pooler', null);
  project.provide('nodeUrls', nodeUrls);
  project.provide('templateName', name);
  return async () => undefined;
}

/** A hash of everything that the schema is made of. */
function hashSchema(): string {
  const hash = createHash('sha256');
  const files = globSync([
    'apps/server/migrations/*.sql',
    'apps/server/src/platform/database/*.ts',
  ]);
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

async function prepareTemplate(url: string): Promise<void> {
  await migrate(url);
  await (await connectQueueRestorer(url)).close();
}
