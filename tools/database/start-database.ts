import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createThrowawayFolder } from '../product/throwaway-folder.ts';
import type { ArchiveOptions } from './archive/archive-options.ts';
import { DatabaseError } from './database-error.ts';
import { unprivilegedUsers } from './os-user.ts';
import type { DatabaseEvent, SupervisorOptions } from './supervisor-protocol.ts';

export interface DatabaseOptions {
  /** The folder of the database and its password. Not used with `throwaway`. */
  readonly dataDir?: string;
  /** For tests: uses a temporary folder that is deleted at the end. Implies `nonDurable`. */
  readonly throwaway?: boolean;
  /** For tests: faster, because nothing waits for the disk. Killing a process still loses nothing. */
  readonly nonDurable?: boolean;
  /** OS users to run as when started as root, in order of preference. */
  readonly osUsers?: readonly string[];
  /** Replaces `/var/lib/cairn`, see supervisor-protocol.ts. */
  readonly sharedFolder?: string;
  /** How the database is archived. Default: not at all. */
  readonly archive?: ArchiveOptions | null;
  /** Called before each step that takes a while. */
  readonly onProgress?: (text: string) => void;
}

export interface RunningDatabase {
  /** For DATABASE_URL. Contains the password: not for logs or command lines. */
  readonly url: string;
  /** The pid of PostgreSQL's postmaster. */
  readonly pid: number;
  /** The pid of the supervisor. */
  readonly supervisorPid: number;
  /** Resolves to the reason if the database ends without `stop`. */
  readonly ended: Promise<string>;
  /** Stops the database. Resolves when it has ended. */
  stop(): Promise<void>;
}

/** See supervisor-protocol.ts. */
export const defaultSharedFolder = '/var/lib/cairn';

const supervisor = fileURLToPath(new URL('supervise.ts', import.meta.url));

/**
 * Starts the embedded PostgreSQL and waits until it accepts connections. It ends on `stop()`, and when this
 * process ends or is killed.
 * @throws DatabaseError with a message for the user.
 */
export async function startDatabase(options: DatabaseOptions): Promise<RunningDatabase> {
  const child = spawn(process.execPath, [supervisor], {
    // In its own session, so that Ctrl-C does not stop it before the processes that use the database.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => {});
  child.stdin.write(`${JSON.stringify(supervisorOptions(options))}\n`);

  let failure = '';
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ready = new Promise<{ url: string; pid: number }>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      // supervise.ts writes nothing else.
      const event = JSON.parse(line) as DatabaseEvent;
      if (event.event === 'progress') options.onProgress?.(event.text);
      else if (event.event === 'ready') resolve(event);
      else failure = event.text;
    });
  });
  const started = await Promise.race([ready, closed]);
  if (started === undefined) {
    throw new DatabaseError(
      failure || 'The database supervisor ended while starting the database.',
    );
  }

  let isStopping = false;
  const ended = new Promise<string>((resolve) => {
    void closed.then(() => {
      if (!isStopping) resolve(failure || 'The database supervisor was killed.');
    });
  });
  const stop = async () => {
    isStopping = true;
    child.stdin.end();
    await closed;
  };
  return { url: started.url, pid: started.pid, supervisorPid: child.pid ?? 0, ended, stop };
}

function supervisorOptions(options: DatabaseOptions): SupervisorOptions {
  const throwaway = options.throwaway === true;
  return {
    dataDir: throwaway ? createThrowawayFolder() : prepareDataDir(options.dataDir ?? '.data'),
    osUsers: options.osUsers ?? unprivilegedUsers,
    sharedFolder: options.sharedFolder ?? defaultSharedFolder,
    nonDurable: throwaway || options.nonDurable === true,
    throwaway,
    archive: options.archive ?? null,
  };
}

/** Creates the folder if necessary. Returns its absolute path, by which PostgreSQL's processes are identified later. */
export function prepareDataDir(dataDir: string): string {
  const path = resolvePath(dataDir);
  if (process.getuid?.() !== 0) mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}
