import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readOpenJobs, readSchema, readTables } from './backup.queries.ts';
import { BackupError, fileTrouble, NothingToBackUpError } from './backup-error.ts';
import {
  type BackupHead,
  endLine,
  endOfRows,
  firstLine,
  headLine,
  jobLine,
  type SavedTable,
  tableLine,
  tableSql,
} from './backup-format.ts';
import { checkBackup } from './read-backup.ts';

export interface BackupRequest {
  databaseUrl: string;
  /** Where it is to be; what is there already gives way once the new one is whole. */
  path: string;
  /** See key-marks.ts. */
  keyMarks: string[];
}

export interface BackupMade {
  path: string;
  bytes: number;
  rows: number;
  /** UTC, ISO 8601: the moment that it shows. */
  madeAt: string;
}

// Rows are a good deal smaller at the quickest levels already, and the product goes on beside it.
const compression = { level: 4 };

/**
 * Writes everything that the database holds at one moment to a file, while the product goes on. The
 * file is written beside its place, read back, and renamed when it is known to be whole: a full disk
 * or a killed process leaves what was there.
 *
 * It holds what the rows hold: only its owner may read it.
 *
 * @throws BackupError where the file can't be written, or there is nothing to back up yet.
 */
export async function writeBackup({
  databaseUrl,
  path,
  keyMarks,
}: BackupRequest): Promise<BackupMade> {
  const folder = dirname(path);
  const unfinished = join(folder, `.${basename(path)}.${process.pid}.unfinished`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeUnfinished(folder);
    await writeWhole(databaseUrl, unfinished, keyMarks);
    const { head, end } = await checkBackup(unfinished);
    const { size } = await stat(unfinished);
    await rename(unfinished, path);
    await flushFolder(folder);
    const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0);
    return { path, bytes: size, rows, madeAt: head.made_at };
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    const trouble = fileTrouble(error, path);
    if (trouble === null) throw error;
    throw new BackupError(`${trouble} No backup was made; earlier ones are as they were.`);
  }
}

async function writeWhole(databaseUrl: string, path: string, keyMarks: string[]): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'cairn backup',
    options: '-c timezone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost = error;
  });
  await client.connect();
  try {
    const file = createWriteStream(path, { mode: 0o600, flush: true });
    await pipeline(contents(client, keyMarks), createGzip(compression), file);
  } catch (error) {
    throw lost ?? error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The text of a backup, all of it as of one moment. */
async function* contents(client: pg.Client, keyMarks: string[]): AsyncGenerator<Buffer> {
  await client.query('begin isolation level repeatable read read only');
  const hash = createHash('sha256');
  const hashed = (part: Buffer | string): Buffer => {
    const bytes = Buffer.from(part);
    hash.update(bytes);
    return bytes;
  };
  const rows: Record<string, number> = {};
  const tables = await readTables(client);
  const schema = await readSchema(client);
  if (schema.length === 0)
    throw new NothingToBackUpError(
      'This database has never been used: there is nothing to back up.',
    );
  const head: BackupHead = {
    made_at: new Date().toISOString(),
    schema,
    token_keys: keyMarks,
  };
  yield hashed(`${firstLine}\n${headLine(head)}`);
  for (const table of tables) {
    yield hashed(tableLine(table));
    for await (const part of copyRows(client, table, rows)) yield hashed(part);
    yield hashed(`${endOfRows}\n`);
  }
  const jobs = await readOpenJobs(client);
  for (const job of jobs) yield hashed(jobLine(job));
  await client.query('commit');
  yield Buffer.from(endLine({ rows, jobs: jobs.length, sha256: hash.digest('hex') }));
}

/** The rows of a table as COPY writes them; counts them in `rows`. */
async function* copyRows(
  client: pg.Client,
  table: SavedTable,
  rows: Record<string, number>,
): AsyncGenerator<Buffer> {
  const stream = client.query(copyTo(`copy ${tableSql(table)} to stdout`));
  yield* stream;
  rows[table.name] = stream.rowCount;
}

/** What a process that was killed left. One that still runs is at its own. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /\.(\d+)\.unfinished$/.exec(name)?.[1];
    if (pid === undefined) continue;
    // A process of before may have had our number, as happens in containers.
    const abandoned = Number(pid) === process.pid || !isRunning(Number(pid));
    if (abandoned) await rm(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's, whom we may not signal, runs.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** So that the new name is on the disk too, not in its cache alone. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
