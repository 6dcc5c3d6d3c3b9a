import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectQueueRestorer } from '../../apps/server/src/platform/jobs/queue.ts';
import { seedTransactions } from '../../bench/seed-transactions.ts';
import { root } from '../../tools/command/root.mjs';
import { type RunningDatabase, startDatabase } from '../../tools/database/start-database.ts';
import { fingerprintTables } from '../support/database/fingerprints.ts';
import { eventually } from '../support/eventually.ts';
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';
import { openEventStream } from '../support/requests/event-stream.ts';
import { type AppUnderTest, signUp, type TestClient } from '../support/requests/test-client.ts';

const seededTransactionCount = 3_000;

let folder: string;
let dataDir: string;
let backups: string;
let database: RunningDatabase;
let server: ServerProcess;
let person: TestClient;
let client: pg.Client;

beforeAll(async () => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'cairn-backup-'));
  // As root, the database runs as another user, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
  backups = join(dataDir, 'backups');
  database = await startDatabase({
    dataDir,
    sharedFolder: join(folder, 'shared'),
    nonDurable: true,
  });
  server = await startServerProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  // No provider is called in this test.
  person = await signUp({ url: server.url } as AppUnderTest, 'dana@example.com');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { id } = await person.request('GET /user/me');
  await seedTransactions(client, id, seededTransactionCount);
  await waitForStartupJobs();
}, 120_000);

afterAll(async () => {
  await client?.end();
  await server?.stop();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Waits until the jobs that run at server start have finished. */
const waitForStartupJobs = () =>
  eventually(async () => {
    const { rows } = await client.query(
      `select 1 from pgboss.job where state < 'completed' and name in ('refresh-demo', 'refresh-quotes')`,
    );
    return rows.length === 0;
  }, 'the startup jobs have finished');

interface CommandResult {
  code: number;
  output: string;
}

/** Runs a shell command in this test's environment. */
function run(line: string, environment: Record<string, string> = {}): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(
      '/bin/sh',
      ['-c', line],
      { cwd: root, env: { ...process.env, DATA_DIR: dataDir, ...environment } },
      (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: out + err }),
    );
  });
}

const operationsGuide = readFileSync(join(root, 'docs/operations.md'), 'utf8');

