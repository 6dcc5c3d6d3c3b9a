import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program of the operating system that a test runs, and the Debian package that contains it. */
interface Program {
  name: string;
  debianPackage: string;
}

const folders = [
  // In Debian, the programs of each version of PostgreSQL are in a folder of their own.
  ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ...(process.env.PATH ?? '').split(delimiter),
  // PgBouncer and HAProxy are in folders that only root has in its PATH.
  '/usr/sbin',
  '/usr/local/sbin',
];

/**
 * Returns the path of a program, or undefined if it is not installed. An environment variable of its name in capitals,
 * such as PGBOUNCER, chooses another version.
 */
export const findProgram = (name: string): string | undefined =>
  process.env[name.toUpperCase()] ??
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path));

/**
 * Returns why tests that need these programs are skipped, for the name of the test: ' (skipped: …)' with the command
 * that installs what is missing. Empty if nothing is missing.
 */
export function skipReason(programs: readonly Program[]): string {
  const missing = programs.filter(({ name }) => findProgram(name) === undefined);
  if (missing.length === 0) return '';
  const packages = missing.map(({ debianPackage }) => debianPackage).join(' ');
  return ` (skipped: needs apt-get install ${packages})`;
}

export const pgbouncer: Program = { name: 'pgbouncer', debianPackage: 'pgbouncer' };
export const haproxy: Program = { name: 'haproxy', debianPackage: 'haproxy' };
export const patroni: Program = { name: 'patroni', debianPackage: 'patroni' };
export const etcd: Program = { name: 'etcd', debianPackage: 'etcd-server' };
export const postgres: Program = { name: 'postgres', debianPackage: 'postgresql' };
export const dockerCompose: Program = { name: 'docker-compose', debianPackage: 'docker-compose' };
