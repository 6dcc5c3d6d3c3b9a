import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const MB = 1_000_000;
/** If less space is free, the database is read-only. This much is enough for the transactions that are in progress. */
export const MIN_FREE = 64 * MB;
/** If this much space is free, writing is allowed again. More than MIN_FREE, so that the mode does not flap. */
const ENOUGH_FREE = 96 * MB;
/**
 * The size of a file that is deleted to make room when PostgreSQL starts on a full disk. Recovery needs several WAL
 * segments.
 */
const RESERVE = 64 * MB;
const CHUNK = MB;
/** In milliseconds. */
const CHECK_INTERVAL = 1_000;

const setting = 'default_transaction_read_only';

export interface DiskGuardOptions {
  /** A folder on the disk of the database. */
  readonly folder: string;
  /** PostgreSQL's data folder. */
  readonly data: string;
  readonly onChange: (text: string) => void;
}

/** True if the disk of a folder has too little space for a database that can be written to. */
export const isDiskFull = (folder: string): boolean => freeBytes(folder) < MIN_FREE;

const reserveIn = (folder: string): string => join(folder, 'disk-reserve');

/** Makes room for a start and for PostgreSQL's recovery if the disk of a folder is full. */
export function makeRoom(folder: string): void {
  if (isDiskFull(folder)) rmSync(reserveIn(folder), { force: true });
}

/**
 * Makes the database read-only before its disk is full. PostgreSQL itself accepts writes until it can't write its log. It
 * then ends every connection and can't start again, so that not even reads are possible.
 */
export class DiskGuard {
  readonly #options: DiskGuardOptions;
  readonly #reserve: string;
  #isReadOnly = false;
  #isReserving = false;

  constructor(options: DiskGuardOptions) {
    this.#options = options;
    this.#reserve = reserveIn(options.folder);
  }

  /** Sets the mode before PostgreSQL starts. */
  prepare(): void {
    this.#setReadOnly(isDiskFull(this.#options.folder));
  }

  /**
   * Checks the disk every second, and calls `reload` when the mode has changed.
   * @returns a function that stops checking
   */
  watch(reload: () => void): () => void {
    const check = () => {
      const free = freeBytes(this.#options.folder);
      const shouldBeReadOnly = this.#isReadOnly ? free < ENOUGH_FREE : free < MIN_FREE;
      if (shouldBeReadOnly !== this.#isReadOnly) {
        this.#setReadOnly(shouldBeReadOnly);
        reload();
      }
      if (free > ENOUGH_FREE + RESERVE) void this.#createReserve();
    };
    check();
    const timer = setInterval(check, CHECK_INTERVAL);
    return () => clearInterval(timer);
  }

  #setReadOnly(isReadOnly: boolean): void {
    try {
      writeMode(this.#options.data, isReadOnly);
    } catch {
      // A file system that copies on write needs space even to overwrite.
      rmSync(this.#reserve, { force: true });
      return;
    }
    if (isReadOnly === this.#isReadOnly) return;
    this.#isReadOnly = isReadOnly;
    const free = Math.round(freeBytes(this.#options.folder) / MB);
    this.#options.onChange(
      isReadOnly
        ? `The disk of ${this.#options.folder} is full (${free} MB left). Users can read, but changes are rejected until there is space again.`
        : `The disk of ${this.#options.folder} has space again (${free} MB left). Changes are accepted.`,
    );
  }

  async #createReserve(): Promise<void> {
    if (this.#isReserving || existsSync(this.#reserve)) return;
    this.#isReserving = true;
    const draft = `${this.#reserve}.new`;
    try {
      const file = await open(draft, 'w', 0o600);
      // Random, so that no file system compresses it.
      const chunk = randomBytes(CHUNK);
      for (let size = 0; size < RESERVE; size += CHUNK) await file.write(chunk);
      await file.close();
      await rename(draft, this.#reserve);
    } catch {
      await rm(draft, { force: true }).catch(() => {});
    } finally {
      this.#isReserving = false;
    }
  }
}

/** The space that PostgreSQL may use, in bytes. Excludes the space that is reserved for root. */
function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Writes the setting to the file that PostgreSQL reads last. Overwriting the file in place needs no space. */
function writeMode(data: string, isReadOnly: boolean): void {
  const path = join(data, 'postgresql.auto.conf');
  const line = `${setting} = ${isReadOnly ? 'on ' : 'off'}`;
  const text = readFileSync(path, 'utf8');
  const pattern = new RegExp(`^${setting} = .*$`, 'm');
  const changed = pattern.test(text) ? text.replace(pattern, line) : `${text}${line}\n`;
  if (changed === text) return;
  const file = openSync(path, 'r+');
  try {
    writeSync(file, changed);
  } finally {
    closeSync(file);
  }
}
