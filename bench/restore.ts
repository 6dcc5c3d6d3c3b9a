import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { readTables } from '../apps/server/src/jobs/backup/backup.queries.ts';
import { tableSql } from '../apps/server/src/jobs/backup/backup-format.ts';
import { verifyBackup } from '../apps/server/src/jobs/backup/read-backup.ts';
import { restoreBackup } from '../apps/server/src/jobs/backup/restore-backup.ts';
import { dropIndexes } from '../apps/server/src/jobs/backup/table-definitions.queries.ts';
import { writeBackup } from '../apps/server/src/jobs/backup/write-backup.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import type { BenchServer } from './bench-server.ts';
import { measureSeconds, withConnection } from './connection.ts';
import type { Figure } from './figures.ts';
import { measureRecovery } from './recovery.ts';
import { seedTransactions } from './seed-transactions.ts';
import { percentile } from './timing.ts';

const transactionCount = Number(process.env.BENCH_RESTORE_ROWS ?? 300_000);
const repetitions = 3;
const limit = 2;

/** How the same rows are restored for comparison. */
interface Yardstick {
  readonly name: string;
  /** Restores into an empty database. */
  restore(url: string): Promise<void>;
}

/**
 * Measures how long a restore into an empty database takes, compared with `pg_restore` of a dump of the same rows. The
 * embedded database has no `pg_restore`: set BENCH_PG_BIN to a folder that has the one of PostgreSQL 18. Without it, the
 * restore is compared with what `pg_restore` does: COPY into the same tables, and then building indexes and foreign keys.
 */
export async function measureRestore(server: BenchServer): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-restore-'));
  const source = withDatabaseName(server.databaseUrl, 'restore_source');
  const path = join(folder, 'backup.sql.gz');
  try {
    await createDatabase(server, 'restore_source');
    await migrate(source);
    await withConnection(source, (client) =>
      seedTransactions(client, randomUUID(), transactionCount),
    );
    await writeBackup({ databaseUrl: source, path, keyFingerprints: [], secretKey: null });
    const yardstick = await prepareYardstick(source, folder);
    const [restoreTimes, yardstickTimes]: [number[], number[]] = [[], []];
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      yardstickTimes.push(await timeRestore(server, (url) => yardstick.restore(url)));
      restoreTimes.push(await timeRestore(server, (url) => restore(url, path)));
    }
    const { fromBase, fromLog } = await measureRecovery(transactionCount, repetitions);
    const compare = (action: string, times: number[]) =>
      figure(action, percentile(times, 0.5), {
        ...yardstick,
        time: percentile(yardstickTimes, 0.5),
      });
    return [
      compare('Restore of a backup', restoreTimes),
      compare('Point-in-time recovery from a base backup that contains all changes,', fromBase),
      compare('Point-in-time recovery from a base backup before all changes,', fromLog),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await dropDatabase(server, 'restore_source');
  }
}

const figure = (
  action: string,
  time: number,
  yardstick: { readonly name: string; readonly time: number },
): Figure => ({
  name: `${action} of ${transactionCount.toLocaleString('en-US')} transactions (${time.toFixed(1)} s), compared with ${yardstick.name} (${yardstick.time.toFixed(1)} s)`,
  measured: `${(time / yardstick.time).toFixed(2)} x`,
  limit: `<= ${limit} x`,
  withinLimit: time / yardstick.time <= limit,
});

/** What `npm run restore` does with a database that was never used. */
async function restore(url: string, path: string): Promise<void> {
  await verifyBackup(path, null);
  await restoreBackup(url, path, null);
}

async function prepareYardstick(source: string, folder: string): Promise<Yardstick> {
  const bin = process.env.BENCH_PG_BIN;
  if (bin === undefined)
    return {
      name: 'COPY and building indexes',
      restore: async (url) => {
        await migrate(url);
        await copyEverything(source, url);
      },
    };
  const dump = join(folder, 'dump');
  await run(join(bin, 'pg_dump'), ['--format=custom', `--file=${dump}`, `--dbname=${source}`]);
  const name = 'pg_restore';
  const options = ['--no-owner', '--exit-on-error'];
  return {
    name,
    restore: async (url) => {
      await run(join(bin, name), [...options, `--dbname=${url}`, dump]);
      await withConnection(url, (client) => client.query('analyze'));
    },
  };
}

const run = promisify(execFile);

async function timeRestore(
  server: BenchServer,
  work: (url: string) => Promise<void>,
): Promise<number> {
  const name = 'restore_target';
  await createDatabase(server, name);
  try {
    return await measureSeconds(() => work(withDatabaseName(server.databaseUrl, name)));
  } finally {
    await dropDatabase(server, name);
  }
}

const createDatabase = ({ databaseUrl }: BenchServer, name: string) =>
  withConnection(databaseUrl, (client) => client.query(`create database ${name}`));

const dropDatabase = ({ databaseUrl }: BenchServer, name: string) =>
  withConnection(databaseUrl, (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  );

/** The URL of another database on the same server. */
function withDatabaseName(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Copies all tables into an empty database, and builds their indexes and foreign keys afterward. */
const copyEverything = (from: string, to: string): Promise<void> =>
  withConnection(from, (source) =>
    withConnection(to, async (target) => {
      await target.query('begin');
      const createStatements = await dropIndexes(target);
      const tables = await readTables(target);
      for (const { name, has_triggers } of tables)
        if (has_triggers) await target.query(`alter table ${name} disable trigger user`);
      for (const table of tables) {
        const rows = source.query(copyTo(`copy ${tableSql(table)} to stdout`));
        await target.query(`truncate ${table.name} cascade`);
        await pipeline(rows, target.query(copyFrom(`copy ${tableSql(table)} from stdin`)));
      }
      for (const statement of createStatements) await target.query(statement);
      for (const { name, has_triggers } of tables)
        if (has_triggers) await target.query(`alter table ${name} enable trigger user`);
      await target.query('commit');
      await target.query('analyze');
    }),
  );
