import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ArchiveFolder, parseSegment } from './archive-folder.ts';
import { readWholeArchivedFile } from './archived-file.ts';
import type { FileRequests } from './file-requests.ts';

interface LogSourceOptions {
  readonly archive: ArchiveFolder;
  /** A data folder whose log may not be archived completely. */
  readonly data: string | null;
  readonly secretKey: string | null;
}

/** Delivers the files of the log to a PostgreSQL that is recovering: from the archive, or from an earlier data folder. */
export class LogSource {
  readonly #options: LogSourceOptions;
  /** The next file, which is read while PostgreSQL replays the current one. */
  #next: { name: string; content: Promise<Buffer | null> } | null = null;
  /** The number of the last segment that was delivered. */
  lastSegment = 0;
  delivered = 0;
  /** Why a file can't be read. PostgreSQL would mistake the missing file for the end of the log. */
  failure: unknown = null;

  constructor(options: LogSourceOptions) {
    this.#options = options;
  }

  /** Delivers a file. Returns false if there is no file with this name. */
  async deliver(name: string, requests: FileRequests): Promise<boolean> {
    try {
      const content = await (this.#next?.name === name ? this.#next.content : this.#read(name));
      this.#next = null;
      if (content === null) return false;
      await requests.deliver(name, content);
      const segment = parseSegment(name);
      if (segment === null) return true;
      this.lastSegment = segment.number;
      this.delivered += 1;
      this.#readAhead(nextName(name));
      return true;
    } catch (error) {
      this.failure ??= error;
      return false;
    }
  }

  #readAhead(name: string): void {
    const content = this.#read(name);
    // Reported when the file is requested.
    content.catch(() => {});
    this.#next = { name, content };
  }

  async #read(name: string): Promise<Buffer | null> {
    const { archive, data, secretKey } = this.#options;
    const archived = archive.findLogFile(name);
    if (archived !== null) return readWholeArchivedFile(archived, secretKey);
    const unarchived = data === null ? null : join(data, 'pg_wal', name);
    return unarchived !== null && existsSync(unarchived) ? readFile(unarchived) : null;
  }
}

/** The segment after another one: the last eight digits of its name go up to 000000FF. */
function nextName(name: string): string {
  const log = Number.parseInt(name.slice(8, 16), 16);
  const low = Number.parseInt(name.slice(16), 16);
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  return name.slice(0, 8) + (low === 0xff ? hex(log + 1) + hex(0) : hex(log) + hex(low + 1));
}
