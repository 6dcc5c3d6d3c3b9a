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
import { lockFile, type Release } from './file-lock.ts';
import { canWriteIn, chooseOsUser, type OsUser } from './os-user.ts';
import { completeReplacement, dataName } from './replace-data.ts';

/** The folder of one embedded database, locked by this process until `release` is called. */
export interface DatabaseFolder {
  /** Contains the data, the socket, and the lock. The OS user can access it. */
  readonly path: string;
  /** PostgreSQL's data folder, which the first start creates. */
  readonly data: string;
  readonly user: OsUser;
  readonly release: Release;
}

/** A file in DATA_DIR with the path of the database folder, if that is not DATA_DIR itself. */
export const pointerName = 'postgres.location';
/** A file in a separate database folder with the path of the DATA_DIR it belongs to. */
const ownerName = 'data-dir';

/**
 * Finds or creates the database folder of a DATA_DIR and locks it.
 *
 * The folder is DATA_DIR itself, unless Cairn is started as root in a folder that only root can access. PostgreSQL
 * refuses to run as root, so it runs as another user, and its data is stored in `sharedFolder`.
 *
 * @throws DatabaseError if another copy of Cairn has locked it, or it belongs to another user.
 */
export function openDatabaseFolder(
  dataDir: string,
  osUsers: readonly string[],
  sharedFolder: string,
): DatabaseFolder {
  createDataDir(dataDir);
  const release = lockOrThrow(dataDir, dataDir);
  try {
    const pointer = join(dataDir, pointerName);
    if (existsSync(pointer)) return followPointer(dataDir, osUsers, release);
    completeReplacement(dataDir);
    const data = join(dataDir, dataName);
    const owner = lstatSync(data, { throwIfNoEntry: false }) ?? null;
    const user = chooseOsUser(owner, osUsers);
    checkOwner(data, owner?.uid ?? null, user);
    if (user.ids === null) return { path: dataDir, data, user, release };
    if (owner !== null) {
      if (!canWriteIn(user, data)) throw new DatabaseError(inaccessible(data, user));
      return { path: dataDir, data, user, release };
    }
    if (isAccessible(dataDir, user)) return { path: dataDir, data, user, release };
    return createInSharedFolder(dataDir, user, sharedFolder, release);
  } catch (error) {
    release();
    throw error;
  }
}

/** A folder created by root can be traversed (not listed) by others, so that the database's user can access its data. */
function createDataDir(dataDir: string): void {
  if (existsSync(dataDir)) return;
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
}

function lockOrThrow(folder: string, dataDir: string): Release {
  const pidFile = join(folder, 'database.pid');
  const release = lockFile(join(folder, 'database.lock'));
  if (release === null) {
    const holder = existsSync(pidFile) ? ` (process ${readFileSync(pidFile, 'utf8').trim()})` : '';
    throw new DatabaseError(
      `Another Cairn is running on the data folder ${dataDir}${holder}. ` +
        'Stop it first, or choose another folder for this one: DATA_DIR=another-folder.',
    );
  }
  try {
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch {
    // The disk is full. Only the message above reads this file, and nothing has made room for the database yet.
  }
  return () => {
    rmSync(pidFile, { force: true });
    release();
  };
}

function checkOwner(data: string, owner: number | null, user: OsUser): void {
  const required = user.ids?.uid ?? process.getuid?.();
  if (owner === null || required === undefined || owner === required) return;
  throw new DatabaseError(
    `The database in ${data} belongs to another user of this machine (uid ${owner}), ` +
      'because Cairn was started as root or as that user. Do so again, or set another DATA_DIR.',
  );
}

const inaccessible = (data: string, user: OsUser) =>
  `The database runs as the user ${user.name}, who can't access ${data}: ` +
  "a parent folder doesn't allow it. Let other users traverse it (chmod o+x).";

function isAccessible(dataDir: string, user: OsUser): boolean {
  const probe = join(dataDir, `postgres.probe-${randomUUID()}`);
  mkdirSync(probe, { mode: 0o700 });
  if (user.ids !== null) chownSync(probe, user.ids.uid, user.ids.gid);
  const isWritable = canWriteIn(user, probe);
  rmSync(probe, { recursive: true });
  return isWritable;
}

function createInSharedFolder(
  dataDir: string,
  user: OsUser,
  sharedFolder: string,
  releaseDataDir: Release,
): DatabaseFolder {
  const real = realpathSync(dataDir);
  const name = createHash('sha256').update(real).digest('hex').slice(0, 16);
  const folder = join(sharedFolder, name);
  keepPrevious(folder);
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
  mkdirSync(folder);
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, ownerName), real);
  if (!isAccessible(folder, user)) throw new DatabaseError(inaccessible(folder, user));
  writeFileSync(join(dataDir, pointerName), folder);
  return withBothLocks(folder, dataDir, releaseDataDir, () => user);
}

/**
 * Renames the database folder of a DATA_DIR that was deleted. The encryption keys were deleted with it, so
 * a new DATA_DIR starts with an empty database. The latest such folder is kept, in case of a mistake.
 */
function keepPrevious(folder: string): void {
  if (!existsSync(folder)) return;
  rmSync(`${folder}.previous`, { recursive: true, force: true });
  renameSync(folder, `${folder}.previous`);
}

function followPointer(
  dataDir: string,
  osUsers: readonly string[],
  release: Release,
): DatabaseFolder {
  const pointer = join(dataDir, pointerName);
  if (process.getuid?.() !== 0) {
    throw new DatabaseError(
      `The database of ${dataDir} was created when Cairn ran as root. ` +
        'Start as root again, or set another DATA_DIR.',
    );
  }
  const folder = readFileSync(pointer, 'utf8').trim();
  const ownerFile = join(folder, ownerName);
  if (!existsSync(ownerFile)) {
    throw new DatabaseError(
      `The database of ${dataDir} was in ${folder}, which no longer exists. ` +
        `Restore it, or delete ${pointer} to start with an empty database.`,
    );
  }
  const real = realpathSync(dataDir);
  const owner = readFileSync(ownerFile, 'utf8').trim();
  if (owner !== real && existsSync(join(owner, pointerName))) {
    throw new DatabaseError(
      `${dataDir} is a copy of ${owner}, which uses the database in ${folder}. ` +
        `Delete ${pointer} to start with an empty database.`,
    );
  }
  // DATA_DIR was moved or renamed.
  if (owner !== real) writeFileSync(ownerFile, real);
  return withBothLocks(folder, dataDir, release, () => {
    completeReplacement(folder);
    const data = lstatSync(join(folder, dataName), { throwIfNoEntry: false });
    return chooseOsUser(data ?? null, osUsers);
  });
}

/** Locks the database folder in addition to DATA_DIR, in case two DATA_DIRs point to the same one. */
function withBothLocks(
  folder: string,
  dataDir: string,
  outer: Release,
  findUser: () => OsUser,
): DatabaseFolder {
  const inner = lockOrThrow(folder, dataDir);
  try {
    const release = () => {
      inner();
      outer();
    };
    return { path: folder, data: join(folder, dataName), user: findUser(), release };
  } catch (error) {
    inner();
    throw error;
  }
}
