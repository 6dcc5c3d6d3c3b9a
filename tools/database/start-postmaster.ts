import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { LogFile } from '../product/log-file.ts';
import { DatabaseError } from './database-error.ts';
import type { DatabaseFolder } from './database-folder.ts';
import { readPidFile } from './postmaster.ts';

/** How the program `postgres` is run. */
export interface PostmasterProgram {
  /** Its path. */
  readonly postgres: string;
  readonly args: readonly string[];
  /** Variables for the commands that PostgreSQL runs. */
  readonly environment: Readonly<Record<string, string>>;
}

interface StartOptions {
  /** Where PostgreSQL's output is written. */
  readonly log: LogFile;
  /** True if it should not be started again, because Cairn is stopping. */
  readonly isStopping: () => boolean;
  /** Called with each process that is started, before it is ready. */
  readonly onSpawn?: (child: ChildProcess) => void;
}

/** In milliseconds. */
const RETRY_TIMEOUT = 20_000;

/**
 * Starts PostgreSQL on a data folder and waits until it accepts connections. Backends of a killed postmaster may still
 * be exiting. PostgreSQL refuses to start until they have, so the start is retried.
 * @throws DatabaseError if it does not start
 */
export async function startPostmaster(
  { postgres, args, environment }: PostmasterProgram,
  { data, user }: Pick<DatabaseFolder, 'data' | 'user'>,
  { log, isStopping, onSpawn }: StartOptions,
): Promise<ChildProcess> {
  const deadline = performance.now() + RETRY_TIMEOUT;
  for (;;) {
    const child = spawn(postgres, ['-D', data, ...args], {
      ...(user.ids ?? {}),
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '/usr/bin:/bin', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onSpawn?.(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => log.write(chunk.toString()));
    }
    if (await waitUntilReady(child, data)) return child;
    const isInUse = /shared memory block .*still in use/.test(log.lastLines());
    if (!isInUse || performance.now() > deadline || isStopping()) {
      throw new DatabaseError(`PostgreSQL did not start:\n${log.lastLines()}`);
    }
    await delay(200);
  }
}

/** Polls the status in postmaster.pid, as pg_ctl does. Returns false if PostgreSQL exits first. */
async function waitUntilReady(child: ChildProcess, data: string): Promise<boolean> {
  let hasExited = false;
  child.once('close', () => {
    hasExited = true;
  });
  child.once('error', () => {
    hasExited = true;
  });
  while (!hasExited) {
    const pidFile = readPidFile(data);
    if (pidFile?.pid === child.pid && pidFile?.status === 'ready') return true;
    await delay(20);
  }
  return false;
}
