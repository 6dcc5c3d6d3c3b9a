import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OsUser } from './os-user.ts';

/** A Unix socket's address holds 104 bytes on macOS and 108 on Linux, its closing NUL included. */
const LONGEST_SOCKET_PATH = 103;
const socketName = '.s.PGSQL.5432';

/** Whether PostgreSQL can put its socket there and every client can spell the path. */
export function fitsSocket(folder: string): boolean {
  const path = join(folder, socketName);
  return Buffer.byteLength(path) <= LONGEST_SOCKET_PATH && /^[\w./-]+$/.test(folder);
}

/**
 * A folder for the socket that only the database's user (and root) may enter: beside the data
 * where that path is short and plain, else in the system's folder for temporary files.
 */
export function makeSocketFolder(place: string, user: OsUser): string {
  const beside = join(place, 'socket');
  if (fitsSocket(beside)) {
    mkdirSync(beside, { recursive: true, mode: 0o700 });
    takeOver(beside, user);
    return beside;
  }
  const parent = fitsSocket(join(tmpdir(), 'cairn-0123456789')) ? tmpdir() : '/tmp';
  const name = createHash('sha256').update(place).digest('hex').slice(0, 10);
  // The same name each time, so that the database's address stays; but others may write in this
  // folder too, so a name that somebody else has taken is left to them.
  const usual = join(parent, `cairn-${name}`);
  const folder = makeOwn(usual, user) ? usual : mkdtempSync(join(parent, 'cairn-'));
  takeOver(folder, user);
  return folder;
}

function makeOwn(folder: string, user: OsUser): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    const owners = [process.getuid?.(), user.ids?.uid];
    return found?.isDirectory() === true && owners.includes(found.uid);
  }
}

function takeOver(folder: string, user: OsUser): void {
  chmodSync(folder, 0o700);
  if (user.ids !== null) chownSync(folder, user.ids.uid, user.ids.gid);
}
