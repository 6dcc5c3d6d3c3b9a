import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
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
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isAlive, readPidFile, waitUntil } from '../../tools/database/postmaster.ts';
import { type RunningDatabase, startDatabase } from '../../tools/database/start-database.ts';

const databaseScript = fileURLToPath(new URL('run-database.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;

let folder: string;
let sharedFolder = '';
let dataDir: string;
const startedProcesses: { stop(): Promise<void> }[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'cairn faults '));
  // As root, the database runs as another user, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
  sharedFolder = join(folder, 'shared');
});

afterEach(async () => {
  for (const started of startedProcesses.splice(0)) await started.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the database from this process and stops it after the test. */
async function start(options: { osUsers?: string[]; dataDir?: string } = {}) {
  const database = await startDatabase({ dataDir, sharedFolder, nonDurable: true, ...options });
  startedProcesses.push(database);
  return database;
}

interface SpawnedDatabase {
  readonly process: ChildProcess;
  readonly url: string;
  readonly pid: number;
  readonly supervisorPid: number;
}

/** Starts the database from a child process, which the test can kill. */
async function startInChild(): Promise<SpawnedDatabase> {
  const child = spawn(process.execPath, [databaseScript, dataDir, sharedFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  startedProcesses.push({
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    },
  });
  const line = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve);
  });
  // Printed by run-database.ts.
  const printed = JSON.parse(line) as Omit<SpawnedDatabase, 'process'>;
  return { process: child, ...printed };
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query(statement);
    return rows;
  } finally {
    await client.end();
  }
}

const writeOneRow = (database: { url: string }) =>
  query(database.url, 'create table sample as select 42 as value');

async function expectRow(database: { url: string }): Promise<void> {
  expect(await query(database.url, 'select value from sample')).toEqual([{ value: 42 }]);
}

