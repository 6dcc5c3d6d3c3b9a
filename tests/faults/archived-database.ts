import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { root } from '../../tools/command/root.mjs';
import { ArchiveFolder, readSystemId } from '../../tools/database/archive/archive-folder.ts';
import { type RunningDatabase, startDatabase } from '../../tools/database/start-database.ts';
import { eventually } from '../support/eventually.ts';

interface ArchivedDatabaseOptions {
  /** Default: `backups` in DATA_DIR. */
  backupDir?: string;
  secretKey?: string;
}

export interface RestoreResult {
  code: number;
  output: string;
}

/** An embedded database that archives its log every second, in a temporary folder. */
export class ArchivedDatabase {
  readonly folder: string;
  readonly dataDir: string;
  readonly backupDir: string;
  /** What the supervisor has reported. */
  readonly reports: string[] = [];
  readonly #secretKey: string | null;
  #running: RunningDatabase | null = null;

  constructor({ backupDir, secretKey }: ArchivedDatabaseOptions = {}) {
    this.folder = mkdtempSync(join(realpathSync(tmpdir()), 'cairn archive '));
    // As root, the database runs as another user, which must be able to enter the folder.
    chmodSync(this.folder, 0o711);
    this.dataDir = join(this.folder, 'data');
    this.backupDir = backupDir ?? join(this.dataDir, 'backups');
    this.#secretKey = secretKey ?? null;
  }

  get data(): string {
    return join(this.dataDir, 'postgres');
  }

  get archive(): ArchiveFolder {
    return new ArchiveFolder(join(this.backupDir, 'archive'), readSystemId(this.data));
  }

  get running(): RunningDatabase {
    if (this.#running === null) throw new Error('The database is not running.');
    return this.#running;
  }

  async start({ archived = true } = {}): Promise<void> {
    this.#running = await startDatabase({
      dataDir: this.dataDir,
      sharedFolder: join(this.folder, 'shared'),
      nonDurable: true,
      onProgress: (text) => this.reports.push(text),
      archive: archived
        ? {
            folder: join(this.backupDir, 'archive'),
            secretKey: this.#secretKey,
            days: 7,
            baseBackupHours: 24,
            maxSeconds: 1,
          }
        : null,
    });
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = null;
  }

  /** Starts the database, and waits until it has this many base backups. */
  async startWithBases(count: number): Promise<void> {
    await this.start();
    await eventually(
      () => this.archive.readBaseBackups().length >= count,
      `there are ${count} base backups`,
    );
  }

  async query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.running.url });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Returns a time after everything that was committed so far, and before everything that follows. */
  async currentTime(): Promise<Date> {
    const now = async () =>
      (await this.query<{ now: Date }>('select clock_timestamp() as now'))[0]?.now ?? new Date(0);
    // A time has milliseconds here, and microseconds in the database.
    const time = new Date((await now()).getTime() + 1);
    await eventually(async () => (await now()) > time, 'that millisecond is over');
    return time;
  }

  /** Returns the name of the log file that PostgreSQL is writing. */
  async currentSegment(): Promise<string> {
    const [row] = await this.query<{ segment: string }>(
      'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment',
    );
    return row?.segment ?? '';
  }

  /** Waits until all changes are archived. Returns the path of the last archived file with changes. */
  async untilArchived(): Promise<string> {
    const segment = await this.currentSegment();
    await this.query('create table if not exists ticks ()');
    return eventually(async () => {
      // Without changes, PostgreSQL does not begin a new file.
      await this.query('insert into ticks default values');
      return this.archive.findLogFile(segment) ?? false;
    }, `${segment} is archived`);
  }

  /** Runs `npm run restore -- --until` without npm, whose start takes long. */
  restore(until: Date | string, environment: Record<string, string> = {}): Promise<RestoreResult> {
    const time = typeof until === 'string' ? until : until.toISOString();
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        ['tools/restore.ts', '--until', time, '--yes'],
        { cwd: root, env: { ...process.env, ...this.environment, ...environment } },
        (error, out, err) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: out + err }),
      );
    });
  }

  get environment(): Record<string, string> {
    return { DATA_DIR: this.dataDir, BACKUP_DIR: this.backupDir };
  }

  /** The data folders that restores have replaced. */
  previousData(): string[] {
    return readdirSync(this.dataDir)
      .filter((name) => name.startsWith('postgres.before-'))
      .map((name) => join(this.dataDir, name));
  }

  /** PostgreSQL's log. */
  get log(): string {
    return readFileSync(join(this.dataDir, 'postgres.log'), 'utf8');
  }

  /** Copies the data folder of a stopped database, including its owner. */
  copyFrom(other: ArchivedDatabase): void {
    execFileSync('cp', ['-a', other.dataDir, this.dataDir]);
  }

  /** Copies the archive to another folder, as to another machine. */
  copyArchive(target: string): void {
    cpSync(join(this.backupDir, 'archive'), join(target, 'archive'), {
      recursive: true,
      preserveTimestamps: true,
    });
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
