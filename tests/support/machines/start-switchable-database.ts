import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessibleBinaries, packagedBinaries } from '../../../tools/database/binaries.ts';
import { createCluster } from '../../../tools/database/cluster.ts';
import {
  type DatabaseFolder,
  openDatabaseFolder,
} from '../../../tools/database/database-folder.ts';
import { databaseUrl } from '../../../tools/database/database-url.ts';
import { unprivilegedUsers } from '../../../tools/database/os-user.ts';
import { readPidFile, stopPostmaster } from '../../../tools/database/postmaster.ts';
import { createSocketFolder } from '../../../tools/database/socket-folder.ts';
import { createThrowawayFolder } from '../../../tools/product/throwaway-folder.ts';
import { eventually } from '../eventually.ts';

/** A PostgreSQL that can become a standby and a primary again, at one address, as seen through a load balancer. */
export interface SwitchableDatabase {
  url: string;
  /** Restarts the database as a standby, which can only be read. */
  demote(): Promise<void>;
  /** Makes the standby a primary without a restart. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const sharedFolder = '/var/lib/cairn';

/** Starts an empty PostgreSQL with the packaged binaries. The standby replicates no other database. */
export async function startSwitchableDatabase(): Promise<SwitchableDatabase> {
  const dataDir = createThrowawayFolder();
  const folder = openDatabaseFolder(dataDir, unprivilegedUsers, sharedFolder);
  const { binaries } = accessibleBinaries(folder.user, packagedBinaries(), sharedFolder);
  const password = 'switchable';
  await createCluster(folder, binaries, password, true);
  const socketFolder = createSocketFolder(folder.path, folder.user);
  const start = () => startPostmaster(folder, join(binaries, 'bin', 'postgres'), socketFolder);
  let postmaster = await start();
  const stop = async () => {
    const ended = once(postmaster, 'exit');
    if (postmaster.pid !== undefined) await stopPostmaster(postmaster.pid);
    await ended;
  };
  const createSignalFile = (name: string) => {
    const path = join(folder.data, name);
    writeFileSync(path, '');
    if (folder.user.ids !== null) chownSync(path, folder.user.ids.uid, folder.user.ids.gid);
  };
  return {
    url: databaseUrl(socketFolder, password),
    async demote() {
      await stop();
      createSignalFile('standby.signal');
      postmaster = await start();
    },
    async promote() {
      // As `pg_ctl promote` does.
      createSignalFile('promote');
      postmaster.kill('SIGUSR1');
      await waitForStatus(folder.data, 'ready');
    },
    async stop() {
      await stop();
      folder.release();
      for (const path of [socketFolder, folder.path, dataDir])
        rmSync(path, { recursive: true, force: true });
    },
  };
}

async function startPostmaster(
  folder: DatabaseFolder,
  postgres: string,
  socketFolder: string,
): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    wal_level: 'replica',
    hot_standby: 'on',
    fsync: 'off',
    timezone: 'UTC',
  };
  const child = spawn(
    postgres,
    [
      '-D',
      folder.data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...(folder.user.ids ?? {}), cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, stdio: 'ignore' },
  );
  await waitForStatus(folder.data, 'ready', 'standby');
  return child;
}

/** Waits for one of the statuses that PostgreSQL writes to `postmaster.pid`. */
async function waitForStatus(data: string, ...statuses: string[]): Promise<void> {
  await eventually(
    () => statuses.includes(readPidFile(data)?.status ?? ''),
    `PostgreSQL is ${statuses.join(' or ')}`,
  );
}
