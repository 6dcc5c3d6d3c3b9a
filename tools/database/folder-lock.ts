import { DatabaseSync } from 'node:sqlite';

/** Gives the folder back. Safe to call twice. */
export type Release = () => void;

/**
 * Takes a folder for this process alone, or returns null when another live process holds it.
 *
 * The lock is SQLite's own lock on a small file: the kernel gives it back when the process ends,
 * however it ends, so there is no stale lock to recognise and no moment between looking and taking.
 */
export function lockFolder(lockFile: string): Release | null {
  const database = new DatabaseSync(lockFile);
  try {
    // Nothing is ever written, so no journal file is wanted beside the lock.
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  let held = true;
  return () => {
    if (held) database.close();
    held = false;
  };
}

/** SQLITE_BUSY, https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
