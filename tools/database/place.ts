import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseError } from './database-error.ts';
import { lockFolder, type Release } from './folder-lock.ts';
import { canWriteIn, chooseOsUser, type OsUser } from './os-user.ts';

/** Where one database lives, held for this process until `release` is called. */
export interface Place {
  /** Holds the data, the socket and the lock; all its parents let the OS user through. */
  readonly folder: string;
  /** PostgreSQL's own data folder; not there before the first start. */
  readonly data: string;
  readonly user: OsUser;
  readonly release: Release;
}

/** A file in DATA_DIR that names the place of a database that cannot live in DATA_DIR itself. */
export const pointerName = 'postgres.location';
/** A file in such a place that names the DATA_DIR it belongs to. */
const ownerName = 'data-dir';

/**
 * Finds or makes the place of a DATA_DIR's database and locks it.
 *
 * That is DATA_DIR itself, except when started as root in a folder that only root may enter:
 * PostgreSQL then runs as another user, and its data goes below `sharedFolder`.
 *
 * @throws DatabaseError when another start holds it, or its owner is somebody else.
 */
export function takePlace(
  dataDir: string,
  osUsers: readonly string[],
  sharedFolder: string,
): Place {
  makeDataDir(dataDir);
  const release = lockOrExplain(dataDir, dataDir);
  try {
    const pointer = join(dataDir, pointerName);
    if (existsSync(pointer)) return followPointer(dataDir, osUsers, release);
    const data = join(dataDir, 'postgres');
    const owner = lstatSync(data, { throwIfNoEntry: false }) ?? null;
    const user = chooseOsUser(owner, osUsers);
    checkOwner(data, owner?.uid ?? null, user);
    if (user.ids === null) return { folder: dataDir, data, user, release };
    if (owner !== null) {
      if (!canWriteIn(user, data)) throw new DatabaseError(unreachable(data, user));
      return { folder: dataDir, data, user, release };
    }
    if (isReachable(dataDir, user)) return { folder: dataDir, data, user, release };
    return makeElsewhere(dataDir, user, sharedFolder, release);
  } catch (error) {
    release();
    throw error;
  }
}

/** Root's folder lets others pass through (not look), so that the database's user gets to its own. */
function makeDataDir(dataDir: string): void {
  if (existsSync(dataDir)) return;
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
}

function lockOrExplain(folder: string, dataDir: string): Release {
  const note = join(folder, 'database.pid');
  const release = lockFolder(join(folder, 'database.lock'));
  if (release === null) {
    const holder = existsSync(note) ? ` (process ${readFileSync(note, 'utf8').trim()})` : '';
    throw new DatabaseError(
      `Another Cairn is running on the data folder ${dataDir}${holder}. ` +
        'Stop it first, or give this one its own: DATA_DIR=another-folder.',
    );
  }
  writeFileSync(note, `${process.pid}\n`);
  return () => {
    rmSync(note, { force: true });
    release();
  };
}

function checkOwner(data: string, owner: number | null, user: OsUser): void {
  const wanted = user.ids?.uid ?? process.getuid?.();
  if (owner === null || wanted === undefined || owner === wanted) return;
  throw new DatabaseError(
    `The database in ${data} belongs to another user of this machine (uid ${owner}), ` +
      'from a start as root or as that user. Start as root or as that user, or set another DATA_DIR.',
  );
}

const unreachable = (data: string, user: OsUser) =>
  `The user ${user.name}, who runs the database, cannot get to ${data}: ` +
  'a folder above it lets nobody else in. Allow passing through it (chmod o+x).';

function isReachable(dataDir: string, user: OsUser): boolean {
  const probe = join(dataDir, `postgres.probe-${randomUUID()}`);
  mkdirSync(probe, { mode: 0o700 });
  if (user.ids !== null) chownSync(probe, user.ids.uid, user.ids.gid);
  const reachable = canWriteIn(user, probe);
  rmSync(probe, { recursive: true });
  return reachable;
}

function makeElsewhere(
  dataDir: string,
  user: OsUser,
  sharedFolder: string,
  releaseDataDir: Release,
): Place {
  const real = realpathSync(dataDir);
  const name = createHash('sha256').update(real).digest('hex').slice(0, 16);
  const folder = join(sharedFolder, name);
  setAside(folder);
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
  mkdirSync(folder);
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, ownerName), real);
  if (!isReachable(folder, user)) throw new DatabaseError(unreachable(folder, user));
  writeFileSync(join(dataDir, pointerName), folder);
  return withBothLocks(folder, dataDir, user, releaseDataDir);
}

/**
 * A place from before, whose DATA_DIR was deleted: its keys are gone with it, so a fresh DATA_DIR
 * starts empty. The last one is kept, in case that was a mistake.
 */
function setAside(folder: string): void {
  if (!existsSync(folder)) return;
  rmSync(`${folder}.previous`, { recursive: true, force: true });
  renameSync(folder, `${folder}.previous`);
}

function followPointer(dataDir: string, osUsers: readonly string[], release: Release): Place {
  const pointer = join(dataDir, pointerName);
  if (process.getuid?.() !== 0) {
    throw new DatabaseError(
      `The database of ${dataDir} was made by a start as root. ` +
        'Start as root again, or set another DATA_DIR.',
    );
  }
  const folder = readFileSync(pointer, 'utf8').trim();
  const ownerFile = join(folder, ownerName);
  if (!existsSync(ownerFile)) {
    throw new DatabaseError(
      `The database of ${dataDir} was in ${folder}, which is gone. ` +
        `Bring it back, or delete ${pointer} to start with an empty one.`,
    );
  }
  const real = realpathSync(dataDir);
  const owner = readFileSync(ownerFile, 'utf8').trim();
  if (owner !== real && existsSync(join(owner, pointerName))) {
    throw new DatabaseError(
      `${dataDir} is a copy of ${owner}, and the database in ${folder} is that one's. ` +
        `Delete ${pointer} to start with an empty one.`,
    );
  }
  // Moved or renamed since: the place follows.
  if (owner !== real) writeFileSync(ownerFile, real);
  const data = join(folder, 'postgres');
  const user = chooseOsUser(lstatSync(data, { throwIfNoEntry: false }) ?? null, osUsers);
  return withBothLocks(folder, dataDir, user, release);
}

/** The place is locked as well as DATA_DIR, should two of them come to name the same place. */
function withBothLocks(folder: string, dataDir: string, user: OsUser, outer: Release): Place {
  const inner = lockOrExplain(folder, dataDir);
  const release = () => {
    inner();
    outer();
  };
  return { folder, data: join(folder, 'postgres'), user, release };
}
