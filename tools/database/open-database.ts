import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveOptions } from './archive/archive-options.ts';
import { pointerName } from './database-folder.ts';
import { databaseUrl } from './database-url.ts';
import { isAlive, readPidFile } from './postmaster.ts';
import { startDatabase } from './start-database.ts';

/** A database connection that must be closed after use. */
export interface OpenDatabase {
  /** Contains the password: not for logs or command lines. */
  readonly url: string;
  /** Stops the database if it was started for this use. */
  close(): Promise<void>;
}

/**
 * Opens the embedded database of a DATA_DIR: connects to the running one, or starts it until `close`.
 * @param archive how the database is archived if it is started
 * @throws DatabaseError with a message for the user.
 */
export async function openEmbeddedDatabase(
  dataDir: string,
  onProgress: (text: string) => void,
  archive: ArchiveOptions | null = null,
): Promise<OpenDatabase> {
  const runningUrl = findRunningDatabase(dataDir);
  if (runningUrl !== null) return { url: runningUrl, close: async () => {} };
  const { url, stop } = await startDatabase({ dataDir, onProgress, archive });
  return { url, close: stop };
}

/** True if a DATA_DIR has a database. */
export const hasEmbeddedDatabase = (dataDir: string): boolean =>
  existsSync(join(databaseFolderOf(dataDir), 'postgres'));

function findRunningDatabase(dataDir: string): string | null {
  const password = join(dataDir, 'postgres.password');
  const pidFile = readPidFile(join(databaseFolderOf(dataDir), 'postgres'));
  if (pidFile === null || !existsSync(password)) return null;
  // A database that isn't ready may still fail to start.
  if (pidFile.status !== 'ready' || !isAlive(pidFile.pid)) return null;
  return databaseUrl(pidFile.socketFolder, readFileSync(password, 'utf8').trim());
}

function databaseFolderOf(dataDir: string): string {
  const pointer = join(dataDir, pointerName);
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : dataDir;
}
