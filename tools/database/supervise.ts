import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { packagedBinaries, reachableBinaries } from './binaries.ts';
import { checkVersion, makeCluster, readOrMakePassword, replacePassword } from './cluster.ts';
import { DatabaseError } from './database-error.ts';
import { databaseUrl } from './database-url.ts';
import { LogFile } from './log-file.ts';
import { type Place, takePlace } from './place.ts';
import { endLeftover, endPostmaster, readPidFile } from './postmaster.ts';
import { postgresSettings } from './settings.ts';
import { makeSocketFolder } from './socket-folder.ts';
import type { DatabaseEvent, SupervisorOptions } from './supervisor-protocol.ts';

/**
 * The process that looks after one embedded PostgreSQL: prepares it, starts it, and ends it when
 * whoever started this process ends, however that ends: the pipe on standard input closes then.
 * It says what happens as one JSON object a line; see supervisor-protocol.ts.
 */

const say = (event: DatabaseEvent) => process.stdout.write(`${JSON.stringify(event)}\n`);
// The reader may be gone already; that is no reason to leave PostgreSQL behind.
process.stdout.on('error', () => {});

let ending: (() => void) | null = null;
let wanted = true;
const end = () => {
  wanted = false;
  ending?.();
};
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, end);

const lines = createInterface({ input: process.stdin });
lines.once('line', (line) => {
  // Written by start-database.ts, which is typed by the same interface.
  const options = JSON.parse(line) as SupervisorOptions;
  supervise(options).then(
    () => process.exit(0),
    (error: unknown) => {
      const known = error instanceof DatabaseError;
      say({ event: 'failed', text: known ? error.message : String(error) });
      if (!known) console.error(error);
      process.exit(1);
    },
  );
});
lines.once('close', end);

async function supervise(options: SupervisorOptions): Promise<void> {
  const place = takePlace(options.dataDir, options.osUsers, options.sharedFolder);
  const socketFolder = makeSocketFolder(place.folder, place.user);
  try {
    await prepareAndRun(options, place, socketFolder);
  } finally {
    rmSync(socketFolder, { recursive: true, force: true });
    place.release();
    if (options.throwaway) {
      rmSync(options.dataDir, { recursive: true, force: true });
      rmSync(place.folder, { recursive: true, force: true });
    }
  }
}

async function prepareAndRun(
  options: SupervisorOptions,
  place: Place,
  socketFolder: string,
): Promise<void> {
  const { user, data } = place;
  const packaged = packagedBinaries();
  const { binaries, copied } = reachableBinaries(user, packaged, options.sharedFolder);
  if (copied) say({ event: 'progress', text: `PostgreSQL copied to ${binaries} for ${user.name}` });
  const { password, fresh } = readOrMakePassword(options.dataDir);
  if (!existsSync(data)) {
    say({ event: 'progress', text: 'Creating the database' });
    await makeCluster(place, binaries, password, options.forgetful);
  } else {
    checkVersion(data, readPackageVersion(packaged));
    if (await endLeftover(data)) {
      say({ event: 'progress', text: 'Ended a database that an earlier start had left' });
    }
    if (fresh) await replacePassword(place, binaries, password);
  }
  if (!wanted) return;
  const log = new LogFile(join(options.dataDir, 'postgres.log'));
  const postgres = join(binaries, 'bin', 'postgres');
  const args = ['-D', data, ...postgresSettings(socketFolder, options.forgetful)];
  mkdirSync(socketFolder, { recursive: true });
  const child = await startPostmaster(postgres, args, place, log);
  const guard = startGuard(child, place);
  const url = databaseUrl(socketFolder, password);
  say({ event: 'ready', url, pid: child.pid ?? 0 });
  try {
    await runUntilEnd(child, log);
  } finally {
    await endGuard(guard);
  }
}

/**
 * Ends the postmaster should this process be killed with no chance to do so: a shell that waits
 * for its standard input to close, which happens when we are gone.
 */
function startGuard(postmaster: ChildProcess, place: Place): ChildProcess {
  const script = 'read _; kill -INT "$1"';
  const guard = spawn('/bin/sh', ['-c', script, 'cairn-guard', String(postmaster.pid)], {
    ...(place.user.ids ?? {}),
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.stdin?.on('error', () => {});
  return guard;
}

/** Waits for its end too, so that no zombie is left where nobody collects them (in a container). */
async function endGuard(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null || guard.signalCode !== null) return;
  const gone = once(guard, 'exit');
  guard.kill('SIGKILL');
  await gone;
}

/**
 * Starts PostgreSQL and waits until it takes connections. Backends of a postmaster that was killed
 * may still be on their way out; PostgreSQL refuses until they are, so that is tried again.
 */
async function startPostmaster(
  postgres: string,
  args: readonly string[],
  place: Place,
  log: LogFile,
): Promise<ChildProcess> {
  const giveUp = Date.now() + 20_000;
  for (;;) {
    const child = spawn(postgres, args, {
      ...(place.user.ids ?? {}),
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '/usr/bin:/bin' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => log.write(chunk.toString()));
    }
    if (await becomesReady(child, place.data)) return child;
    const busy = /shared memory block .*still in use/.test(log.lastLines());
    if (!busy || Date.now() > giveUp || !wanted) {
      throw new DatabaseError(`PostgreSQL did not start:\n${log.lastLines()}`);
    }
    await delay(200);
  }
}

/** Watches the status line that PostgreSQL keeps in its own pid file, as its pg_ctl does. */
async function becomesReady(child: ChildProcess, data: string): Promise<boolean> {
  let exited = false;
  child.once('close', () => {
    exited = true;
  });
  child.once('error', () => {
    exited = true;
  });
  while (!exited) {
    const found = readPidFile(data);
    if (found !== null && found.pid === child.pid && found.status === 'ready') return true;
    await delay(20);
  }
  return false;
}

async function runUntilEnd(child: ChildProcess, log: LogFile): Promise<void> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const asked = new Promise<void>((resolve) => {
    ending = resolve;
    if (!wanted) resolve();
  });
  await Promise.race([closed, asked]);
  if (wanted) {
    throw new DatabaseError(`The database ended unexpectedly. Its last lines:\n${log.lastLines()}`);
  }
  if (child.pid !== undefined && child.exitCode === null) await endPostmaster(child.pid);
  await closed;
}

function readPackageVersion(binaries: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(binaries, '..', 'package.json'), 'utf8'));
  const known = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return known ? String(manifest.version) : '';
}
