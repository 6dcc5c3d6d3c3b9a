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
import { connectQueues } from '../../apps/server/src/platform/queue.ts';
import { seedTransactions } from '../../bench/seed-transactions.ts';
import { root } from '../../tools/command/root.mjs';
import { type RunningDatabase, startDatabase } from '../../tools/database/start-database.ts';
import { readEvents } from '../support/event-stream.ts';
import { eventually } from '../support/eventually.ts';
import { fingerprints } from '../support/fingerprints.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { type Product, signUp, type TestClient } from '../support/test-client.ts';

const manyRows = 3_000;

let folder: string;
let dataDir: string;
let backups: string;
let database: RunningDatabase;
let server: ServerProcess;
let person: TestClient;
let client: pg.Client;

beforeAll(async () => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'cairn-backup-'));
  // Root's database runs as another user, who has to get through.
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
  backups = join(dataDir, 'backups');
  database = await startDatabase({
    dataDir,
    sharedFolder: join(folder, 'shared'),
    nonDurable: true,
  });
  server = await startServerProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  // No provider is asked anything here.
  person = await signUp({ url: server.url } as Product, 'dana@example.com');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { id } = await person.reply('GET /user/me');
  await seedTransactions(client, id, manyRows);
  await settled();
}, 120_000);

afterAll(async () => {
  await client?.end();
  await server?.stop();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What begins by itself when the server starts has ended. */
const settled = () =>
  eventually(async () => {
    const { rows } = await client.query(
      `select 1 from pgboss.job where state < 'completed' and name in ('refresh-demo', 'refresh-quotes')`,
    );
    return rows.length === 0;
  }, 'what begins by itself has ended');

interface Ran {
  code: number;
  printed: string;
}

/** Runs a command line of the documentation in this test's environment. */
function run(line: string, environment: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      '/bin/sh',
      ['-c', line],
      { cwd: root, env: { ...process.env, DATA_DIR: dataDir, ...environment } },
      (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, printed: out + err }),
    );
  });
}

const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');

/** A command line of the documentation that begins like this, with its example file put right. */
function documented(beginning: string, file = ''): string {
  const line = page.split('\n').find((each) => each.startsWith(beginning));
  if (line === undefined) throw new Error(`docs/operations.md has no line '${beginning}'`);
  return line.replace(/\s+#.*$/, '').replace(/\S+\.sql\.gz/, file);
}

// The same without npm, which takes longer than the backup.
const node = `'${process.execPath}'`;
const backUp = (file: string) => run(`${node} tools/backup.ts ${file}`);
const restore = (file: string) => run(`${node} tools/restore.ts ${file} --yes`);

/** Everything but when prices were last asked for, which is every minute, and when migrations ran. */
async function everything() {
  await settled();
  return fingerprintsOf(database.url);
}

async function fingerprintsOf(url: string) {
  const { quote_refreshes: _, schema_migrations: __, ...rest } = await fingerprints(url);
  return rest;
}

describe('a backup as docs/operations.md tells', () => {
  test('brings everything back while the server runs: the same counts and hashes, and open work', async () => {
    const queues = await connectQueues(database.url);
    const { id } = await person.reply('GET /user/me');
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const job = { name: 'unlink-item', data: { userId: id, itemId: id }, start_after: later };
    await queues.putBack([{ ...job, singleton_key: 'its place' }], (text, values) =>
      client.query(text, values),
    );
    await queues.close();
    const before = await everything();
    expect(before.transactions?.rows).toBeGreaterThanOrEqual(manyRows);

    const file = join(folder, 'of-then.sql.gz');
    expect(await run(documented('npm run backup -- ', file))).toMatchObject({ code: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);

    await client.query('update transactions set user_excluded = true');
    await client.query('delete from budgets');
    await client.query("delete from pgboss.job where name = 'unlink-item'");
    await client.query("update users set email = 'other@example.com', paid_until = now()");
    const stranger = await signUp({ url: server.url } as Product);
    const theirPage = await readEvents(stranger);
    const statuses: number[] = [];
    let over = false;
    const asking = (async () => {
      while (!over) statuses.push((await person.call('GET /user/me')).status);
    })();
    const restored = await run(documented('npm run restore -- ', file));
    over = true;
    await asking;
    expect(restored).toMatchObject({ code: 0 });

    expect(await everything()).toEqual(before);
    const { rows: jobs } = await client.query(
      `select data, singleton_key, start_after, policy, retry_limit
       from pgboss.job
       where name = 'unlink-item' and state = 'created'`,
    );
    expect(jobs).toEqual([
      {
        data: job.data,
        singleton_key: 'its place',
        start_after: new Date(later),
        policy: 'short',
        retry_limit: 20_000,
      },
    ]);
    // Nobody who read meanwhile was turned away; open pages look again; who came later is gone.
    expect(statuses.length).toBeGreaterThan(1);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await eventually(() => theirPage.ended, 'an open page is told to look again');
    expect((await stranger.call('GET /user/me')).status).toBe(401);
    // What was there is kept, and brings that back.
    const [kept] = readdirSync(backups).filter((name) => name.startsWith('before-restore-'));
    expect(await restore(join(backups, kept ?? ''))).toMatchObject({ code: 0 });
    expect((await stranger.call('GET /user/me')).status).toBe(200);
    expect(await restore(file)).toMatchObject({ code: 0 });
    expect(await everything()).toEqual(before);
  });

  test('leads to another machine: an empty folder, with the keys', async () => {
    const file = join(folder, 'to-move.sql.gz');
    expect(await backUp(file)).toMatchObject({ code: 0 });
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o711 });
    const command = `${node} tools/restore.ts ${file} --yes`;
    const without = await run(command, { DATA_DIR: elsewhere });
    expect(without.code).toBe(1);
    expect(without.printed).toContain('restore the file token.keys');
    cpSync(join(dataDir, 'token.keys'), join(elsewhere, 'token.keys'));
    expect(await run(command, { DATA_DIR: elsewhere })).toMatchObject({ code: 0 });
    const moved = await startDatabase({ dataDir: elsewhere, nonDurable: true });
    try {
      expect(await fingerprintsOf(moved.url)).toEqual(await everything());
    } finally {
      await moved.stop();
    }
  });
});

