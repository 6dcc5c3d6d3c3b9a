import { type FileHandle, open, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTarPacker } from 'modern-tar';
import pg from 'pg';
import { DatabaseError } from '../database-error.ts';
import { MIN_FREE } from '../disk-guard.ts';
import { type ArchiveFolder, baseName } from './archive-folder.ts';
import { type ArchivedFile, PART_BYTES, writeArchivedFile } from './archived-file.ts';
import { archivingStateName } from './archiving-state.ts';

export interface BaseBackupOptions {
  readonly databaseUrl: string;
  /** PostgreSQL's data folder. */
  readonly data: string;
  readonly archive: ArchiveFolder;
  readonly secretKey: string | null;
  readonly signal: AbortSignal;
}

type TarController = ReturnType<typeof createTarPacker>['controller'];

/** More than a segment of the log needs, so that a base backup doesn't use up the rest of the disk. */
const MIN_FREE_FOR_BASE = 4 * MIN_FREE;

/**
 * What a base backup leaves out (https://www.postgresql.org/docs/18/continuous-archiving.html, "Making a Base Backup
 * Using the Low Level API"): what belongs to running processes, what a start creates again, and the log, which is
 * archived.
 */
const emptyFolders = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const leftOutFiles = [
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'backup_label.old',
  'tablespace_map',
  archivingStateName,
];
/** Copied last, as PostgreSQL's own program does. */
const controlFile = 'global/pg_control';

/**
 * Copies the files of a running database into the archive. With the copy and the log since then, any later time can be
 * restored. Meanwhile, the database is used as usual.
 *
 * @throws DatabaseError or pg.DatabaseError if this fails. The archive is then unchanged.
 */
export async function createBaseBackup(options: BaseBackupOptions): Promise<ArchivedFile> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: 'cairn base backup',
    options: '-c statement_timeout=0 -c idle_session_timeout=0',
  });
  let connectionError: Error | undefined;
  client.on('error', (error) => {
    connectionError = error;
  });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('cairn', fast => true)`);
    return await writeBase(client, options);
  } catch (error) {
    throw connectionError ?? error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function writeBase(client: pg.Client, options: BaseBackupOptions): Promise<ArchivedFile> {
  const { archive, secretKey } = options;
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const { readable, controller } = createTarPacker();
  let name = '';
  const packing = packAll(client, { ...options, signal }, controller).then(
    (finalName) => {
      name = finalName;
      controller.finalize();
    },
    (error: unknown) => controller.error(error),
  );
  try {
    const minFree = MIN_FREE_FOR_BASE;
    return await writeArchivedFile(readable, archive.baseBackupsFolder, () => name, {
      secretKey,
      minFree,
      signal,
    });
  } catch (error) {
    // Otherwise files of the database would stay open.
    failure.abort();
    controller.error(error);
    throw error;
  } finally {
    await packing;
  }
}

/** Adds everything to the tar. Returns the name of the base backup. */
async function packAll(
  client: pg.Client,
  { data, archive, signal }: BaseBackupOptions,
  controller: TarController,
): Promise<string> {
  for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
    const path = relative(data, join(entry.parentPath, entry.name));
    if (!isIncluded(path)) continue;
    if (entry.isFile()) await addOpenFile(controller, path, join(data, path));
    // The folder of the log may be a link to another disk.
    else if (entry.isDirectory() || emptyFolders.includes(path)) await addFolder(controller, path);
  }
  await addContent(controller, controlFile, await readUnchanging(join(data, controlFile)));
  const { rows } = await client.query<{ label: string; stopped_at: Date; last_segment: string }>(`
    select
      labelfile as label,
      clock_timestamp() as stopped_at,
      pg_walfile_name(lsn) as last_segment
    from pg_backup_stop(wait_for_archive => false)`);
  const [stopped] = rows;
  const firstSegment = /^START WAL LOCATION: .* \(file ([0-9A-F]{24})\)$/m.exec(
    stopped?.label ?? '',
  )?.[1];
  if (stopped === undefined || firstSegment === undefined)
    throw new DatabaseError('PostgreSQL returned no label for the base backup.');
  await addContent(controller, 'backup_label', Buffer.from(stopped.label));
  // Without the log up to this segment, the base backup can't be restored.
  while (archive.findLogFile(stopped.last_segment) === null)
    await delay(100, undefined, { signal });
  return baseName(stopped.stopped_at, firstSegment, stopped.last_segment);
}

function isIncluded(path: string): boolean {
  if (path === controlFile || leftOutFiles.includes(path)) return false;
  if (/(^|\/)pgsql_tmp/.test(path)) return false;
  return !emptyFolders.some((folder) => path.startsWith(`${folder}/`));
}

async function addFolder(controller: TarController, name: string): Promise<void> {
  await controller.add({ name: `${name}/`, type: 'directory', size: 0, mode: 0o700 }).close();
}

async function addContent(controller: TarController, name: string, content: Buffer): Promise<void> {
  const writer = controller.add({ name, size: content.length, mode: 0o600 }).getWriter();
  await writer.write(content);
  await writer.close();
}

/** Adds a file that PostgreSQL may be changing or deleting. The log has all changes since the backup began. */
async function addOpenFile(controller: TarController, name: string, path: string): Promise<void> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  try {
    const { size } = await file.stat();
    const writer = controller.add({ name, size, mode: 0o600 }).getWriter();
    for (let position = 0; position < size; ) {
      const part = Buffer.alloc(Math.min(PART_BYTES, size - position));
      const { bytesRead } = await file.read(part, 0, part.length, position);
      // A file that has become shorter is filled up with zeros.
      position += bytesRead === 0 ? part.length : bytesRead;
      await writer.write(bytesRead === 0 ? part : part.subarray(0, bytesRead));
    }
    await writer.close();
  } finally {
    await file.close();
  }
}

/** Reads a small file until two reads in a row return the same content, in case it is being written. */
async function readUnchanging(path: string): Promise<Buffer> {
  for (let previous = await readFile(path); ; ) {
    const content = await readFile(path);
    if (content.equals(previous)) return content;
    previous = content;
  }
}
