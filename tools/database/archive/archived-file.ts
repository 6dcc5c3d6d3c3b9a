import { createReadStream, createWriteStream, statfsSync } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import {
  decryptChunks,
  encryptChunks,
} from '../../../apps/server/src/jobs/backup/backup-encryption.ts';
import { describeFileError } from '../../../apps/server/src/jobs/backup/backup-error.ts';
import { flushFolder } from '../../../apps/server/src/jobs/backup/flush-folder.ts';
import { DatabaseError } from '../database-error.ts';

/** The names of files that this process is writing begin with this. */
const draftPrefix = `.${process.pid}-`;
const unfinishedSuffix = '.unfinished';

/** True for a file that another process began to write. */
export const isUnfinished = (name: string): boolean =>
  name.endsWith(unfinishedSuffix) && !name.startsWith(draftPrefix);

export interface ArchivedFile {
  readonly path: string;
  /** Its size in the archive. */
  readonly bytes: number;
}

interface WriteOptions {
  /** The key to encrypt with (see backup-encryption.ts). Null: the file is not encrypted. */
  readonly secretKey: string | null;
  /** Writing stops if the disk has less free space than this, in bytes. */
  readonly minFree: number;
  /** The file's time of modification. Default: now. */
  readonly modifiedAt?: Date;
  readonly signal?: AbortSignal;
}

/** The file name extension of archived files. */
export const archivedExtension = (secretKey: string | null): string =>
  secretKey === null ? '.zst' : '.zst.age';

/** In bytes. Each part is (de)compressed in another thread, and waiting for many small parts takes longer than the work. */
export const PART_BYTES = 4 * 1024 * 1024;

const compression = {
  // Detects a damaged file even if it is not encrypted.
  params: { [constants.ZSTD_c_checksumFlag]: 1 },
  chunkSize: PART_BYTES,
};

/**
 * Writes a file of the archive, compressed by zstd and encrypted like a backup: completely, or not at all. When the
 * promise resolves, the file has reached the disk. Only its owner may read it, because it contains users' data.
 *
 * @param name its path without `archivedExtension`, or a function that is called when all chunks have been read
 * @throws DatabaseError if the file can't be written
 */
export async function writeArchivedFile(
  chunks: AsyncIterable<Uint8Array>,
  folder: string,
  name: string | (() => string),
  { secretKey, minFree, modifiedAt, signal }: WriteOptions,
): Promise<ArchivedFile> {
  const draft = join(folder, `${draftPrefix}${nextDraft++}${unfinishedSuffix}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = createWriteStream(draft, { mode: 0o600, flush: true });
    const source = whileFree(chunks, folder, minFree);
    const compressed = createZstdCompress(compression);
    const options = signal === undefined ? {} : { signal };
    if (secretKey === null) await pipeline(source, compressed, file, options);
    else
      await pipeline(source, compressed, (parts) => encryptChunks(parts, secretKey), file, options);
    const { size } = await stat(draft);
    if (modifiedAt !== undefined) await utimes(draft, modifiedAt, modifiedAt);
    const finalName = typeof name === 'string' ? name : name();
    const path = join(folder, `${finalName}${archivedExtension(secretKey)}`);
    await rename(draft, path);
    await flushFolder(folder);
    return { path, bytes: size };
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    const problem = describeFileError(error, folder);
    if (problem === null) throw error;
    throw new DatabaseError(problem);
  }
}

let nextDraft = 1;

/**
 * Reads a file of the archive.
 * @throws BackupError while it is read, if it is encrypted with another key
 * @throws DatabaseError while it is read, if it is damaged
 */
export async function* readArchivedFile(
  path: string,
  secretKey: string | null,
): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: PART_BYTES });
  const compressed = path.endsWith('.age') ? decryptChunks(file, secretKey, path) : file;
  const content = createZstdDecompress({ chunkSize: PART_BYTES });
  const done = pipeline(compressed, content).catch(() => {});
  try {
    yield* content as AsyncIterable<Buffer>;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!/^(ZSTD|Z_)/.test(code)) throw error;
    throw new DatabaseError(`${basename(path)} is damaged (${dirname(path)}).`);
  } finally {
    content.destroy();
    await done;
  }
}

/** Reads a file of the archive into memory. Throws like `readArchivedFile`. */
export async function readWholeArchivedFile(
  path: string,
  secretKey: string | null,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of readArchivedFile(path, secretKey)) parts.push(part);
  return Buffer.concat(parts);
}

/** Throws before the disk is full: the database may be on the same disk and need the remaining space. */
async function* whileFree(
  chunks: AsyncIterable<Uint8Array>,
  folder: string,
  minFree: number,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < minFree)
      throw new DatabaseError(`The disk of ${folder} is full. Free some space, or set BACKUP_DIR.`);
    yield chunk;
  }
}
