import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processStartTime } from '../command/process-stat.mjs';
import { DatabaseError } from './database-error.ts';

/** The lines of PostgreSQL's `postmaster.pid` (src/include/utils/pidfile.h in its source). */
export interface PidFile {
  readonly pid: number;
  /** The folder of the Unix socket. */
  readonly socketFolder: string;
  readonly status: string;
}

/** The lock file of the socket, in the same folder. It contains the postmaster's pid too. */
const socketLockName = '.s.PGSQL.5432.lock';

/** Reads `postmaster.pid` of a data folder. Returns null if it is missing or incomplete. */
export function readPidFile(data: string): PidFile | null {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!Number.isInteger(pid) || pid <= 1) return null;
  return { pid, socketFolder: (lines[4] ?? '').trim(), status: (lines[7] ?? '').trim() };
}

/** True if a process is running, under any user. */
export function isAlive(pid: number): boolean {
  return processStartTime(pid) !== '';
}

/**
 * Stops PostgreSQL processes that an earlier start left running on this data folder. The caller holds the
 * folder's lock, so no supervisor manages them. An unrelated process that reuses the recorded pid is not
 * affected.
 * @returns true if there were any.
 * @throws DatabaseError if they don't end.
 */
export async function stopOrphans(data: string): Promise<boolean> {
  const pids = processesOn(data);
  const recorded = readPidFile(data);
  const [first] = pids;
  if (first === undefined) {
    // Otherwise, PostgreSQL would mistake the process with that pid for a running postmaster. It is an unrelated process,
    // or the killed postmaster, which is a zombie until its parent reaps it.
    if (recorded !== null && acceptsSignals(recorded.pid)) {
      rmSync(join(data, 'postmaster.pid'));
      rmSync(join(recorded.socketFolder, socketLockName), { force: true });
    }
    return false;
  }
  const postmaster = recorded !== null && pids.includes(recorded.pid) ? recorded.pid : null;
  if (postmaster !== null) await stopPostmaster(postmaster);
  await waitUntil(() => processesOn(data).length === 0, 10_000);
  for (const pid of processesOn(data)) signal(pid, 'SIGQUIT');
  if (!(await waitUntil(() => processesOn(data).length === 0, 5_000))) {
    throw new DatabaseError(
      `A PostgreSQL from an earlier start still runs on ${data} and can't be stopped (process ${first}).`,
    );
  }
  return true;
}

/**
 * Stops a postmaster: with a fast shutdown, then an immediate one, then by killing it.
 * @param timeout for the fast shutdown, in milliseconds
 */
export async function stopPostmaster(pid: number, timeout = 20_000): Promise<void> {
  const steps = [
    ['SIGINT', timeout],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const;
  for (const [name, wait] of steps) {
    signal(pid, name);
    if (await waitUntil(() => !isAlive(pid), wait)) return;
  }
}

/** Waits until a condition is true. Returns false after `timeout` milliseconds. */
export async function waitUntil(condition: () => boolean, timeout: number): Promise<boolean> {
  const deadline = performance.now() + timeout;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await delay(20);
  }
  return true;
}

/** True for a running process or a zombie, as PostgreSQL checks it. */
function acceptsSignals(pid: number): boolean {
  return signal(pid, 0);
}

/** Sends a signal. Returns false if the process has ended. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    const hasEnded = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!hasEnded) throw error;
    return false;
  }
}

/**
 * The PostgreSQL processes of a data folder, which is their working directory. Without /proc (macOS) only
 * the postmaster is found, by its command-line arguments.
 */
function processesOn(data: string): number[] {
  const real = realpathSync(data);
  if (existsSync('/proc/self/cwd')) {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid !== process.pid && readLink(`/proc/${pid}/cwd`) === real)
      .filter((pid) => /\/postgres( \(deleted\))?$/.test(readLink(`/proc/${pid}/exe`) ?? ''));
  }
  const recorded = readPidFile(data);
  if (recorded === null || !isAlive(recorded.pid)) return [];
  const args = ['-p', String(recorded.pid), '-o', 'command='];
  const command = execFileSync('ps', args, { encoding: 'utf8' });
  return command.includes('postgres') && command.includes(data) ? [recorded.pid] : [];
}

/** The target of a link in /proc. Null if the process has ended or belongs to another user. */
function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
