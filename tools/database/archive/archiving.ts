import { join } from 'node:path';
import type { DatabaseFolder } from '../database-folder.ts';
import { ArchiveFolder, readSystemId } from './archive-folder.ts';
import type { ArchiveOptions } from './archive-options.ts';
import { readArchivingState, writeArchivingState } from './archiving-state.ts';
import { createBaseBackup } from './base-backup.ts';
import { FileRequests } from './file-requests.ts';
import { deleteExpired } from './retention.ts';
import { WalArchiver } from './wal-archiver.ts';

const HOUR = 3_600_000;
/** In milliseconds: how often Cairn checks the archive and whether a base backup is due. */
const CHECK_INTERVAL = 10_000;
/** In milliseconds, after a base backup that failed. */
const RETRY_DELAY = 300_000;

/** Archives the log of a running database, and creates base backups when they are due. */
export class Archiving {
  readonly requests: FileRequests;
  readonly #data: string;
  readonly #options: ArchiveOptions;
  readonly #archive: ArchiveFolder;
  readonly #archiver: WalArchiver;
  readonly #onChange: (text: string) => void;
  readonly #stopRequest = new AbortController();
  readonly #stopServing: () => void;
  #upkeep: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #retryAt = 0;

  /** Begins to respond to PostgreSQL, which may archive something as soon as it starts. */
  constructor(
    { path, data, user }: DatabaseFolder,
    options: ArchiveOptions,
    onChange: (text: string) => void,
  ) {
    this.#data = data;
    this.#options = options;
    this.#onChange = onChange;
    this.#archive = new ArchiveFolder(options.folder, readSystemId(data));
    this.#archiver = new WalArchiver({
      data,
      archive: this.#archive,
      secretKey: options.secretKey,
      hasGap: readArchivingState(data) !== 'continuous',
      onChange,
    });
    this.requests = new FileRequests(join(path, 'archiving'), user);
    this.#stopServing = this.requests.serve((name) => this.#archiver.archive(name));
  }

  /** Creates base backups from now on, the first one at once if it is due. */
  start(databaseUrl: string): void {
    let isRunning = false;
    const check = () => {
      if (isRunning) return;
      isRunning = true;
      this.#upkeep = this.#createDueBaseBackup(databaseUrl).finally(() => {
        isRunning = false;
      });
    };
    check();
    this.#timer = setInterval(check, CHECK_INTERVAL);
  }

  /** Ends a base backup in progress. PostgreSQL still archives its log when it stops. */
  async stopBaseBackups(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopRequest.abort();
    await this.#upkeep;
  }

  /** Ends archiving. PostgreSQL has ended. */
  async stop(): Promise<void> {
    await this.stopBaseBackups();
    this.#stopServing();
  }

  #isBaseBackupDue(): boolean {
    if (readArchivingState(this.#data) !== 'continuous') return true;
    const latest = this.#archive.readBaseBackups().at(-1);
    const age = Date.now() - (latest?.finishedAt.getTime() ?? 0);
    return latest === undefined || age > this.#options.baseBackupHours * HOUR;
  }

  /** A problem with the archive must not stop the database, so this never rejects. */
  async #createDueBaseBackup(databaseUrl: string): Promise<void> {
    try {
      this.#archiver.checkWaiting();
      if (Date.now() >= this.#retryAt && this.#isBaseBackupDue())
        await this.#createBaseBackup(databaseUrl);
    } catch (error) {
      if (this.#stopRequest.signal.aborted) return;
      this.#retryAt = Date.now() + RETRY_DELAY;
      const reason = error instanceof Error ? error.message : String(error);
      this.#onChange(`The base backup failed: ${reason} It is tried again in 5 minutes.`);
    }
  }

  async #createBaseBackup(databaseUrl: string): Promise<void> {
    const startedAt = performance.now();
    this.#archive.removeUnfinished();
    const { path, bytes } = await createBaseBackup({
      databaseUrl,
      data: this.#data,
      archive: this.#archive,
      secretKey: this.#options.secretKey,
      signal: this.#stopRequest.signal,
    });
    writeArchivingState(this.#data, 'continuous');
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    const size = (bytes / 1_000_000).toFixed(1);
    this.#onChange(`Created the base backup ${path} (${size} MB in ${seconds} s).`);
    deleteExpired(this.#archive, this.#options.days);
  }
}