/** Finds a command in docs/operations.md by its beginning, and replaces its example file with `file`. */
function documentedCommand(beginning: string, file = ''): string {
  const line = operationsGuide.split('\n').find((candidate) => candidate.startsWith(beginning));
  if (line === undefined) throw new Error(`docs/operations.md has no line '${beginning}'`);
  return line.replace(/\s+#.*$/, '').replace(/\S+\.sql\.gz/, file);
}

// The same commands without npm, whose start takes longer than the backup.
const node = `'${process.execPath}'`;
const runBackup = (file: string) => run(`${node} tools/backup.ts ${file}`);
const runRestore = (file: string) => run(`${node} tools/restore.ts ${file} --yes`);

/** Fingerprints of all tables except quote refreshes, which change every minute, and migrations. */
async function databaseFingerprints() {
  await waitForStartupJobs();
  return readFingerprints(database.url);
}

async function readFingerprints(url: string) {
  const { quote_refreshes: _, schema_migrations: __, ...rest } = await fingerprintTables(url);
  return rest;
}

/** All indexes and constraints, as SQL. */
async function readDefinitions(url: string): Promise<string[]> {
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  try {
    const { rows } = await reader.query<{ definition: string }>(`
      select indexdef as definition from pg_indexes where schemaname = 'public'
      union all
      select format('%s %s %s %s', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
      from pg_constraint
      where connamespace = 'public'::regnamespace
      order by 1`);
    return rows.map(({ definition }) => definition);
  } finally {
    await reader.end();
  }
}

describe('the documented backup and restore commands', () => {
  test('restore all rows and open jobs while the server runs', async () => {
    const queues = await connectQueueRestorer(database.url);
    const { id } = await person.request('GET /user/me');
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const job = { name: 'unlink-item', data: { userId: id, itemId: id }, start_after: later };
    await queues.restoreJobs([{ ...job, singleton_key: 'unlink key' }], (text, values) =>
      client.query(text, values),
    );
    await queues.close();
    const before = await databaseFingerprints();
    expect(before.transactions?.rows).toBeGreaterThanOrEqual(seededTransactionCount);

    const file = join(folder, 'snapshot.sql.gz');
    expect(await run(documentedCommand('npm run backup -- /', file))).toMatchObject({ code: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);

    await client.query('update transactions set user_excluded = true');
    await client.query('delete from budgets');
    await client.query("delete from pgboss.job where name = 'unlink-item'");
    await client.query("update users set email = 'other@example.com', paid_until = now()");
    const laterUser = await signUp({ url: server.url } as AppUnderTest);
    const openBrowser = await openEventStream(laterUser);
    const statuses: number[] = [];
    let isRestored = false;
    const polling = (async () => {
      while (!isRestored) statuses.push((await person.call('GET /user/me')).status);
    })();
    const restored = await run(documentedCommand('npm run restore -- /', file));
    isRestored = true;
    await polling;
    expect(restored).toMatchObject({ code: 0 });

    expect(await databaseFingerprints()).toEqual(before);
    const { rows: jobs } = await client.query(
      `select data, singleton_key, start_after, policy, retry_limit
       from pgboss.job
       where name = 'unlink-item' and state = 'created'`,
    );
    expect(jobs).toEqual([
      {
        data: job.data,
        singleton_key: 'unlink key',
        start_after: new Date(later),
        policy: 'short',
        retry_limit: 20_000,
      },
    ]);
    // Reads never failed during the restore. Event streams ended, so that browsers reload. The user who signed up after
    // the backup no longer exists.
    expect(statuses.length).toBeGreaterThan(1);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await eventually(() => openBrowser.ended, 'the event stream of an open browser ends');
    expect((await laterUser.call('GET /user/me')).status).toBe(401);
    // The data from before the restore was backed up and can be restored as well.
    const [automaticBackup] = readdirSync(backups).filter((name) =>
      name.startsWith('before-restore-'),
    );
    expect(await runRestore(join(backups, automaticBackup ?? ''))).toMatchObject({ code: 0 });
    expect((await laterUser.call('GET /user/me')).status).toBe(200);
    expect(await runRestore(file)).toMatchObject({ code: 0 });
    expect(await databaseFingerprints()).toEqual(before);
  });

  test('move the data to another machine with an empty data folder and the keys', async () => {
    const file = join(folder, 'to-move.sql.gz');
    expect(await runBackup(file)).toMatchObject({ code: 0 });
    const otherDataDir = join(folder, 'other');
    mkdirSync(otherDataDir, { mode: 0o711 });
    const command = `${node} tools/restore.ts ${file} --yes`;
    const withoutKeys = await run(command, { DATA_DIR: otherDataDir });
    expect(withoutKeys.code).toBe(1);
    expect(withoutKeys.output).toContain('restore the file token.keys');
    cpSync(join(dataDir, 'token.keys'), join(otherDataDir, 'token.keys'));
    expect(await run(command, { DATA_DIR: otherDataDir })).toMatchObject({ code: 0 });
    const moved = await startDatabase({ dataDir: otherDataDir, nonDurable: true });
    try {
      expect(await readFingerprints(moved.url)).toEqual(await databaseFingerprints());
      // No server was running, so the indexes and constraints were dropped meanwhile.
      const definitions = await readDefinitions(moved.url);
      expect(definitions.length).toBeGreaterThan(100);
      expect(definitions).toEqual(await readDefinitions(database.url));
    } finally {
      await moved.stop();
    }
  });
});

const addLaterMigration = () =>
  client.query(`insert into schema_migrations (name, run_on) values ('9999_later', now())`);
const removeLaterMigration = () =>
  client.query(`delete from schema_migrations where name = '9999_later'`);

describe('a backup that cannot be restored', () => {
  let file: string;
  beforeAll(async () => {
    file = join(folder, 'whole.sql.gz');
    expect(await runBackup(file)).toMatchObject({ code: 0 });
  });

  test('is rejected if it is truncated, modified, lacks its end line, or is no backup at all', async () => {
    const invalidFile = join(folder, 'bad.sql.gz');
    const before = await databaseFingerprints();
    const validContent = readFileSync(file);
    const text = gunzipSync(validContent).toString('latin1');
    const cases: [Buffer, string][] = [
      [validContent.subarray(0, validContent.length / 2), 'damaged'],
      [gzipSync(text.replace('Corner Bakery', 'Corner Bakerx')), 'damaged'],
      [gzipSync(text.replace(/-- end .*\n$/, '')), 'damaged'],
      [gzipSync('select 1;\n'), "isn't a Cairn backup"],
      [Buffer.from('select 1;\n'), "isn't a Cairn backup"],
    ];
    for (const [content, message] of cases) {
      writeFileSync(invalidFile, content);
      const result = await runRestore(invalidFile);
      expect(result).toMatchObject({ code: 1 });
      expect(result.output).toContain(message);
    }
    expect(await databaseFingerprints()).toEqual(before);
  });

  test('with another schema is rejected without changing anything', async () => {
    const later = join(folder, 'later.sql.gz');
    await addLaterMigration();
    try {
      expect(await runBackup(later)).toMatchObject({ code: 0 });
    } finally {
      await removeLaterMigration();
    }
    const before = await databaseFingerprints();
    const result = await runRestore(later);
    expect(result).toMatchObject({ code: 1 });
    expect(result.output).toContain('This backup has schema 9999_later');
    expect(await databaseFingerprints()).toEqual(before);
  });

  test('because a newer version has migrated the database is rejected without changing anything', async () => {
    await addLaterMigration();
    try {
      const before = await databaseFingerprints();
      const result = await runRestore(file);
      expect(result).toMatchObject({ code: 1 });
      expect(result.output).toContain(
        'A newer version of Cairn has updated this database (9999_later)',
      );
      expect(await databaseFingerprints()).toEqual(before);
    } finally {
      await removeLaterMigration();
    }
  });

  test('is not restored without confirmation', async () => {
    const before = await databaseFingerprints();
    const result = await run(`${node} tools/restore.ts ${file} < /dev/null`);
    expect(result.code).toBe(1);
    expect(result.output).toContain('Add --yes to continue.');
    expect(await databaseFingerprints()).toEqual(before);
  });
});

describe('an interrupted backup or restore', () => {
  test('a backup on a full disk fails with a message and keeps the existing backups', async () => {
    const file = join(backups, 'kept.sql.gz');
    mkdirSync(backups, { recursive: true });
    writeFileSync(file, 'existing backup');
    const names = readdirSync(backups);
    // No file may grow beyond 64 blocks, so that a write fails as on a full disk.
    const result = await run(`ulimit -f 64; ${node} tools/backup.ts ${file}`);
    expect(result.code).toBe(1);
    expect(result.output).toContain('The disk is full');
    expect(readFileSync(file, 'utf8')).toBe('existing backup');
    expect(readdirSync(backups)).toEqual(names);
    rmSync(file);
  });

  test('a killed backup keeps the existing backup, and the next backup deletes its temporary file', async () => {
    const file = join(backups, 'killed.sql.gz');
    mkdirSync(backups, { recursive: true });
    writeFileSync(file, 'existing backup');
    // The backup waits for this lock until the test releases it.
    await client.query('begin');
    await client.query('lock table users in access exclusive mode');
    await killWhileWaiting(['tools/backup.ts', file], 'cairn backup');
    await client.query('rollback');
    await waitForConnectionToClose('cairn backup');
    expect(readFileSync(file, 'utf8')).toBe('existing backup');
    expect(readdirSync(backups).some((name) => name.endsWith('.unfinished'))).toBe(true);
    expect(await runBackup(file)).toMatchObject({ code: 0 });
    expect(readdirSync(backups).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });

  test('a killed restore changes nothing and can be repeated', async () => {
    const file = join(folder, 'again.sql.gz');
    expect(await runBackup(file)).toMatchObject({ code: 0 });
    await client.query('update transactions set user_excluded = not user_excluded');
    const before = await databaseFingerprints();
    // The restore has written every row and waits to delete the last open job.
    const lockHolder = new pg.Client({ connectionString: database.url });
    await lockHolder.connect();
    await lockHolder.query('begin');
    await lockHolder.query("select 1 from pgboss.job where name = 'unlink-item' for update");
    await killWhileWaiting(['tools/restore.ts', file, '--yes'], 'cairn restore');
    await lockHolder.query('rollback');
    await lockHolder.end();
    await waitForConnectionToClose('cairn restore');
    expect(await databaseFingerprints()).toEqual(before);
    expect(await runRestore(file)).toMatchObject({ code: 0 });
    const { rows } = await client.query('select 1 from transactions where user_excluded');
    expect(rows).toEqual([]);
  });
});

async function killWhileWaiting(args: string[], application: string): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const watcher = new pg.Client({ connectionString: database.url });
  await watcher.connect();
  try {
    await eventually(async () => {
      const { rows } = await watcher.query(
        `select 1 from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`,
        [application],
      );
      return rows.length > 0;
    }, 'the process waits for a lock');
  } finally {
    child.kill('SIGKILL');
    await ended;
    await watcher.end();
  }
}

/** Waits until PostgreSQL has noticed the dead process and rolled back its transaction. */
const waitForConnectionToClose = (application: string) =>
  eventually(async () => {
    const { rows } = await client.query(
      'select 1 from pg_stat_activity where application_name = $1',
      [application],
    );
    return rows.length === 0;
  }, 'the connection is closed');
