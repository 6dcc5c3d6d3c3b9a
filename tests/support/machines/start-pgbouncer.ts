import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { chooseOsUser, unprivilegedUsers } from '../../../tools/database/os-user.ts';
import { freePort } from '../../../tools/product/free-port.ts';
import { withDatabaseName } from '../database/test-database.ts';
import { eventually } from '../eventually.ts';
import { findProgram } from './required-program.ts';

const deployed = fileURLToPath(new URL('../../../deploy/pgbouncer.ini', import.meta.url));

/** A running PgBouncer in front of every database of one PostgreSQL. */
export interface Pooler {
  /** False before version 1.21. */
  supportsPreparedStatements: boolean;
  /** Returns the URL of a database through the pooler. */
  urlOf(databaseUrl: string): string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer with `deploy/pgbouncer.ini`. Only the addresses and the password file are replaced.
 * @param databaseUrl a database of that PostgreSQL, with a user and a password
 */
export async function startPgbouncer(databaseUrl: string): Promise<Pooler> {
  // pg knows both forms of a URL: with a host, and with the folder of a Unix socket.
  const database = new pg.Client({ connectionString: databaseUrl });
  const { host, user = '', password = '' } = database;
  const program = findProgram('pgbouncer') ?? 'pgbouncer';
  const supportsPreparedStatements = isAtLeastVersion(program, 1, 21);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'cairn-pgbouncer-'));
  writeFileSync(join(folder, 'users.txt'), `"${user}" "${password}"\n`);
  // The added settings continue the deployed [pgbouncer] section: a second section with that name would reset the
  // settings of the first one.
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    [
      `[databases]\n* = host=${host} port=${database.port}`,
      readFileSync(deployed, 'utf8'),
      `listen_port = ${port}`,
      `auth_file = ${join(folder, 'users.txt')}`,
      ...(supportsPreparedStatements ? ['max_prepared_statements = 500'] : []),
      '',
    ].join('\n'),
  );
  const child = startUnprivileged(host, folder, program, [join(folder, 'pgbouncer.ini')]);
  const ended = once(child, 'exit');
  const urlOf = (url: string) =>
    `postgresql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}${new URL(url).pathname}`;
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await waitUntilConnected(urlOf(withDatabaseName(databaseUrl, 'postgres')), child).catch(
    async (error: unknown) => {
      await stop();
      throw error;
    },
  );
  return { supportsPreparedStatements, urlOf, stop };
}

/** PgBouncer doesn't run as root. Only the owner of a Unix socket can use it. */
function startUnprivileged(
  host: string,
  folder: string,
  program: string,
  args: string[],
): ChildProcess {
  const owner = host.startsWith('/') ? statSync(host) : null;
  const { ids } = chooseOsUser(owner, unprivilegedUsers);
  if (ids !== null) {
    chmodSync(folder, 0o755);
    chownSync(folder, ids.uid, ids.gid);
  }
  return spawn(program, args, {
    cwd: folder,
    stdio: 'ignore',
    ...(ids ?? {}),
  });
}

async function waitUntilConnected(url: string, child: ChildProcess): Promise<void> {
  await eventually(
    async () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer exited with ${child.exitCode}`);
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('select 1');
        return true;
      } catch {
        return false;
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    'PgBouncer accepts connections',
    15_000,
  );
}

function isAtLeastVersion(program: string, minMajor: number, minMinor: number): boolean {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout)?.slice(1) ?? []).map(Number);
  return major > minMajor || (major === minMajor && minor >= minMinor);
}
