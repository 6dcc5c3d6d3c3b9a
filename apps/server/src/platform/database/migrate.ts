import { readdir } from 'node:fs/promises';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import {
  migrationsTable,
  selectHasMigrationsTable,
  selectMigrationNames,
} from './migrate.queries.ts';

const migrationsDirectory = fileURLToPath(new URL('../../../migrations', import.meta.url));

/**
 * The advisory lock to hold while changing the schema, or while it must not change. The number is
 * arbitrary but unique: 'cair' in ASCII.
 */
export const migrationLock = 0x63616972;

/**
 * Migrates the schema. If several processes start at once, one migrates and the others wait for its
 * lock. Each file runs in its own transaction, so an interrupted run resumes with the unfinished file.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'cairn migrate',
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    if (await isUpToDate(client)) return;
    // Loaded on demand to save memory: most starts have nothing to migrate.
    const { runner } = await import('node-pg-migrate');
    await runner({
      dbClient: client,
      dir: migrationsDirectory,
      direction: 'up',
      migrationsTable,
      singleTransaction: false,
      noLock: true,
      log: () => undefined,
    });
  } finally {
    await client.end();
  }
}

/** True if the applied migrations are exactly the files in the folder. */
async function isUpToDate(client: pg.Client): Promise<boolean> {
  const table = await client.query<{ migrated: boolean }>(selectHasMigrationsTable);
  if (!table.rows[0]?.migrated) return false;
  const [files, { rows }] = await Promise.all([
    readdir(migrationsDirectory),
    client.query<{ name: string }>(selectMigrationNames),
  ]);
  const names = new Set(files.map((file) => parse(file).name));
  return rows.length === names.size && rows.every(({ name }) => names.has(name));
}
