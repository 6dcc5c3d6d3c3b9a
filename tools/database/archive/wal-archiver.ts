import { existsSync, readdirSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from '../database-error.ts';
import { MIN_FREE } from '../disk-guard.ts';
import type { ArchiveFolder } from './archive-folder.ts';
import { PART_BYTES, readWholeArchivedFile, writeArchivedFile } from './archived-file.ts';

export interface WalArchiverOptions {
  /** PostgreSQL's data folder. */
  readonly data: string;
  readonly archive: ArchiveFolder;
  readonly secretKey: string | null;
  /** True if the log does not continue the one that is archived so far. The archive then records this gap first. */
  readonly hasGap: boolean;
  /** Called when archiving begins to fail or to fall behind, and when it works again. */
  readonly onChange: (text: string) => void;
}

/** If more complete segments than this wait, archiving does not keep up. They take up 1 GB. */
const MANY_WAITING = 64;

/** Copies complete files of PostgreSQL's log into the archive. */
export class WalArchiver {
  readonly #options: WalArchiverOptions;
  #failure: string | null = null;
  #isBehind = false;
  #hasGap: boolean;

  constructor(options: WalArchiverOptions) {
    this.#options = options;
    this.#hasGap = options.hasGap;
  }

  /**
   * Archives a file of the log. After a crash, PostgreSQL may request a file again that is in the archive.
   * @returns false if that failed; PostgreSQL then keeps the file and requests it again
   */
  async archive(name: string): Promise<boolean> {
    try {
      const { data, archive, secretKey } = this.#options;
      if (this.#hasGap) archive.markGap();
      this.#hasGap = false;
      await archiveLogFile(join(data, 'pg_wal', name), name, archive, secretKey);
      this.#report(null);
      return true;
    } catch (error) {
      this.#report(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  /** Reports when too many files wait, although archiving works, and when they have been archived. */
  checkWaiting(): void {
    const folder = join(this.#options.data, 'pg_wal', 'archive_status');
    const waiting = existsSync(folder)
      ? readdirSync(folder).filter((name) => name.endsWith('.ready')).length
      : 0;
    const isBehind = this.#isBehind ? waiting > MANY_WAITING / 2 : waiting > MANY_WAITING;
    if (isBehind === this.#isBehind) return;
    this.#isBehind = isBehind;
    this.#options.onChange(
      isBehind
        ? `Archiving the database's log does not keep up: ${waiting} files of 16 MB wait. Changes in them can't be restored yet.`
        : "Archiving the database's log keeps up again.",
    );
  }

  #report(failure: string | null): void {
    if (failure === this.#failure) return;
    this.#failure = failure;
    this.#options.onChange(
      failure === null
        ? "The database's log is archived again."
        : `The database's log can't be archived: ${failure} It is tried again until it works. Changes since then can't be restored from the archive yet.`,
    );
  }
}

/**
 * Copies a file of the log into the archive, unless it is there. A file with the same name but different content is never
 * replaced, because restores may need it.
 * @throws DatabaseError if the archive can't be written or has another file of this name
 */
export async function archiveLogFile(
  path: string,
  name: string,
  archive: ArchiveFolder,
  secretKey: string | null,
): Promise<void> {
  const archived = archive.findLogFile(name);
  if (archived !== null) {
    const existing = await readWholeArchivedFile(archived, secretKey).catch(() => null);
    if (existing?.equals(await readFile(path))) return;
    if (existing !== null)
      throw new DatabaseError(`${archived} exists already with another content.`);
  }
  const { mtime: modifiedAt } = await stat(path);
  await writeArchivedFile(readFileInParts(path), archive.logFolder, name, {
    secretKey,
    minFree: MIN_FREE,
    modifiedAt,
  });
}

async function* readFileInParts(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    yield* file.createReadStream({ autoClose: false, highWaterMark: PART_BYTES });
  } finally {
    await file.close();
  }
}
