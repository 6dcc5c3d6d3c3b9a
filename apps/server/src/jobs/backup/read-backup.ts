import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { formatMessage } from '@cairn/contract/text/copy';
import { backupCopy } from './backup.copy.ts';
import { decryptChunks, isEncrypted } from './backup-encryption.ts';
import { BackupError, describeFileError } from './backup-error.ts';
import {
  type BackupEnd,
  type BackupHead,
  endOfRows,
  firstLine,
  parseHead,
  parseSectionLine,
  type SectionLine,
} from './backup-format.ts';

const lineBreak = 0x0a;
// In bytes. Longer than any line of a backup, so that another kind of file is rejected early.
const maxLineLength = 1_000_000;

/** Reads a backup from start to end. Only one chunk is in memory at a time. */
export class BackupReader {
  readonly head: BackupHead;
  readonly #lines: Lines;

  private constructor(lines: Lines, head: BackupHead) {
    this.#lines = lines;
    this.head = head;
  }

  /** @throws BackupError if the file is not a backup that this version can read with this key. */
  static async open(path: string, secretKey: string | null): Promise<BackupReader> {
    const lines = await Lines.open(path, secretKey);
    const first = await lines.next();
    if (first !== firstLine) {
      const isNewer = first?.startsWith('-- cairn-backup ') === true;
      const { newerFormat, notABackup } = backupCopy.restore;
      throw new BackupError(formatMessage(isNewer ? newerFormat : notABackup, { path }));
    }
    const head = await lines.next();
    if (head === null) throw damagedError(path);
    return new BackupReader(lines, parseHead(head));
  }

  /** Reads the next table, job, or end line. The rows of a table must be read completely first. */
  async nextSection(): Promise<SectionLine> {
    const sha256 = this.#lines.hashSoFar();
    const line = await this.#lines.next();
    if (line === null) throw damagedError(this.#lines.path);
    const section = parseSectionLine(line);
    if (section.kind === 'end' && section.end.sha256 !== sha256)
      throw damagedError(this.#lines.path);
    return section;
  }

  /** The rows of the current table, in COPY format. */
  rows(): AsyncGenerator<Buffer> {
    return this.#lines.until(endOfRows);
  }

  close(): void {
    this.#lines.close();
  }
}

/**
 * Reads a whole file and compares its hash with the one at its end.
 * @throws BackupError if the file is incomplete, damaged, or not a backup
 */
export async function verifyBackup(
  path: string,
  secretKey: string | null,
): Promise<{ head: BackupHead; end: BackupEnd }> {
  const reader = await BackupReader.open(path, secretKey);
  try {
    for (;;) {
      const section = await reader.nextSection();
      if (section.kind === 'end') return { head: reader.head, end: section.end };
      if (section.kind === 'table') for await (const _ of reader.rows());
    }
  } finally {
    reader.close();
  }
}

const damagedError = (path: string) =>
  new BackupError(formatMessage(backupCopy.restore.damaged, { path }));

/** The lines of a gzipped file, which may be encrypted, with a running hash of everything read. */
class Lines {
  readonly path: string;
  readonly #hash: Hash = createHash('sha256');
  readonly #file: Readable;
  readonly #chunks: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);

  private constructor(path: string, file: Readable) {
    this.path = path;
    const gunzip = createGunzip({ chunkSize: 65_536 });
    file.on('error', (error) => gunzip.destroy(error));
    this.#file = file;
    this.#chunks = file.pipe(gunzip)[Symbol.asyncIterator]();
  }

  static async open(path: string, secretKey: string | null): Promise<Lines> {
    try {
      const isFileEncrypted = await isEncrypted(path);
      const file = createReadStream(path);
      return new Lines(
        path,
        isFileEncrypted ? Readable.from(decryptChunks(file, secretKey, path)) : file,
      );
    } catch (error) {
      const problem = describeFileError(error, path);
      throw problem === null ? error : new BackupError(problem);
    }
  }

  hashSoFar(): string {
    return this.#hash.copy().digest('hex');
  }

  /** The next line without its line break, or null at the end of the file. */
  async next(): Promise<string | null> {
    for (;;) {
      const index = this.#buffer.indexOf(lineBreak);
      if (index >= 0) return this.#consume(index + 1).toString('utf8', 0, index);
      if (this.#buffer.length > maxLineLength) throw damagedError(this.path);
      if (!(await this.#readChunk())) return null;
    }
  }

  /** Yields everything before the line `lastLine`. That line is consumed too, but not yielded. */
  async *until(lastLine: string): AsyncGenerator<Buffer> {
    const closing = Buffer.from(`${lastLine}\n`);
    // Yields whole lines only, so that the closing line is never split across chunks.
    for (;;) {
      const end = indexOfClosingLine(this.#buffer, closing);
      if (end !== null) {
        if (end > 0) yield this.#consume(end);
        this.#consume(closing.length);
        return;
      }
      const wholeLines = this.#buffer.lastIndexOf(lineBreak) + 1;
      if (wholeLines > 0) yield this.#consume(wholeLines);
      if (!(await this.#readChunk())) throw damagedError(this.path);
    }
  }

  close(): void {
    this.#file.destroy();
  }

  #consume(length: number): Buffer {
    const consumed = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    this.#hash.update(consumed);
    return consumed;
  }

  async #readChunk(): Promise<boolean> {
    try {
      const { done, value } = await this.#chunks.next();
      if (done === true) return false;
      this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value]);
      return true;
    } catch (error) {
      const problem = describeFileError(error, this.path);
      if (problem !== null) throw new BackupError(problem);
      if (isNotGzip(error))
        throw new BackupError(formatMessage(backupCopy.restore.notABackup, { path: this.path }));
      if (isCorrupt(error)) throw damagedError(this.path);
      throw error;
    }
  }
}

/** Returns the index of the closing line, or null. The text must start at the beginning of a line. */
function indexOfClosingLine(text: Buffer, closing: Buffer): number | null {
  if (text.subarray(0, closing.length).equals(closing)) return 0;
  const index = text.indexOf(Buffer.concat([Buffer.from('\n'), closing]));
  return index < 0 ? null : index + 1;
}

// Error codes of zlib: https://nodejs.org/api/zlib.html#constants
const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
const isCorrupt = (error: unknown): boolean =>
  ['Z_DATA_ERROR', 'Z_BUF_ERROR'].includes(String(codeOf(error)));
const isNotGzip = (error: unknown): boolean =>
  codeOf(error) === 'Z_DATA_ERROR' &&
  error instanceof Error &&
  error.message.includes('header check');
