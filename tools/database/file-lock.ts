import { DatabaseSync } from 'node:sqlite';

/** Releases a lock. Safe to call twice. */
export type Release = () => void;

/** SQLITE_BUSY, https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * Acquires an exclusive lock on a file, or returns null if another process holds it.
 *
 * It protects a data folder from being used by two copies of Cairn. Node.js has no flock(), so this uses
 * SQLite's lock on a small file, which works on every platform. The kernel releases the lock when the
 * process ends, even if it is killed, so there are no stale locks and no race between checking and locking.
 */
export function lockFile(file: string): Release | null {
  const database = new DatabaseSync(file);
  try {
    // Nothing is ever written, so SQLite needs no journal file.
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  let isLocked = true;
  return () => {
    if (isLocked) database.close();
    isLocked = false;
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
