import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { makeThrowawayFolder } from '../product/throwaway-folder.ts';
import { DatabaseError } from './database-error.ts';
import { unprivilegedUsers } from './os-user.ts';
import type { DatabaseEvent, SupervisorOptions } from './supervisor-protocol.ts';

export interface DatabaseOptions {
  /** Where the database and its password are kept. Left out with `throwaway`. */
  readonly dataDir?: string;
  /** For tests: in a folder of its own that is deleted at the end, and forgetful. */
  readonly throwaway?: boolean;
  /** For tests: fast, as nothing waits for the disk. A killed process loses nothing all the same. */
  readonly forgetful?: boolean;
  /** OS users to run as when started as root, best first. */
  readonly osUsers?: readonly string[];
  /** Takes the place of `/var/lib/cairn`, see supervisor-protocol.ts. */
  readonly sharedFolder?: string;
  /** Hears what is being done, where that takes a while. */
  readonly onProgress?: (text: string) => void;
}

export interface RunningDatabase {
  /** For DATABASE_URL. Carries the password: not for logs or command lines. */
  readonly url: string;
  /** Process id of PostgreSQL's postmaster. */
  readonly pid: number;
  /** Process id of the supervisor. */
  readonly supervisorPid: number;
  /** Resolves to the reason when the database ends without having been asked to. */
  readonly ended: Promise<string>;
  /** Ends the database and waits until it is gone. */
  stop(): Promise<void>;
}

const supervisor = fileURLToPath(new URL('supervise.ts', import.meta.url));

/**
 * Starts the embedded PostgreSQL and waits until it takes connections. It ends with `stop()`, or
 * when this process ends, however that happens.
 * @throws DatabaseError with a message for the person who started it.
 */
export async function startDatabase(options: DatabaseOptions): Promise<RunningDatabase> {
  const child = spawn(process.execPath, [supervisor], {
    // A session of its own: Ctrl-C reaches it through us, after those who use the database.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => {});
  child.stdin.write(`${JSON.stringify(supervisorOptions(options))}\n`);

  let failure = '';
  const closed = new Promise<void>((done) => child.once('close', () => done()));
  const ready = new Promise<{ url: string; pid: number }>((done) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      // The supervisor is ours and writes nothing else.
      const event = JSON.parse(line) as DatabaseEvent;
      if (event.event === 'progress') options.onProgress?.(event.text);
      else if (event.event === 'ready') done(event);
      else failure = event.text;
    });
  });
  const started = await Promise.race([ready, closed]);
  if (started === undefined) {
    throw new DatabaseError(failure || 'The supervisor of the database ended while starting it.');
  }

  let stopping = false;
  const ended = new Promise<string>((done) => {
    void closed.then(() => {
      if (!stopping) done(failure || 'The supervisor of the database was killed.');
    });
  });
  const stop = async () => {
    stopping = true;
    child.stdin.end();
    await closed;
  };
  return { url: started.url, pid: started.pid, supervisorPid: child.pid ?? 0, ended, stop };
}

function supervisorOptions(options: DatabaseOptions): SupervisorOptions {
  const throwaway = options.throwaway === true;
  return {
    dataDir: throwaway ? makeThrowawayFolder() : absolute(options.dataDir ?? '.data'),
    osUsers: options.osUsers ?? unprivilegedUsers,
    sharedFolder: options.sharedFolder ?? '/var/lib/cairn',
    forgetful: throwaway || options.forgetful === true,
    throwaway,
  };
}

/** PostgreSQL is told the real path, so that its processes can be recognised by it later. */
function absolute(dataDir: string): string {
  const path = resolve(dataDir);
  if (process.getuid?.() !== 0) mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}