describe('the embedded database', () => {
  let preparedDataDir: string;

  beforeAll(async () => {
    preparedDataDir = mkdtempSync(join(realpathSync(tmpdir()), 'cairn-prepared-'));
    chmodSync(preparedDataDir, 0o711);
    const database = await startDatabase({
      dataDir: preparedDataDir,
      sharedFolder,
      nonDurable: true,
    });
    await database.stop();
  });

  afterAll(() => {
    rmSync(preparedDataDir, { recursive: true, force: true });
  });

  // Copying a prepared database, including owners, is faster than creating one.
  beforeEach(() => {
    execFileSync('cp', ['-a', preparedDataDir, dataDir]);
  });

  test('keeps its data and its address across restarts', async () => {
    const first = await start();
    await writeOneRow(first);
    await first.stop();
    const second = await start();
    await expectRow(second);
    expect(second.url).toBe(first.url);
  });

  test('stops when the process that started it is killed', async () => {
    const spawned = await startInChild();
    await writeOneRow(spawned);
    spawned.process.kill('SIGKILL');
    expect(await waitUntil(() => !isAlive(spawned.pid), 10_000)).toBe(true);
    expect(await waitUntil(() => !isAlive(spawned.supervisorPid), 10_000)).toBe(true);
    await expectRow(await start());
  });

  test('stops and reports the reason when its supervisor is killed', async () => {
    const database = await start();
    await writeOneRow(database);
    process.kill(database.supervisorPid, 'SIGKILL');
    expect(await database.ended).toContain('was killed');
    expect(await waitUntil(() => !isAlive(database.pid), 10_000)).toBe(true);
    await expectRow(await start());
  });

  test('reports that it was killed, and restarts with its data', async () => {
    const database = await start();
    await writeOneRow(database);
    process.kill(database.pid, 'SIGKILL');
    expect(await database.ended).toContain('ended unexpectedly');
    await expectRow(await start());
  });

  test('refuses a second start on the same data folder and keeps running', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(`Another Cairn is running on the data folder ${dataDir}`);
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('stops an orphaned database whose supervisor and watchdog were killed', async () => {
    const orphanedPid = await orphanDatabase();
    const database = await start();
    expect(isAlive(orphanedPid)).toBe(false);
    await expectRow(database);
  });

  test('does not stop an unrelated process whose id is in a stale postmaster.pid', async () => {
    const database = await start();
    await writeOneRow(database);
    const savedPidFile = join(dataDir, 'postmaster.pid');
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    cpSync(pidFile, savedPidFile);
    await database.stop();
    // The process runs as the database's user, because PostgreSQL ignores those of other users.
    const { uid, gid } = statSync(join(dataDir, 'postgres'));
    const owner = isRoot ? { uid, gid } : {};
    const unrelated = spawn('sleep', ['60'], { ...owner, cwd: '/', stdio: 'ignore' });
    startedProcesses.push({ stop: async () => void unrelated.kill() });
    const lines = readFileSync(savedPidFile, 'utf8').split('\n');
    writeFileSync(pidFile, [String(unrelated.pid), ...lines.slice(1)].join('\n'));
    await expectRow(await start());
    expect(unrelated.exitCode ?? unrelated.signalCode).toBeNull();
  });

  test('restarts while its killed postmaster is a zombie', async () => {
    const database = await start();
    await writeOneRow(database);
    const savedPidFile = join(dataDir, 'postmaster.pid');
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    cpSync(pidFile, savedPidFile);
    await database.stop();
    const zombiePid = await startZombie(statSync(join(dataDir, 'postgres')));
    const lines = readFileSync(savedPidFile, 'utf8').split('\n');
    const content = [String(zombiePid), ...lines.slice(1)].join('\n');
    writeFileSync(pidFile, content);
    const socketFolder = lines[4] ?? '';
    mkdirSync(socketFolder, { recursive: true });
    writeFileSync(join(socketFolder, '.s.PGSQL.5432.lock'), content);
    await expectRow(await start());
  });

  test('is created again after an interrupted creation', async () => {
    rmSync(dataDir, { recursive: true });
    mkdirSync(join(dataDir, 'postgres.new-99999', 'base'), { recursive: true });
    if (isRoot) chmodSync(dataDir, 0o711);
    await writeOneRow(await start());
    expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
  });

  test('sets a new password if the password file is lost', async () => {
    const first = await start();
    await writeOneRow(first);
    await first.stop();
    rmSync(join(dataDir, 'postgres.password'));
    const second = await start();
    expect(second.url).not.toBe(first.url);
    await expectRow(second);
  });

  test('deletes its socket folder when it stops', async () => {
    const database = await start();
    const socket = new URL(database.url).searchParams.get('host') ?? '';
    expect(existsSync(socket)).toBe(true);
    await database.stop();
    expect(existsSync(socket)).toBe(false);
  });
});

describe.runIf(isRoot)('the embedded database, started as root', () => {
  test('runs as another user', async () => {
    const database = await start({ osUsers: ['no-such-user', 'nobody'] });
    await writeOneRow(database);
    const processStatus = readFileSync(`/proc/${database.pid}/status`, 'utf8');
    expect(/^Uid:\s+(\d+)/m.exec(processStatus)?.[1]).not.toBe('0');
  });

  test('explains what to do if there is no such user', async () => {
    const attempt = start({ osUsers: ['no-such-user'] });
    await expect(attempt).rejects.toThrow('set DATABASE_URL');
  });

  describe('in a folder that only root can enter', () => {
    beforeEach(() => {
      const closed = join(folder, 'closed');
      mkdirSync(closed, { mode: 0o700 });
      dataDir = join(closed, 'data');
    });

    test('stores its data where the user that it runs as can reach it', async () => {
      const first = await start();
      await writeOneRow(first);
      await first.stop();
      expect(readdirSync(sharedFolder)).toHaveLength(1);
      await expectRow(await start());
    });

    test('refuses to start in a copy of the folder', async () => {
      await writeOneRow(await start());
      const copy = join(folder, 'copy');
      cpSync(dataDir, copy, { recursive: true });
      await expect(start({ dataDir: copy })).rejects.toThrow('is a copy of');
    });

    test('starts empty after the folder was deleted', async () => {
      const first = await start();
      await writeOneRow(first);
      await first.stop();
      rmSync(dataDir, { recursive: true });
      const second = await start();
      await expect(expectRow(second)).rejects.toThrow('relation "sample" does not exist');
    });
  });
});

/** Starts a process of this user that has ended and is never reaped by its parent. Returns its id. */
async function startZombie({ uid, gid }: { uid: number; gid: number }): Promise<number> {
  const parent = spawn('/bin/sh', ['-c', 'true & echo $!; exec sleep 60'], {
    ...(isRoot ? { uid, gid } : {}),
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  startedProcesses.push({ stop: async () => void parent.kill() });
  const pid = await new Promise<number>((resolve) => {
    createInterface({ input: parent.stdout }).once('line', (line) => resolve(Number(line)));
  });
  expect(await waitUntil(() => !isAlive(pid), 10_000)).toBe(true);
  return pid;
}

/** Starts a database and kills its supervisor and its watchdog. Returns the postmaster's process id. */
async function orphanDatabase(): Promise<number> {
  const database: RunningDatabase = await startDatabase({
    dataDir,
    sharedFolder,
    nonDurable: true,
  });
  await writeOneRow(database);
  const watchdog = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find((name) => commandOf(name).includes(`\0cairn-watchdog\0${database.pid}\0`));
  if (watchdog === undefined) throw new Error('There is no watchdog.');
  process.kill(Number(watchdog), 'SIGKILL');
  process.kill(database.supervisorPid, 'SIGKILL');
  await database.ended;
  const data = join(dataDir, 'postgres');
  expect(readPidFile(data)?.pid).toBe(database.pid);
  expect(isAlive(database.pid)).toBe(true);
  return database.pid;
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
