import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { readTables } from '../apps/server/src/jobs/backup/backup.queries.ts';
import { tableSql } from '../apps/server/src/jobs/backup/backup-format.ts';
import { restoreBackup } from '../apps/server/src/jobs/backup/restore-backup.ts';
import { dropIndexes } from '../apps/server/src/jobs/backup/table-definitions.queries.ts';
import { writeBackup } from '../apps/server/src/jobs/backup/write-backup.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import type { BenchServer } from './bench-server.ts';
import type { Figure } from './figures.ts';
import { seedTransactions } from './seed-transactions.ts';

const transactionCount = Number(process.env.BENCH_RESTORE_ROWS ?? 1_000_000);
const limit = 2;

/**
 * Measures how long a restore into an empty database takes. It is compared with what `pg_restore` does: COPY of the same
 * rows into the same tables, and then building indexes and foreign keys. `pg_restore` itself is not part of the embedded
 * database.
 */
export async function measureRestore(server: BenchServer): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-restore-'));
  const names = ['restore_source', 'restore_target', 'restore_reference'] as const;
  const [source, target, reference] = names.map((name) =>
    withDatabaseName(server.databaseUrl, name),
  ) as [string, string, string];
  const path = join(folder, 'backup.sql.gz');
  try {
    for (const name of names)
      await withConnection(server.databaseUrl, (client) => client.query(`create database ${name}`));
    for (const url of [source, target, reference]) await migrate(url);
    await withConnection(source, (client) =>
      seedTransactions(client, randomUUID(), transactionCount),
    );
    await writeBackup({ databaseUrl: source, path, keyFingerprints: [], secretKey: null });
    const copied = await measureSeconds(() => copyEverything(source, reference));
    const restored = await measureSeconds(() => restoreBackup(target, path, null));
    const factor = restored / copied;
    return [
      {
        name: `Restore of ${transactionCount.toLocaleString('en-US')} transactions (${restored.toFixed(1)} s), compared with COPY and building indexes`,
        measured: `${factor.toFixed(2)} x`,
        limit: `<= ${limit} x`,
        withinLimit: factor <= limit,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    for (const name of names)
      await withConnection(server.databaseUrl, (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      );
  }
}

/** The URL of another database on the same server. */
function withDatabaseName(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
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
