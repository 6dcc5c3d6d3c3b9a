import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl } from './database-url.ts';
import { pointerName } from './place.ts';
import { isAlive, readPidFile } from './postmaster.ts';
import { startDatabase } from './start-database.ts';

/** A database to work with for a while. */
export interface OpenDatabase {
  /** Carries the password: not for logs or command lines. */
  readonly url: string;
  /** Ends it, where it was started for this. */
  close(): Promise<void>;
}

/**
 * The embedded database of a DATA_DIR: the one that runs, or one that is started for as long as it is
 * needed.
 * @throws DatabaseError with a message for the person who asked.
 */
export async function openEmbeddedDatabase(
  dataDir: string,
  onProgress: (text: string) => void,
): Promise<OpenDatabase> {
  const running = runningDatabase(dataDir);
  if (running !== null) return { url: running, close: async () => {} };
  const { url, stop } = await startDatabase({ dataDir, onProgress });
  return { url, close: stop };
}

/** Whether a DATA_DIR has a database yet. */
export const hasEmbeddedDatabase = (dataDir: string): boolean =>
  existsSync(join(placeOf(dataDir), 'postgres'));

function runningDatabase(dataDir: string): string | null {
  const password = join(dataDir, 'postgres.password');
  const running = readPidFile(join(placeOf(dataDir), 'postgres'));
  if (running === null || !existsSync(password)) return null;
  // Until it says that it is ready, whoever started it may still find that it is not to be.
  if (running.status !== 'ready' || !isAlive(running.pid)) return null;
  return databaseUrl(running.socketFolder, readFileSync(password, 'utf8').trim());
}

function placeOf(dataDir: string): string {
  const pointer = join(dataDir, pointerName);
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : dataDir;
}
