import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Binaries } from './binaries.ts';
import { DatabaseError } from './database-error.ts';
import type { DatabaseFolder } from './database-folder.ts';
import type { OsUser } from './os-user.ts';
import { toArguments } from './settings.ts';

/** The role that Cairn connects as. It owns its database and is not a superuser. */
export const role = 'cairn';
/** Cairn's database. */
export const databaseName = 'cairn';

/** Excludes the machine's locale, so that sorting and messages are the same everywhere. */
const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** pg_hba.conf: allows only Cairn's role, only over the socket, only with its password. */
const hostRules = `local all ${role} scram-sha-256\n`;

/**
 * Creates PostgreSQL's data folder with the role and its database.
 *
 * The folder is created under a temporary name and renamed once complete, so that an interrupted start
 * leaves nothing that looks like a database.
 *
 * @param nonDurable for tests: nothing waits for the disk, and the role may create databases and roles.
 */
export async function createCluster(
  folder: DatabaseFolder,
  binaries: Binaries,
  password: string,
  nonDurable: boolean,
): Promise<void> {
  removeDrafts(folder.path);
  const draft = join(folder.path, `postgres.new-${process.pid}`);
  mkdirSync(draft, { mode: 0o700 });
  changeOwner(draft, folder.user);
  const options = [
    '--username=postgres',
    '--auth-local=scram-sha-256',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(nonDurable ? ['--no-sync'] : []),
  ];
  // initdb requires a superuser password for scram. This one is random and not stored.
  const superuserPassword = join(draft, '..', `postgres.secret-${process.pid}`);
  writeFileSync(superuserPassword, randomBytes(32).toString('base64url'), { mode: 0o600 });
  changeOwner(superuserPassword, folder.user);
  try {
    await run(folder.user, join(binaries, 'bin', 'initdb'), [
      `--pgdata=${draft}`,
      `--pwfile=${superuserPassword}`,
      ...options,
    ]);
  } finally {
    rmSync(superuserPassword, { force: true });
  }
  writeFileSync(join(draft, 'pg_hba.conf'), hostRules);
  await runStatements({ user: folder.user, data: draft }, binaries, [
    `create role ${role} login ${nonDurable ? 'createdb createrole' : ''} password '${password}'`,
    `create database ${databaseName} owner ${role}`,
  ]);
  renameSync(draft, folder.data);
  if (!nonDurable) fsyncSync(openSync(folder.path, 'r'));
}

/**
 * Sets a new password for the role, for a data folder whose password file is lost.
 * @param settings the settings of its archive, if it has one, so that the log has no gap
 */
export async function replacePassword(
  folder: Pick<DatabaseFolder, 'user' | 'data'>,
  binaries: Binaries,
  password: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  await runStatements(folder, binaries, [`alter role ${role} password '${password}'`], settings);
}

/** Grants the role what base backups need: PostgreSQL's functions that begin and end one. They read no data. */
export async function allowBaseBackups(
  folder: Pick<DatabaseFolder, 'user' | 'data'>,
  binaries: Binaries,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const functions = ['pg_backup_start(text, boolean)', 'pg_backup_stop(boolean)'];
  const statements = functions.map((name) => `grant execute on function ${name} to ${role}`);
  await runStatements({ ...folder, database: databaseName }, binaries, statements, settings);
}

/** Reads the role's password from DATA_DIR, or creates one in a file that only this user can read. */
export function readOrCreatePassword(dataDir: string): {
  password: string;
  isNewPassword: boolean;
} {
  const file = join(dataDir, 'postgres.password');
  if (existsSync(file))
    return { password: readFileSync(file, 'utf8').trim(), isNewPassword: false };
  const password = randomBytes(24).toString('base64url');
  const draft = `${file}.new`;
  writeFileSync(draft, password, { mode: 0o600, flush: true });
  renameSync(draft, file);
  return { password, isNewPassword: true };
}

/** @throws DatabaseError if the data was created by another major version than that of the binaries. */
export function checkVersion(data: string, packageVersion: string): void {
  const dataVersion = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  const binariesVersion = packageVersion.split('.')[0];
  if (dataVersion === binariesVersion) return;
  throw new DatabaseError(
    `The database in ${data} was created by PostgreSQL ${dataVersion}, and this Cairn includes ${binariesVersion}. ` +
      `Migrate it with pg_dump of version ${dataVersion}, or set another DATA_DIR.`,
  );
}

function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (/^postgres\.(new|secret|probe)-/.test(name)) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

function changeOwner(path: string, user: OsUser): void {
  if (user.ids !== null) chownSync(path, user.ids.uid, user.ids.gid);
}

/** Runs statements in single-user mode as the superuser, which no client can connect as. */
async function runStatements(
  { user, data, database = 'postgres' }: { user: OsUser; data: string; database?: string },
  binaries: Binaries,
  statements: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const quiet = { log_min_messages: 'error', log_min_error_statement: 'panic' };
  const args = ['--single', '-D', data, ...toArguments({ ...settings, ...quiet }), database];
  const input = statements.map((statement) => `${statement}\n`).join('');
  const output = await run(user, join(binaries, 'bin', 'postgres'), args, input);
  // Single-user mode exits with 0 even if a statement fails.
  if (/^.*(ERROR|FATAL):/m.test(output)) throw new DatabaseError(output.trim());
}

/** Runs a PostgreSQL program as the user and returns its output. */
async function run(
  user: OsUser,
  program: string,
  args: readonly string[],
  input = '',
): Promise<string> {
  const child = spawn(program, args, {
    ...(user.ids ?? {}),
    cwd: '/',
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
  });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    closed,
  ]);
  if (code === 0) return stdout + stderr;
  if (/No space left on device/.test(stderr)) {
    throw new DatabaseError('The disk is full. Free some space and start again.');
  }
  throw new DatabaseError(`${program} failed:\n${`${stdout}${stderr}`.trim()}`);
}
