import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseOsUser, type OsUser, unprivilegedUsers } from '../../../tools/database/os-user.ts';
import { readPidFile } from '../../../tools/database/postmaster.ts';
import { freePort } from '../../../tools/product/free-port.ts';
import { childrenOf, sendSignal } from '../../crash/stack/process-tree.ts';
import { eventually } from '../eventually.ts';
import { findProgram } from './required-program.ts';
import type { DatabaseNode } from './start-haproxy.ts';

const deployed = fileURLToPath(new URL('../../../deploy/patroni.yml', import.meta.url));

/** The password of PostgreSQL's superuser, `postgres`. */
export const superuserPassword = 'superuser';

/** One PostgreSQL with its Patroni. */
export interface ClusterNode extends DatabaseNode {
  name: string;
  /** Freezes the processes that send changes to the standby. */
  freezeReplication(): void;
  /** Kills Patroni and every process of its PostgreSQL, as when the machine loses power. */
  lose(): Promise<void>;
  /** Starts the node again, with its data. */
  start(): void;
}

/** Two PostgreSQL servers with synchronous replication, managed by Patroni and etcd. */
export interface DatabaseCluster {
  nodes: readonly [ClusterNode, ClusterNode];
  /** Waits until there is a primary with a synchronous standby. Returns the primary. */
  waitForStandby(): Promise<ClusterNode>;
  stop(): Promise<void>;
}

/** Starts etcd and two nodes with `deploy/patroni.yml` on this machine, and waits until they replicate. */
export async function startDatabaseCluster(): Promise<DatabaseCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-cluster-'));
  const user = chooseOsUser(null, unprivilegedUsers);
  changeOwner(folder, user);
  const etcd = await startEtcd(folder, user);
  const nodes = [
    await createNode('db1', folder, user, etcd.port),
    await createNode('db2', folder, user, etcd.port),
  ] as const;
  for (const node of nodes) node.start();
  const cluster: DatabaseCluster = {
    nodes,
    waitForStandby: () =>
      eventually(() => findReplicatingPrimary(nodes), 'the databases replicate', 180_000),
    async stop() {
      for (const node of nodes) await node.lose();
      await etcd.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await cluster.waitForStandby().catch(async (error: unknown) => {
    await cluster.stop();
    throw error;
  });
  return cluster;
}

function changeOwner(path: string, { ids }: OsUser): void {
  if (ids !== null) chownSync(path, ids.uid, ids.gid);
}

async function startEtcd(folder: string, user: OsUser) {
  const [port, peerPort] = [await freePort(), await freePort()];
  const [clients, peers] = [port, peerPort].map((each) => `http://127.0.0.1:${each}`);
  const settings = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `default=${peers}`,
  };
  const child = spawn(
    findProgram('etcd') ?? 'etcd',
    Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
    { ...(user.ids ?? {}), cwd: folder, stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  await eventually(
    () =>
      fetch(`${clients}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'etcd is healthy',
  );
  return {
    port,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function createNode(
  name: string,
  folder: string,
  user: OsUser,
  etcdPort: number,
): Promise<ClusterNode> {
  const [port, patroniPort] = [await freePort(), await freePort()];
  const home = join(folder, name);
  mkdirSync(home);
  changeOwner(home, user);
  // A copy that the user can read.
  const settings = join(home, 'patroni.yml');
  copyFileSync(deployed, settings);
  const data = join(home, 'data');
  let patroni: ChildProcess | undefined;
  return {
    name,
    port,
    patroniPort,
    start() {
      patroni = spawn(findProgram('patroni') ?? 'patroni', [settings], {
        ...(user.ids ?? {}),
        cwd: home,
        stdio: 'ignore',
        env: {
          PATH: process.env.PATH,
          HOME: home,
          PATRONI_NAME: name,
          PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}`,
          PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroniPort}`,
          PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${patroniPort}`,
          PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
          PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
          PATRONI_POSTGRESQL_DATA_DIR: data,
          PATRONI_POSTGRESQL_BIN_DIR: dirname(findProgram('postgres') ?? ''),
          PATRONI_POSTGRESQL_PGPASS: join(home, 'pgpass'),
          PATRONI_SUPERUSER_PASSWORD: superuserPassword,
          PATRONI_REPLICATION_PASSWORD: 'replicator',
          PATRONI_REWIND_PASSWORD: 'rewind',
        },
      });
    },
    freezeReplication() {
      for (const pid of childrenOf(readPidFile(data)?.pid ?? 0))
        if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walsender'))
          sendSignal(pid, 'SIGSTOP');
    },
    async lose() {
      if (patroni?.pid === undefined) return;
      const ended = once(patroni, 'exit');
      patroni.kill('SIGKILL');
      await ended;
      patroni = undefined;
      killPostgres(data);
    },
  };
}

/** Kills the postmaster and all its processes, which would otherwise finish what they are doing. */
function killPostgres(data: string): void {
  const postmaster = readPidFile(data)?.pid;
  if (postmaster === undefined) return;
  const children = childrenOf(postmaster);
  for (const pid of [postmaster, ...children]) sendSignal(pid, 'SIGKILL');
}

/** A part of the response of Patroni's GET /cluster (https://patroni.readthedocs.io/en/latest/rest_api.html). */
interface ClusterState {
  members: { name: string; role: string; state: string }[];
}

/** Returns the primary if it has a synchronous standby that follows it. */
async function findReplicatingPrimary(
  nodes: readonly ClusterNode[],
): Promise<ClusterNode | undefined> {
  for (const { patroniPort } of nodes) {
    const response = await fetch(`http://127.0.0.1:${patroniPort}/cluster`).catch(() => undefined);
    if (!response?.ok) continue;
    const { members } = (await response.json()) as ClusterState;
    const standby = members.find(
      ({ role, state }) => role === 'sync_standby' && state !== 'stopped',
    );
    const leader = members.find(({ role, state }) => role === 'leader' && state === 'running');
    if (standby !== undefined && leader !== undefined)
      return nodes.find(({ name }) => name === leader.name);
  }
  return undefined;
}