describe('a backup that is not to be had', () => {
  let file: string;
  beforeAll(async () => {
    file = join(folder, 'whole.sql.gz');
    expect(await backUp(file)).toMatchObject({ code: 0 });
  });

  test('is refused where it is cut short, changed, without its end or something else', async () => {
    const bad = join(folder, 'bad.sql.gz');
    const before = await everything();
    const whole = readFileSync(file);
    const text = gunzipSync(whole).toString('latin1');
    const cases: [Buffer, string][] = [
      [whole.subarray(0, whole.length / 2), 'damaged'],
      [gzipSync(text.replace('Corner Bakery', 'Corner Bakerx')), 'damaged'],
      [gzipSync(text.replace(/-- end .*\n$/, '')), 'damaged'],
      [gzipSync('select 1;\n'), 'is not a backup of Cairn'],
      [Buffer.from('select 1;\n'), 'is not a backup of Cairn'],
    ];
    for (const [content, words] of cases) {
      writeFileSync(bad, content);
      const answer = await restore(bad);
      expect(answer).toMatchObject({ code: 1 });
      expect(answer.printed).toContain(words);
    }
    expect(await everything()).toEqual(before);
  });

  test('of another schema is refused, and nothing changes', async () => {
    await client.query(`insert into schema_migrations (name, run_on) values ('9999_later', now())`);
    try {
      const before = await everything();
      const answer = await restore(file);
      expect(answer).toMatchObject({ code: 1 });
      expect(answer.printed).toContain('the database is at 9999_later');
      expect(await everything()).toEqual(before);
    } finally {
      await client.query(`delete from schema_migrations where name = '9999_later'`);
    }
  });

  test('is asked about before anything is replaced', async () => {
    const before = await everything();
    const answer = await run(`${node} tools/restore.ts ${file} < /dev/null`);
    expect(answer.code).toBe(1);
    expect(answer.printed).toContain('Add --yes to continue.');
    expect(await everything()).toEqual(before);
  });
});

describe('a backup or a restore that does not get to its end', () => {
  test('a full disk leaves the backups of before and says so', async () => {
    const file = join(backups, 'kept.sql.gz');
    mkdirSync(backups, { recursive: true });
    writeFileSync(file, 'the one of before');
    const names = readdirSync(backups);
    // No file may grow beyond 64 blocks: a write fails as it does where the disk is full.
    const answer = await run(`ulimit -f 64; ${node} tools/backup.ts ${file}`);
    expect(answer.code).toBe(1);
    expect(answer.printed).toContain('The disk is full');
    expect(readFileSync(file, 'utf8')).toBe('the one of before');
    expect(readdirSync(backups)).toEqual(names);
    rmSync(file);
  });

  test('one that is killed leaves what was there, and the next one tidies up', async () => {
    const file = join(backups, 'killed.sql.gz');
    mkdirSync(backups, { recursive: true });
    writeFileSync(file, 'the one of before');
    // It waits for this table for as long as the test wants.
    await client.query('begin');
    await client.query('lock table users in access exclusive mode');
    await killOnceItWaits(['tools/backup.ts', file], 'cairn backup');
    await client.query('rollback');
    await isGone('cairn backup');
    expect(readFileSync(file, 'utf8')).toBe('the one of before');
    expect(readdirSync(backups).some((name) => name.endsWith('.unfinished'))).toBe(true);
    expect(await backUp(file)).toMatchObject({ code: 0 });
    expect(readdirSync(backups).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });

  test('a restore that is killed changes nothing, and can be done again', async () => {
    const file = join(folder, 'again.sql.gz');
    expect(await backUp(file)).toMatchObject({ code: 0 });
    await client.query('update transactions set user_excluded = not user_excluded');
    const before = await everything();
    // It has put every row back, and waits for the last of the open work.
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query("select 1 from pgboss.job where name = 'unlink-item' for update");
    await killOnceItWaits(['tools/restore.ts', file, '--yes'], 'cairn restore');
    await holder.query('rollback');
    await holder.end();
    await isGone('cairn restore');
    expect(await everything()).toEqual(before);
    expect(await restore(file)).toMatchObject({ code: 0 });
    const { rows } = await client.query('select 1 from transactions where user_excluded');
    expect(rows).toEqual([]);
  });
});

async function killOnceItWaits(args: string[], application: string): Promise<void> {
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
    }, 'it waits');
  } finally {
    child.kill('SIGKILL');
    await ended;
    await watcher.end();
  }
}

/** PostgreSQL has noticed that the process has gone, and given up what it did. */
const isGone = (application: string) =>
  eventually(async () => {
    const { rows } = await client.query(
      'select 1 from pg_stat_activity where application_name = $1',
      [application],
    );
    return rows.length === 0;
  }, 'its connection has ended');
