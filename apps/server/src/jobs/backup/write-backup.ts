import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { formatMessage } from '@cairn/contract/text/copy';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { unlimitedSessionOptions } from '../../platform/database/session-settings.ts';
import { backupCopy } from './backup.copy.ts';
import { readOpenJobs, readSchema, readTables } from './backup.queries.ts';
import { encryptChunks } from './backup-encryption.ts';
import { BackupError, describeFileError, NothingToBackUpError } from './backup-error.ts';
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
import { flushFolder } from './flush-folder.ts';
import { verifyBackup } from './read-backup.ts';

export interface BackupRequest {
  /** Without a transaction pooler in between. */
  databaseUrl: string;
  /** The target file. An existing file is replaced once the new one is complete. */
  path: string;
  /** See key-fingerprints.ts. */
  keyFingerprints: string[];
  /** The key to encrypt the backup with (see backup-encryption.ts). Null if the backup is not encrypted. */
  secretKey: string | null;
}

export interface BackupResult {
  path: string;
  bytes: number;
  rows: number;
  /** The instant that the backup shows (UTC, ISO 8601). */
  madeAt: string;
}

// A fast level, because the server keeps running meanwhile. It still shrinks rows considerably.
const compression = { level: 4 };

/**
 * Writes a consistent snapshot of the database to a file while the server keeps running. The file is written under a
 * temporary name, verified, and then renamed, so that a full disk or a killed process leaves existing backups intact.
 *
 * Only its owner may read the file, because it contains all user data.
 *
 * @throws BackupError if the file can't be written, or the database is empty
 */
export async function writeBackup({
  databaseUrl,
  path,
  keyFingerprints,
  secretKey,
}: BackupRequest): Promise<BackupResult> {
  const folder = dirname(path);
  const temporaryPath = join(folder, `.${basename(path)}.${process.pid}.unfinished`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeUnfinished(folder);
    await writeFile(databaseUrl, temporaryPath, keyFingerprints, secretKey);
    const { head, end } = await verifyBackup(temporaryPath, secretKey);
    const { size } = await stat(temporaryPath);
    await rename(temporaryPath, path);
    await flushFolder(folder);
    const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0);
    return { path, bytes: size, rows, madeAt: head.made_at };
  } catch (error) {
    await rm(temporaryPath, { force: true }).catch(() => {});
    const problem = describeFileError(error, path);
    if (problem === null) throw error;
    throw new BackupError(formatMessage(backupCopy.backup.failed, { problem }));
  }
}

async function writeFile(
  databaseUrl: string,
  path: string,
  keyFingerprints: string[],
  secretKey: string | null,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'cairn backup',
    options: unlimitedSessionOptions,
  });
  let connectionError: Error | undefined;
  client.on('error', (error) => {
    connectionError = error;
  });
  await client.connect();
  try {
    const file = createWriteStream(path, { mode: 0o600, flush: true });
    const compressed = createGzip(compression);
    if (secretKey === null)
      await pipeline(generateContent(client, keyFingerprints), compressed, file);
    else
      await pipeline(
        generateContent(client, keyFingerprints),
        compressed,
        (chunks) => encryptChunks(chunks, secretKey),
        file,
      );
  } catch (error) {
    throw connectionError ?? error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Yields the content of a backup, from a single snapshot. */
async function* generateContent(
  client: pg.Client,
  keyFingerprints: string[],
): AsyncGenerator<Buffer> {
  await client.query('begin isolation level repeatable read read only');
  const hash = createHash('sha256');
  const addToHash = (part: Buffer | string): Buffer => {
    const bytes = Buffer.from(part);
    hash.update(bytes);
    return bytes;
  };
  const rows: Record<string, number> = {};
  const tables = await readTables(client);
  const schema = await readSchema(client);
  if (schema.length === 0) throw new NothingToBackUpError(backupCopy.backup.emptyDatabase);
  const head: BackupHead = {
    made_at: new Date().toISOString(),
    schema,
    token_keys: keyFingerprints,
  };
  yield addToHash(`${firstLine}\n${headLine(head)}`);
  for (const table of tables) {
    yield addToHash(tableLine(table));
    for await (const part of copyRows(client, table, rows)) yield addToHash(part);
    yield addToHash(`${endOfRows}\n`);
  }
  const jobs = await readOpenJobs(client);
  for (const job of jobs) yield addToHash(jobLine(job));
  await client.query('commit');
  yield Buffer.from(endLine({ rows, jobs: jobs.length, sha256: hash.digest('hex') }));
}

/** Yields the rows of a table in COPY format. Stores their number in `rows`. */
async function* copyRows(
  client: pg.Client,
  table: SavedTable,
  rows: Record<string, number>,
): AsyncGenerator<Buffer> {
  const stream = client.query(copyTo(`copy ${tableSql(table)} to stdout`));
  yield* stream;
  rows[table.name] = stream.rowCount;
}

/** Deletes the temporary files of killed processes. Those of running processes are kept. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /\.(\d+)\.unfinished$/.exec(name)?.[1];
    if (pid === undefined) continue;
    // In containers, an earlier process may have had the same id as this one.
    const isAbandoned = Number(pid) === process.pid || !isRunning(Number(pid));
    if (isAbandoned) await rm(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A running process of another user can't be signaled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
