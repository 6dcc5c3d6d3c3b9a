import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LogFile } from '../product/log-file.ts';
import { Archiving } from './archive/archiving.ts';
import { readArchivingState, writeArchivingState } from './archive/archiving-state.ts';
import { accessibleBinaries, packagedBinaries, readPackageVersion } from './binaries.ts';
import {
  allowBaseBackups,
  checkVersion,
  createCluster,
  readOrCreatePassword,
  replacePassword,
} from './cluster.ts';
import { DatabaseError } from './database-error.ts';
import { type DatabaseFolder, openDatabaseFolder } from './database-folder.ts';
import { databaseUrl } from './database-url.ts';
import { DiskGuard, makeRoom } from './disk-guard.ts';
import { stopOrphans, stopPostmaster } from './postmaster.ts';
import { archiveSettings, postgresSettings } from './settings.ts';
import { createSocketFolder } from './socket-folder.ts';
import { startPostmaster } from './start-postmaster.ts';
import type { DatabaseEvent, SupervisorOptions } from './supervisor-protocol.ts';
import { startWatchdog, stopWatchdog } from './watchdog.ts';

/**
 * The supervisor of one embedded PostgreSQL: prepares it, starts it, and stops it when the parent process
 * ends. If the parent is killed, the pipe on standard input closes, which also stops PostgreSQL.
 * Progress is reported as one JSON object per line; see supervisor-protocol.ts.
 */

/** PostgreSQL logs little, and a month of its log helps to explain a failure. */
const logLimits = { maxBytes: 2_000_000, maxHours: 30 * 24, files: 2 };

const report = (event: DatabaseEvent) => process.stdout.write(`${JSON.stringify(event)}\n`);
// If the parent has ended, writing fails. PostgreSQL must still be stopped.
process.stdout.on('error', () => {});

const stopRequest = Promise.withResolvers<void>();
let isStopRequested = false;
const requestStop = () => {
  isStopRequested = true;
  stopRequest.resolve();
};
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, requestStop);

const lines = createInterface({ input: process.stdin });
lines.once('line', (line) => {
  // Written by start-database.ts, which uses the same type.
  const options = JSON.parse(line) as SupervisorOptions;
  supervise(options).then(
    () => process.exit(0),
    (error: unknown) => {
      const isExpected = error instanceof DatabaseError;
      report({ event: 'failed', text: isExpected ? error.message : String(error) });
      if (!isExpected) console.error(error);
      process.exit(1);
    },
  );
});
lines.once('close', requestStop);

async function supervise(options: SupervisorOptions): Promise<void> {
  const folder = openDatabaseFolder(options.dataDir, options.osUsers, options.sharedFolder);
  makeRoom(folder.path);
  const socketFolder = createSocketFolder(folder.path, folder.user);
  try {
    await prepareAndRun(options, folder, socketFolder);
  } finally {
    rmSync(socketFolder, { recursive: true, force: true });
    folder.release();
    if (options.throwaway) {
      rmSync(options.dataDir, { recursive: true, force: true });
      rmSync(folder.path, { recursive: true, force: true });
    }
  }
}

async function prepareAndRun(
  options: SupervisorOptions,
  folder: DatabaseFolder,
  socketFolder: string,
): Promise<void> {
  const { user, data } = folder;
  const packaged = packagedBinaries();
  const { binaries, isNewCopy } = accessibleBinaries(user, packaged, options.sharedFolder);
  if (isNewCopy)
    report({
      event: 'progress',
      text: `Copied PostgreSQL to ${binaries} for the user ${user.name}`,
    });
  const { password, isNewPassword } = readOrCreatePassword(options.dataDir);
  const settings = options.archive === null ? {} : archiveSettings(options.archive.maxSeconds);
  const isNew = !existsSync(data);
  if (isNew) {
    report({ event: 'progress', text: 'Creating the database' });
    await createCluster(folder, binaries, password, options.nonDurable);
  } else {
    checkVersion(data, readPackageVersion(packaged));
    if (await stopOrphans(data)) {
      report({
        event: 'progress',
        text: 'Stopped a database that was still running from an earlier start',
      });
    }
  }
  await prepareArchiving(folder, binaries, settings);
  if (isNewPassword && !isNew) await replacePassword(folder, binaries, password, settings);
  if (isStopRequested) return;
  const url = databaseUrl(socketFolder, password);
  mkdirSync(socketFolder, { recursive: true });
  const args = postgresSettings(socketFolder, {
    nonDurable: options.nonDurable,
    changes: settings,
  });
  await runPostmaster(options, folder, { postgres: join(binaries, 'bin', 'postgres'), args, url });
}

/** Without an archive (empty settings), records that later changes are missing from an earlier archive. */
async function prepareArchiving(
  folder: DatabaseFolder,
  binaries: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const state = readArchivingState(folder.data);
  const isArchived = Object.keys(settings).length > 0;
  if (isArchived && state === 'none') await allowBaseBackups(folder, binaries, settings);
  if (isArchived ? state === 'none' : state === 'continuous')
    writeArchivingState(folder.data, 'prepared');
}

/** Starts PostgreSQL, reports that it is ready, and runs it until it is stopped or ends. */
async function runPostmaster(
  options: SupervisorOptions,
  folder: DatabaseFolder,
  { postgres, args, url }: { postgres: string; args: readonly string[]; url: string },
): Promise<void> {
  const log = new LogFile(join(options.dataDir, 'postgres.log'), logLimits);
  const onChange = (text: string) => report({ event: 'progress', text });
  const guard = new DiskGuard({ folder: folder.path, data: folder.data, onChange });
  if (!options.nonDurable) guard.prepare();
  const archiving =
    options.archive === null ? null : new Archiving(folder, options.archive, onChange);
  try {
    const program = { postgres, args, environment: archiving?.requests.environment ?? {} };
    const child = await startPostmaster(program, folder, {
      log,
      isStopping: () => isStopRequested,
    });
    const stopWatching = options.nonDurable ? () => {} : guard.watch(() => child.kill('SIGHUP'));
    const watchdog = startWatchdog(child, folder.user, archiving?.requests.folder);
    report({ event: 'ready', url, pid: child.pid ?? 0 });
    if (archiving !== null) {
      archiving.start(url);
      // PostgreSQL's checkpointer begins a new file of the log in time, but it may sleep for up to five minutes after the
      // start. A reload wakes it.
      child.kill('SIGHUP');
    }
    try {
      await runUntilStopped(child, log, archiving);
    } finally {
      stopWatching();
      await stopWatchdog(watchdog);
    }
  } finally {
    await archiving?.stop();
  }
}

async function runUntilStopped(
  child: ChildProcess,
  log: LogFile,
  archiving: Archiving | null,
): Promise<void> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await Promise.race([closed, stopRequest.promise]);
  if (!isStopRequested) {
    throw new DatabaseError(
      `The database ended unexpectedly. Its last lines of output:\n${log.lastLines()}`,
    );
  }
  await archiving?.stopBaseBackups();
  if (child.pid !== undefined && child.exitCode === null) await stopPostmaster(child.pid);
  await closed;
}
