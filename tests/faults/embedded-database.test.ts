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

const holder = fileURLToPath(new URL('hold-database.ts', import.meta.url));
const asRoot = process.getuid?.() === 0;

let folder: string;
let sharedFolder = '';
let dataDir: string;
const running: { stop(): Promise<void> }[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'cairn faults '));
  // Root's database runs as another user, who has to get through.
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
  sharedFolder = join(folder, 'shared');
});

afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the database from this process; it is stopped after the test. */
async function start(options: { osUsers?: string[]; dataDir?: string } = {}) {
  const database = await startDatabase({ dataDir, sharedFolder, nonDurable: true, ...options });
  running.push(database);
  return database;
}

interface Held {
  readonly process: ChildProcess;
  readonly url: string;
  readonly pid: number;
  readonly supervisorPid: number;
}

/** Starts the database from a process of its own, so that the test can kill that one. */
async function startElsewhere(): Promise<Held> {
  const child = spawn(process.execPath, [holder, dataDir, sharedFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push({
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    },
  });
  const line = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve);
  });
  // Printed by hold-database.ts.
  const said = JSON.parse(line) as Omit<Held, 'process'>;
  return { process: child, ...said };
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
  query(database.url, 'create table kept as select 42 as answer');

async function expectTheRow(database: { url: string }): Promise<void> {
  expect(await query(database.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
}

describe('the embedded database', () => {
  let prepared: string;

  beforeAll(async () => {
    prepared = mkdtempSync(join(realpathSync(tmpdir()), 'cairn-prepared-'));
    chmodSync(prepared, 0o711);
    const database = await startDatabase({ dataDir: prepared, sharedFolder, nonDurable: true });
    await database.stop();
  });

  afterAll(() => {
    rmSync(prepared, { recursive: true, force: true });
  });

  // Making a database takes a second; a copy of one, owners included, does not.
  beforeEach(() => {
    execFileSync('cp', ['-a', prepared, dataDir]);
  });

  test('keeps what was written from one start to the next, at the same address', async () => {
    const first = await start();
    await writeOneRow(first);
    await first.stop();
    const second = await start();
    await expectTheRow(second);
    expect(second.url).toBe(first.url);
  });

  test('ends when the process that started it is killed', async () => {
    const held = await startElsewhere();
    await writeOneRow(held);
    held.process.kill('SIGKILL');
    expect(await waitUntil(() => !isAlive(held.pid), 10_000)).toBe(true);
    expect(await waitUntil(() => !isAlive(held.supervisorPid), 10_000)).toBe(true);
    await expectTheRow(await start());
  });

  test('ends when its supervisor is killed, and that is told', async () => {
    const database = await start();
    await writeOneRow(database);
    process.kill(database.supervisorPid, 'SIGKILL');
    expect(await database.ended).toContain('was killed');
    expect(await waitUntil(() => !isAlive(database.pid), 10_000)).toBe(true);
    await expectTheRow(await start());
  });

  test('that was killed itself says so, and starts again with what was written', async () => {
    const database = await start();
    await writeOneRow(database);
    process.kill(database.pid, 'SIGKILL');
    expect(await database.ended).toContain('ended unexpectedly');
    await expectTheRow(await start());
  });

  test('refuses a second start on the same folder, and goes on serving the first', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(`Another Cairn is running on the data folder ${dataDir}`);
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('stops one that was left running without its supervisor and watchdog', async () => {
    const left = await leaveOneBehind();
    const database = await start();
    expect(isAlive(left)).toBe(false);
    await expectTheRow(database);
  });

  test('leaves a stranger alone whose process number is in a stale postmaster.pid', async () => {
    const database = await start();
    await writeOneRow(database);
    const pidFile = join(dataDir, 'postmaster.pid');
    const inside = join(dataDir, 'postgres', 'postmaster.pid');
    cpSync(inside, pidFile);
    await database.stop();
    // Of the database's own user, as PostgreSQL itself sees through any other.
    const { uid, gid } = statSync(join(dataDir, 'postgres'));
    const own = asRoot ? { uid, gid } : {};
    const stranger = spawn('sleep', ['60'], { ...own, cwd: '/', stdio: 'ignore' });
    running.push({ stop: async () => void stranger.kill() });
    const lines = readFileSync(pidFile, 'utf8').split('\n');
    writeFileSync(inside, [String(stranger.pid), ...lines.slice(1)].join('\n'));
    await expectTheRow(await start());
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  });

  test('that was half made is made anew', async () => {
    rmSync(dataDir, { recursive: true });
    mkdirSync(join(dataDir, 'postgres.new-99999', 'base'), { recursive: true });
    if (asRoot) chmodSync(dataDir, 0o711);
    await writeOneRow(await start());
    expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
  });

  test('gives itself a new password when the file with the old one is lost', async () => {
    const first = await start();
    await writeOneRow(first);
    await first.stop();
    rmSync(join(dataDir, 'postgres.password'));
    const second = await start();
    expect(second.url).not.toBe(first.url);
    await expectTheRow(second);
  });

  test('leaves no socket folder behind', async () => {
    const database = await start();
    const socket = new URL(database.url).searchParams.get('host') ?? '';
    expect(existsSync(socket)).toBe(true);
    await database.stop();
    expect(existsSync(socket)).toBe(false);
  });
});

describe.runIf(asRoot)('the embedded database, started as root', () => {
  test('runs as another user', async () => {
    const database = await start({ osUsers: ['no-such-user', 'nobody'] });
    await writeOneRow(database);
    const owner = readFileSync(`/proc/${database.pid}/status`, 'utf8');
    expect(/^Uid:\s+(\d+)/m.exec(owner)?.[1]).not.toBe('0');
  });

  test('says what to do where there is no such user', async () => {
    const refused = start({ osUsers: ['no-such-user'] });
    await expect(refused).rejects.toThrow('set DATABASE_URL');
  });

  describe('in a folder that only root may enter', () => {
    beforeEach(() => {
      const closed = join(folder, 'closed');
      mkdirSync(closed, { mode: 0o700 });
      dataDir = join(closed, 'data');
    });

    test('keeps its data where the other user can reach it', async () => {
      const first = await start();
      await writeOneRow(first);
      await first.stop();
      expect(readdirSync(sharedFolder)).toHaveLength(1);
      await expectTheRow(await start());
    });

    test('is not shared with a copy of the folder', async () => {
      await writeOneRow(await start());
      const copy = join(folder, 'copy');
      cpSync(dataDir, copy, { recursive: true });
      await expect(start({ dataDir: copy })).rejects.toThrow('is a copy of');
    });

    test('starts empty when the folder was deleted', async () => {
      const first = await start();
      await writeOneRow(first);
      await first.stop();
      rmSync(dataDir, { recursive: true });
      const second = await start();
      await expect(expectTheRow(second)).rejects.toThrow('relation "kept" does not exist');
    });
  });
});

/** Leaves a postmaster running by killing its watchdog and its supervisor. */
async function leaveOneBehind(): Promise<number> {
  const database: RunningDatabase = await startDatabase({
    dataDir,
    sharedFolder,
    nonDurable: true,
  });
  await writeOneRow(database);
  const watchdog = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find((name) => commandOf(name).endsWith(`cairn-watchdog\0${database.pid}\0`));
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
