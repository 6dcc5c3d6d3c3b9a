import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { root } from '../tools/command/root.mjs';
import { ArchiveFolder, readSystemId } from '../tools/database/archive/archive-folder.ts';
import { startDatabase } from '../tools/database/start-database.ts';
import { measureSeconds, withConnection } from './connection.ts';
import { seedTransactions } from './seed-transactions.ts';

/** In seconds, one per repetition. */
export interface RecoveryTimes {
  /** From a base backup that contains the transactions. */
  readonly fromBase: number[];
  /** From an earlier base backup: the transactions are replayed from the log. */
  readonly fromLog: number[];
}

/** Measures how long `npm run restore -- --until` takes with an embedded database of its own. */
export async function measureRecovery(
  transactionCount: number,
  repetitions: number,
): Promise<RecoveryTimes> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'cairn-bench-recovery-'));
  // As root, the database runs as another user, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  try {
    const database = new RecoveredDatabase(join(folder, 'data'));
    await database.run((url) => migrate(url));
    const seededAt = await database.run(
      (url) =>
        withConnection(url, (client) => seedTransactions(client, randomUUID(), transactionCount)),
      { createsBaseBackup: false },
    );
    const fromLog = await database.measure(seededAt, repetitions);
    // A restored database begins with a new base backup.
    const backedUpAt = await database.run(async () => {});
    const fromBase = await database.measure(backedUpAt, repetitions);
    return { fromBase, fromLog };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class RecoveredDatabase {
  readonly #dataDir: string;
  readonly #archives: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#archives = join(dataDir, 'backups', 'archive');
  }

  /**
   * Starts the database with an archive, does some work, and stops the database. By default, waits for a new base backup
   * before the stop. Returns a time after the work.
   */
  async run(
    work: (url: string) => Promise<unknown>,
    { createsBaseBackup = true } = {},
  ): Promise<Date> {
    const database = await startDatabase({
      dataDir: this.#dataDir,
      nonDurable: true,
      archive: {
        folder: this.#archives,
        secretKey: null,
        days: 7,
        baseBackupHours: 24,
        maxSeconds: 60,
      },
    });
    try {
      const data = join(this.#dataDir, 'postgres');
      const archive = new ArchiveFolder(this.#archives, readSystemId(data));
      await work(database.url);
      // Only a new or restored database creates a base backup at its start.
      const previousCount = archive.readBaseBackups().length;
      while (createsBaseBackup && archive.readBaseBackups().length <= previousCount)
        await delay(100);
      const time = await withConnection(database.url, async (client) => {
        await client.query('create table if not exists marks ()');
        return new Date();
      });
      return new Date(time.getTime() + 1);
    } finally {
      await database.stop();
    }
  }

  /** Restores the database to the same time repeatedly. Returns the durations in seconds. */
  async measure(time: Date, repetitions: number): Promise<number[]> {
    const times: number[] = [];
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const restore = () =>
        promisify(execFile)(
          process.execPath,
          ['tools/restore.ts', '--until', time.toISOString(), '--yes'],
          { cwd: root, env: { ...process.env, DATA_DIR: this.#dataDir, BACKUP_DIR: '' } },
        );
      times.push(await measureSeconds(restore));
      for (const name of readdirSync(this.#dataDir))
        if (name.startsWith('postgres.before-'))
          rmSync(join(this.#dataDir, name), { recursive: true });
    }
    return times;
  }
}
