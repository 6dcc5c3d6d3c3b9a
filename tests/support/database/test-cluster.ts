import pg from 'pg';
import { eventually } from '../eventually.ts';
import { runStatements, withDatabaseName } from './test-database.ts';

interface Node {
  host: string;
  port: number;
}

/** The nodes of a Citus cluster, as URLs: the coordinator first, then the workers. */
export async function listNodeUrls(coordinatorUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: coordinatorUrl });
  await client.connect();
  const { rows } = await client.query<Node>(
    'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by nodeid',
  );
  await client.end();
  const workers = rows.map(({ host, port }) => {
    const url = new URL(coordinatorUrl);
    url.hostname = host;
    url.port = String(port);
    return url.href;
  });
  return [coordinatorUrl, ...workers];
}

/** True if every node has the template. */
export async function hasTemplate(nodeUrls: readonly string[], name: string): Promise<boolean> {
  const found = await Promise.all(
    nodeUrls.map(async (url) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rowCount } = await client.query(
        'select 1 from pg_database where datname = $1 and datistemplate',
        [name],
      );
      await client.end();
      return rowCount === 1;
    }),
  );
  return found.every(Boolean);
}

/** Creates a database on every node and joins these into a cluster. Returns the coordinator's URL. */
export async function createCluster(nodeUrls: readonly string[], name: string): Promise<string> {
  for (const url of nodeUrls) await runStatements(url, [`create database ${name}`]);
  return joinCluster(nodeUrls, name);
}

/** Joins existing databases into a cluster. Returns the coordinator's URL. */
export async function joinCluster(nodeUrls: readonly string[], name: string): Promise<string> {
  const [coordinator = '', ...workers] = nodeUrls.map((url) => withDatabaseName(url, name));
  for (const url of [coordinator, ...workers]) await runStatements(url, ['create extension citus']);
  const address = (url: string) => `'${new URL(url).hostname}', ${new URL(url).port}`;
  await runStatements(coordinator, [
    `select citus_set_coordinator_host(${address(coordinator)})`,
    ...workers.map((url) => `select citus_add_node(${address(url)})`),
    // Few shards, because every test file gets a copy of all of them.
    `alter database ${name} set citus.shard_count = 4`,
  ]);
  return coordinator;
}

/** Turns a cluster's databases into templates: no connections are allowed, and the maintenance daemons end. */
export async function closeTemplate(nodeUrls: readonly string[], name: string): Promise<void> {
  for (const url of nodeUrls) {
    await runStatements(url, [
      `alter database ${name} with allow_connections false is_template true`,
    ]);
    await eventually(async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rowCount } = await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [name],
      );
      await client.end();
      return rowCount === 0;
    }, `nothing uses ${name} anymore`);
  }
}
