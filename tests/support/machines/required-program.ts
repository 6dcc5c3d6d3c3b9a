import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program of the operating system that a test runs, and the Debian package that contains it. */
interface Program {
  name: string;
  debianPackage: string;
}

// PgBouncer and HAProxy are in folders that only root has in its PATH.
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Returns the path of a program, or undefined if it is not installed. */
export const findProgram = (name: string): string | undefined =>
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
