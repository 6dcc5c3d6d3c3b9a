import { spawnSync } from 'node:child_process';
import { DatabaseError } from './database-error.ts';

/** The OS user that PostgreSQL runs as. `ids` is null when that is whoever we are. */
export interface OsUser {
  readonly name: string;
  readonly ids: Ids | null;
}

export interface Ids {
  readonly uid: number;
  readonly gid: number;
}

/** Users to try when started as root, best first. Each has no rights of its own worth having. */
export const unprivilegedUsers = ['postgres', 'nobody', 'daemon', 'www-data', 'bin'] as const;

/**
 * Chooses the OS user for PostgreSQL, which refuses to run as root.
 *
 * @param owner whoever already owns the database, who goes before the list: PostgreSQL only opens
 *   a data folder of its own user.
 * @throws DatabaseError when root finds no user to run as.
 */
export function chooseOsUser(owner: Ids | null, candidates: readonly string[]): OsUser {
  const self = process.getuid?.() ?? null;
  if (self !== 0) return { name: String(self), ids: null };
  if (owner !== null && owner.uid !== 0 && canBecome(owner)) {
    return { name: `with uid ${owner.uid}`, ids: { uid: owner.uid, gid: owner.gid } };
  }
  for (const name of candidates) {
    const ids = lookUp(name);
    if (ids !== null && ids.uid !== 0 && canBecome(ids)) return { name, ids };
  }
  throw new DatabaseError(
    `PostgreSQL does not run as root, and none of the users ${candidates.join(', ')} can be used. ` +
      'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/** Asks the system, so that users from a directory service are found too; no user, no ids. */
function lookUp(name: string): Ids | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const asked = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return asked.status === 0 ? Number.parseInt(asked.stdout, 10) : Number.NaN;
  });
  if (uid === undefined || gid === undefined || Number.isNaN(uid) || Number.isNaN(gid)) return null;
  return { uid, gid };
}

/** Root inside a container may lack the right to become somebody else. */
function canBecome(ids: Ids): boolean {
  return spawnSync('/bin/sh', ['-c', ':'], { ...ids, cwd: '/' }).status === 0;
}

/** Runs a line of shell as the user, with `$1`, `$2`... as its arguments; true when it exits 0. */
export function succeedsAs(user: OsUser, script: string, args: readonly string[]): boolean {
  const ran = spawnSync('/bin/sh', ['-c', script, 'sh', ...args], {
    ...(user.ids ?? {}),
    cwd: '/',
    stdio: 'ignore',
  });
  return ran.status === 0;
}

/** Whether the user may enter the folder and write in it. */
export function canWriteIn(user: OsUser, folder: string): boolean {
  return succeedsAs(user, 'cd "$1" && : > .probe && rm .probe', [folder]);
}
