import { spawnSync } from 'node:child_process';
import { DatabaseError } from './database-error.ts';

/** The OS user that PostgreSQL runs as. `ids` is null for the current user. */
export interface OsUser {
  readonly name: string;
  readonly ids: Ids | null;
}

export interface Ids {
  readonly uid: number;
  readonly gid: number;
}

/** Users to try when started as root, in order of preference. None has special permissions. */
export const unprivilegedUsers = ['postgres', 'nobody', 'daemon', 'www-data', 'bin'] as const;

/**
 * Chooses the OS user for PostgreSQL, which refuses to run as root.
 *
 * @param owner the user that owns the existing database, which takes precedence over `candidates`:
 *   PostgreSQL opens only data folders that its own user owns.
 * @throws DatabaseError if started as root and no user can be used.
 */
export function chooseOsUser(owner: Ids | null, candidates: readonly string[]): OsUser {
  const self = process.getuid?.() ?? null;
  if (self !== 0) return { name: String(self), ids: null };
  if (owner !== null && owner.uid !== 0 && canBecome(owner)) {
    return { name: `with uid ${owner.uid}`, ids: { uid: owner.uid, gid: owner.gid } };
  }
  for (const name of candidates) {
    const ids = findIds(name);
    if (ids !== null && ids.uid !== 0 && canBecome(ids)) return { name, ids };
  }
  throw new DatabaseError(
    `PostgreSQL does not run as root, and none of the users ${candidates.join(', ')} can be used. ` +
      'Start as an ordinary user, or set DATABASE_URL to your own PostgreSQL.',
  );
}

/** Uses `id`, which also finds users of a directory service. Returns null if there is no such user. */
function findIds(name: string): Ids | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const result = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return result.status === 0 ? Number.parseInt(result.stdout, 10) : Number.NaN;
  });
  if (uid === undefined || gid === undefined || Number.isNaN(uid) || Number.isNaN(gid)) return null;
  return { uid, gid };
}

/** True if this process can start programs as these IDs. Root in a container may lack the permission to switch users. */
function canBecome(ids: Ids): boolean {
  return spawnSync('/bin/sh', ['-c', ':'], { ...ids, cwd: '/' }).status === 0;
}

/** Runs a shell script as the user, with `$1`, `$2`, … as its arguments. Returns true if it exits with 0. */
export function succeedsAs(user: OsUser, script: string, args: readonly string[]): boolean {
  const result = spawnSync('/bin/sh', ['-c', script, 'sh', ...args], {
    ...(user.ids ?? {}),
    cwd: '/',
    stdio: 'ignore',
  });
  return result.status === 0;
}

/** True if the user can enter the folder and write to it. */
export function canWriteIn(user: OsUser, folder: string): boolean {
  return succeedsAs(user, 'cd "$1" && : > .probe && rm .probe', [folder]);
}
