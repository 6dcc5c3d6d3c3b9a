import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { LogFile } from '../product/log-file.ts';
import { accessibleBinaries, packagedBinaries } from './binaries.ts';
import { checkVersion, createCluster, readOrCreatePassword, replacePassword } from './cluster.ts';
import { DatabaseError } from './database-error.ts';
import { type DatabaseFolder, openDatabaseFolder } from './database-folder.ts';
import { databaseUrl } from './database-url.ts';
import { DiskGuard } from './disk-guard.ts';
import { readPidFile, stopOrphans, stopPostmaster } from './postmaster.ts';
import { postgresSettings } from './settings.ts';
import { createSocketFolder } from './socket-folder.ts';
import type { DatabaseEvent, SupervisorOptions } from './supervisor-protocol.ts';

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
let stopRequested = false;
const requestStop = () => {
  stopRequested = true;
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
  const { binaries, copied } = accessibleBinaries(user, packaged, options.sharedFolder);
  if (copied)
    report({
      event: 'progress',
      text: `Copied PostgreSQL to ${binaries} for the user ${user.name}`,
    });
  const { password, created } = readOrCreatePassword(options.dataDir);
  if (!existsSync(data)) {
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
    if (created) await replacePassword(folder, binaries, password);
  }
  if (stopRequested) return;
  const url = databaseUrl(socketFolder, password);
  mkdirSync(socketFolder, { recursive: true });
  const args = ['-D', data, ...postgresSettings(socketFolder, options.nonDurable)];
  await runPostmaster(options, folder, { postgres: join(binaries, 'bin', 'postgres'), args, url });
}

/** Starts PostgreSQL, reports that it is ready, and runs it until it is stopped or ends. */
async function runPostmaster(
  options: SupervisorOptions,
  folder: DatabaseFolder,
  { postgres, args, url }: { postgres: string; args: readonly string[]; url: string },
): Promise<void> {
  const log = new LogFile(join(options.dataDir, 'postgres.log'), logLimits);
  const guard = new DiskGuard({
    folder: folder.path,
    data: folder.data,
    onChange: (text) => report({ event: 'progress', text }),
  });
  if (!options.nonDurable) guard.prepare();
  const child = await startPostmaster(postgres, args, folder, log);
  const stopWatching = options.nonDurable ? () => {} : guard.watch(() => child.kill('SIGHUP'));
  const watchdog = startWatchdog(child, folder);
  report({ event: 'ready', url, pid: child.pid ?? 0 });
  try {
    await runUntilStopped(child, log);
  } finally {
    stopWatching();
    await stopWatchdog(watchdog);
  }
}

/**
 * Starts a process that stops the postmaster if this supervisor is killed with SIGKILL and can't do so
 * itself. It is a shell that waits for its standard input to close, which happens when we end.
 */
function startWatchdog(postmaster: ChildProcess, folder: DatabaseFolder): ChildProcess {
  const script = 'read _; kill -INT "$1"';
  const watchdog = spawn('/bin/sh', ['-c', script, 'cairn-watchdog', String(postmaster.pid)], {
    ...(folder.user.ids ?? {}),
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.stdin?.on('error', () => {});
  return watchdog;
}

/** Waits until it has ended, so that no zombie remains in a container without an init process. */
async function stopWatchdog(watchdog: ChildProcess): Promise<void> {
  if (watchdog.exitCode !== null || watchdog.signalCode !== null) return;
  const exited = once(watchdog, 'exit');
  watchdog.kill('SIGKILL');
  await exited;
}

/**
 * Starts PostgreSQL and waits until it accepts connections. Backends of a killed postmaster may still be
 * exiting. PostgreSQL refuses to start until they have, so the start is retried.
 */
async function startPostmaster(
  postgres: string,
  args: readonly string[],
  folder: DatabaseFolder,
  log: LogFile,
): Promise<ChildProcess> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const child = spawn(postgres, args, {
      ...(folder.user.ids ?? {}),
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '/usr/bin:/bin' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => log.write(chunk.toString()));
    }
    if (await waitUntilReady(child, folder.data)) return child;
    const busy = /shared memory block .*still in use/.test(log.lastLines());
    if (!busy || Date.now() > deadline || stopRequested) {
      throw new DatabaseError(`PostgreSQL did not start:\n${log.lastLines()}`);
    }
    await delay(200);
  }
}

/** Polls the status in postmaster.pid, as pg_ctl does. Returns false if PostgreSQL exits first. */
async function waitUntilReady(child: ChildProcess, data: string): Promise<boolean> {
  let exited = false;
  child.once('close', () => {
    exited = true;
  });
  child.once('error', () => {
    exited = true;
  });
  while (!exited) {
    const pidFile = readPidFile(data);
    if (pidFile?.pid === child.pid && pidFile?.status === 'ready') return true;
    await delay(20);
  }
  return false;
}

async function runUntilStopped(child: ChildProcess, log: LogFile): Promise<void> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await Promise.race([closed, stopRequest.promise]);
  if (!stopRequested) {
    throw new DatabaseError(`The database ended unexpectedly. Its last lines:\n${log.lastLines()}`);
  }
  if (child.pid !== undefined && child.exitCode === null) await stopPostmaster(child.pid);
  await closed;
}

function readPackageVersion(binaries: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(binaries, '..', 'package.json'), 'utf8'));
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return hasVersion ? String(manifest.version) : '';
}
