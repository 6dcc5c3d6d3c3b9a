import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { BackupError, fileTrouble } from './backup-error.ts';
import {
  type BackupEnd,
  type BackupHead,
  endOfRows,
  firstLine,
  type MarkLine,
  parseHead,
  parseMark,
} from './backup-format.ts';

const lineBreak = 0x0a;
// More than any line of ours; a file that is no backup need not be read to its end to see that.
const longestLine = 1_000_000;

/** A backup that is being read, from its beginning to its end; holds no more than a chunk of it. */
export class BackupReader {
  readonly head: BackupHead;
  readonly #lines: Lines;

  private constructor(lines: Lines, head: BackupHead) {
    this.#lines = lines;
    this.head = head;
  }

  /** @throws BackupError where the file is no backup that this version reads. */
  static async open(path: string): Promise<BackupReader> {
    const lines = new Lines(path);
    const first = await lines.next();
    if (first !== firstLine) {
      const other = first?.startsWith('-- cairn-backup ') === true;
      throw new BackupError(
        other
          ? `${path} was made by a newer Cairn, in a form that this one does not read.`
          : `${path} is not a backup of Cairn.`,
      );
    }
    const head = await lines.next();
    if (head === null) throw broken(path);
    return new BackupReader(lines, parseHead(head));
  }

  /** The next table, job, or the end. After a table, `rows` has to be read to its end first. */
  async mark(): Promise<MarkLine> {
    const sha256 = this.#lines.hashSoFar();
    const line = await this.#lines.next();
    if (line === null) throw broken(this.#lines.path);
    const mark = parseMark(line);
    if (mark.kind === 'end' && mark.end.sha256 !== sha256) throw broken(this.#lines.path);
    return mark;
  }

  /** The rows of the table that was just named, as COPY takes them. */
  rows(): AsyncGenerator<Buffer> {
    return this.#lines.until(endOfRows);
  }

  close(): void {
    this.#lines.close();
  }
}

/**
 * Reads a whole file and compares every byte with the hash at its end.
 * @throws BackupError where it is not whole, not what was written, or no backup.
 */
export async function checkBackup(path: string): Promise<{ head: BackupHead; end: BackupEnd }> {
  const reader = await BackupReader.open(path);
  try {
    for (;;) {
      const mark = await reader.mark();
      if (mark.kind === 'end') return { head: reader.head, end: mark.end };
      if (mark.kind === 'table') for await (const _ of reader.rows());
    }
  } finally {
    reader.close();
  }
}

const broken = (path: string) =>
  new BackupError(`${path} is damaged or was not written to its end. Take another backup.`);

/** The lines of a gzipped file, with a running hash of all that was read. */
class Lines {
  readonly path: string;
  readonly #hash: Hash = createHash('sha256');
  readonly #file;
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(path: string) {
    this.path = path;
    const file = createReadStream(path);
    const plain = createGunzip({ chunkSize: 65_536 });
    file.on('error', (error) => plain.destroy(error));
    this.#file = file;
    this.#chunks = file.pipe(plain)[Symbol.asyncIterator]();
  }

  hashSoFar(): string {
    return this.#hash.copy().digest('hex');
  }

  /** The next line without its break; null at the end of the file. */
  async next(): Promise<string | null> {
    for (;;) {
      const at = this.#rest.indexOf(lineBreak);
      if (at >= 0) return this.#take(at + 1).toString('utf8', 0, at);
      if (this.#rest.length > longestLine) throw broken(this.path);
      if (!(await this.#more())) return null;
    }
  }

  /** Everything up to a line that says `last`; that line is read as well, and not given. */
  async *until(last: string): AsyncGenerator<Buffer> {
    const closing = Buffer.from(`${last}\n`);
    // A chunk is given up to its last line break, so that the closing line is never cut in two.
    for (;;) {
      const end = closingLine(this.#rest, closing);
      if (end !== null) {
        if (end > 0) yield this.#take(end);
        this.#take(closing.length);
        return;
      }
      const whole = this.#rest.lastIndexOf(lineBreak) + 1;
      if (whole > 0) yield this.#take(whole);
      if (!(await this.#more())) throw broken(this.path);
    }
  }

  close(): void {
    this.#file.destroy();
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#hash.update(taken);
    return taken;
  }

  async #more(): Promise<boolean> {
    try {
      const { done, value } = await this.#chunks.next();
      if (done === true) return false;
      this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
      return true;
    } catch (error) {
      const trouble = fileTrouble(error, this.path);
      if (trouble !== null) throw new BackupError(trouble);
      if (isNotGzip(error)) throw new BackupError(`${this.path} is not a backup of Cairn.`);
      if (isDamage(error)) throw broken(this.path);
      throw error;
    }
  }
}

/** Where the closing line begins in a text that begins with a whole line; null: not in it. */
function closingLine(text: Buffer, closing: Buffer): number | null {
  if (text.subarray(0, closing.length).equals(closing)) return 0;
  const at = text.indexOf(Buffer.concat([Buffer.from('\n'), closing]));
  return at < 0 ? null : at + 1;
}

// zlib's own: https://nodejs.org/api/zlib.html#constants
const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
const isDamage = (error: unknown): boolean =>
  ['Z_DATA_ERROR', 'Z_BUF_ERROR'].includes(String(codeOf(error)));
const isNotGzip = (error: unknown): boolean =>
  codeOf(error) === 'Z_DATA_ERROR' &&
  error instanceof Error &&
  error.message.includes('header check');
