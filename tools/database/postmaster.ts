import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { birthOf } from '../command/process-birth.mjs';
import { DatabaseError } from './database-error.ts';

/** What PostgreSQL writes into `postmaster.pid`, line by line (its src/include/utils/pidfile.h). */
export interface PidFile {
  readonly pid: number;
  /** The folder of its socket. */
  readonly socketFolder: string;
  readonly status: string;
}

/** Reads `postmaster.pid` of a data folder; null when there is none or it is not written out yet. */
export function readPidFile(data: string): PidFile | null {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!Number.isInteger(pid) || pid <= 1) return null;
  return { pid, socketFolder: (lines[4] ?? '').trim(), status: (lines[7] ?? '').trim() };
}

/** Whether a process runs, also one of another user's. */
export function isAlive(pid: number): boolean {
  return birthOf(pid) !== '';
}

/**
 * Ends whatever an earlier start left on this data folder. Only called with the folder's lock
 * held, so no supervisor looks after it any more. A process that merely got the same number
 * since is left alone.
 * @returns whether there was one.
 * @throws DatabaseError when it does not end.
 */
export async function endLeftover(data: string): Promise<boolean> {
  const pids = processesOn(data);
  const recorded = readPidFile(data);
  const [first] = pids;
  if (first === undefined) {
    // Without this PostgreSQL would take the stranger with that number for its own.
    if (recorded !== null && isAlive(recorded.pid)) rmSync(join(data, 'postmaster.pid'));
    return false;
  }
  const postmaster = recorded !== null && pids.includes(recorded.pid) ? recorded.pid : null;
  if (postmaster !== null) {
    await endPostmaster(postmaster);
  }
  await waitUntil(() => processesOn(data).length === 0, 10_000);
  for (const pid of processesOn(data)) signal(pid, 'SIGQUIT');
  if (!(await waitUntil(() => processesOn(data).length === 0, 5_000))) {
    throw new DatabaseError(`A PostgreSQL left on ${data} does not end (process ${first}).`);
  }
  return true;
}

/** Asks a postmaster to end: at once but cleanly, then without cleaning up, then by force. */
export async function endPostmaster(pid: number): Promise<void> {
  const steps = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const;
  for (const [name, patience] of steps) {
    signal(pid, name);
    if (await waitUntil(() => !isAlive(pid), patience)) return;
  }
}

/** Waits for a condition; false when it did not come true in time. */
export async function waitUntil(condition: () => boolean, patience: number): Promise<boolean> {
  const end = Date.now() + patience;
  while (!condition()) {
    if (Date.now() > end) return false;
    await delay(20);
  }
  return true;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    const gone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!gone) throw error;
  }
}

/**
 * The PostgreSQL processes that work on a data folder. PostgreSQL makes the folder its working
 * directory; where the system does not tell that (macOS), the postmaster's arguments name it.
 */
function processesOn(data: string): number[] {
  const real = realpathSync(data);
  if (existsSync('/proc/self/cwd')) {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid !== process.pid && linkOf(`/proc/${pid}/cwd`) === real)
      .filter((pid) => /\/postgres( \(deleted\))?$/.test(linkOf(`/proc/${pid}/exe`) ?? ''));
  }
  const recorded = readPidFile(data);
  if (recorded === null || !isAlive(recorded.pid)) return [];
  const args = ['-p', String(recorded.pid), '-o', 'command='];
  const command = execFileSync('ps', args, { encoding: 'utf8' });
  return command.includes('postgres') && command.includes(data) ? [recorded.pid] : [];
}

/** The target of a link under /proc; null for a process that ended meanwhile or is another user's. */
function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
