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
import type { OsUser } from './os-user.ts';
import type { Place } from './place.ts';

/** The role the product signs in as: owner of its database, not a superuser. */
export const role = 'cairn';
/** The product's database. */
export const databaseName = 'cairn';

/** Without locale settings of the machine, so that every machine sorts and speaks alike. */
const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Only the product's role, only over the socket, only with its password. */
const hostRules = `local all ${role} scram-sha-256\n`;

/**
 * Makes the data folder where there is none yet, with the role and its database inside.
 *
 * It is built beside its place and renamed when whole: a start that is killed half-way leaves
 * nothing that the next one could take for a database.
 *
 * @param forgetful for tests: nothing waits for the disk, and the role may make databases.
 */
export async function makeCluster(
  place: Place,
  binaries: Binaries,
  password: string,
  forgetful: boolean,
): Promise<void> {
  removeUnfinished(place.folder);
  const unfinished = join(place.folder, `postgres.new-${process.pid}`);
  mkdirSync(unfinished, { mode: 0o700 });
  give(unfinished, place.user);
  const options = [
    '--username=postgres',
    '--auth-local=scram-sha-256',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(forgetful ? ['--no-sync'] : []),
  ];
  // initdb asks for a superuser's password to go with scram; a random one that nobody keeps.
  const secret = join(unfinished, '..', `postgres.secret-${process.pid}`);
  writeFileSync(secret, randomBytes(32).toString('base64url'), { mode: 0o600 });
  give(secret, place.user);
  try {
    await run(place.user, join(binaries, 'bin', 'initdb'), [
      `--pgdata=${unfinished}`,
      `--pwfile=${secret}`,
      ...options,
    ]);
  } finally {
    rmSync(secret, { force: true });
  }
  writeFileSync(join(unfinished, 'pg_hba.conf'), hostRules);
  await runStatements(place.user, binaries, unfinished, [
    `create role ${role} login ${forgetful ? 'createdb' : ''} password '${password}'`,
    `create database ${databaseName} owner ${role}`,
  ]);
  renameSync(unfinished, place.data);
  if (!forgetful) fsyncSync(openSync(place.folder, 'r'));
}

/** Gives the role a new password, for a data folder whose password file is lost. */
export async function replacePassword(
  place: Place,
  binaries: Binaries,
  password: string,
): Promise<void> {
  const statement = `alter role ${role} password '${password}'`;
  await runStatements(place.user, binaries, place.data, [statement]);
}

/** The role's password, kept in DATA_DIR for this user's eyes only; made when it is not there. */
export function readOrMakePassword(dataDir: string): { password: string; fresh: boolean } {
  const file = join(dataDir, 'postgres.password');
  if (existsSync(file)) return { password: readFileSync(file, 'utf8').trim(), fresh: false };
  const password = randomBytes(24).toString('base64url');
  const unfinished = `${file}.new`;
  writeFileSync(unfinished, password, { mode: 0o600, flush: true });
  renameSync(unfinished, file);
  return { password, fresh: true };
}

/** @throws DatabaseError when the data is of another major version than the binaries. */
export function checkVersion(data: string, packageVersion: string): void {
  const have = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  const want = packageVersion.split('.')[0];
  if (have === want) return;
  throw new DatabaseError(
    `The database in ${data} was made by PostgreSQL ${have}, and this Cairn brings ${want}. ` +
      `Move it over with pg_dump of version ${have}, or set another DATA_DIR.`,
  );
}

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (/^postgres\.(new|secret|probe)-/.test(name)) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

function give(path: string, user: OsUser): void {
  if (user.ids !== null) chownSync(path, user.ids.uid, user.ids.gid);
}

/** Runs statements with no server, as the superuser, whom nobody can sign in as. */
async function runStatements(
  user: OsUser,
  binaries: Binaries,
  data: string,
  statements: readonly string[],
): Promise<void> {
  const quiet = ['-c', 'log_min_messages=error', '-c', 'log_min_error_statement=panic'];
  const args = ['--single', '-D', data, ...quiet, 'postgres'];
  const input = statements.map((statement) => `${statement}\n`).join('');
  const printed = await run(user, join(binaries, 'bin', 'postgres'), args, input);
  // This mode exits 0 whatever its statements come to.
  if (/^.*(ERROR|FATAL):/m.test(printed)) throw new DatabaseError(printed.trim());
}

/** Runs a program of PostgreSQL as the user; gives what it printed. */
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
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  if (code === 0) return out + err;
  if (/No space left on device/.test(err)) {
    throw new DatabaseError('The disk is full. Free some space and start again.');
  }
  throw new DatabaseError(`${program} failed:\n${`${out}${err}`.trim()}`);
}
