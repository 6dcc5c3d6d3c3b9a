import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OsUser } from './os-user.ts';

/** A Unix socket's path has at most 104 bytes on macOS and 108 on Linux, including the final NUL. */
const MAX_SOCKET_PATH_BYTES = 103;
const socketName = '.s.PGSQL.5432';

/** True if the socket's path in this folder is short enough, and needs no escaping in a connection URL. */
export function fitsSocket(folder: string): boolean {
  const path = join(folder, socketName);
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES && /^[\w./-]+$/.test(folder);
}

/**
 * Creates a folder for the socket that only the database's user (and root) can enter: beside the data if
 * that path fits, otherwise in the system's temporary folder.
 */
export function createSocketFolder(databaseFolder: string, user: OsUser): string {
  const besideData = join(databaseFolder, 'socket');
  if (fitsSocket(besideData)) {
    mkdirSync(besideData, { recursive: true, mode: 0o700 });
    restrictTo(besideData, user);
    return besideData;
  }
  const parent = fitsSocket(join(tmpdir(), 'cairn-0123456789')) ? tmpdir() : '/tmp';
  const name = createHash('sha256').update(databaseFolder).digest('hex').slice(0, 10);
  // The name is the same at each start, so that the database's URL does not change. Other users can write
  // to this folder too, so a name that another user has taken is not used.
  const preferred = join(parent, `cairn-${name}`);
  const folder = createOwned(preferred, user) ? preferred : mkdtempSync(join(parent, 'cairn-'));
  restrictTo(folder, user);
  return folder;
}

/** Creates a folder. Returns false if it exists and belongs to another user. */
function createOwned(folder: string, user: OsUser): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch {
    const existing = lstatSync(folder, { throwIfNoEntry: false });
    const owners = [process.getuid?.(), user.ids?.uid];
    return existing?.isDirectory() === true && owners.includes(existing.uid);
  }
}

function restrictTo(folder: string, user: OsUser): void {
  chmodSync(folder, 0o700);
  if (user.ids !== null) chownSync(folder, user.ids.uid, user.ids.gid);
}
