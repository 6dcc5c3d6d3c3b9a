import { readdir } from 'node:fs/promises';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatMessage } from '@cairn/contract/text/copy';
import pg from 'pg';
import { databaseCopy } from './database.copy.ts';
import { distributeTables, isDistributed } from './distribute-tables.ts';
import {
  migrationsTable,
  selectMigrationNames,
  selectMigrationsTableExists,
} from './migrate.queries.ts';
import { unlimitedSessionOptions } from './session-settings.ts';

const migrationsDirectory = fileURLToPath(new URL('../../../migrations', import.meta.url));

/**
 * The advisory lock to hold while changing the schema, or while it must not change. The number is
 * arbitrary but unique: 'cair' in ASCII.
 */
export const migrationLock = 0x63616972;

/** A newer version of Cairn has migrated this database. The message is for the operator. */
export class NewerSchemaError extends Error {
  override name = 'NewerSchemaError';
}

/**
 * Migrates the schema. If several processes start at once, one migrates and the others wait for its
 * lock. Each file runs in its own transaction, so an interrupted run resumes with the unfinished file.
 *
 * @param directUrl without a transaction pooler in between, because the lock belongs to the session
 * @throws NewerSchemaError if migrations were applied that this version doesn't have
 */
export async function migrate(directUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: directUrl,
    application_name: 'cairn migrate',
    options: unlimitedSessionOptions,
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const files = await readMigrationFiles();
    const applied = await readAppliedMigrations(client);
    const unknownMigrations = applied.filter((name) => !files.includes(name));
    if (unknownMigrations.length > 0)
      throw new NewerSchemaError(
        formatMessage(databaseCopy.newerSchema, { migrations: unknownMigrations.join(', ') }),
      );
    const missingCount = files.length - applied.length;
    // On a cluster, the tables of each migration are distributed before the next migration uses them.
    if (await isDistributed(client))
      for (let remaining = missingCount; remaining > 0; remaining -= 1) {
        await runMigrations(client, 1);
        await distributeTables(client);
      }
    else if (missingCount > 0) await runMigrations(client, missingCount);
    await distributeTables(client);
  } finally {
    await client.end();
  }
}

async function runMigrations(client: pg.Client, count: number): Promise<void> {
  // Loaded on demand to save memory: most starts have nothing to migrate.
  const { runner } = await import('node-pg-migrate');
  await runner({
    dbClient: client,
    dir: migrationsDirectory,
    direction: 'up',
    count,
    migrationsTable,
    singleTransaction: false,
    noLock: true,
    log: () => undefined,
  });
}

async function readMigrationFiles(): Promise<string[]> {
  return (await readdir(migrationsDirectory)).map((file) => parse(file).name);
}

/** Returns the names of applied migrations. Empty for a new database. */
async function readAppliedMigrations(client: pg.Client): Promise<string[]> {
  const table = await client.query<{ migrated: boolean }>(selectMigrationsTableExists);
  if (!table.rows[0]?.migrated) return [];
  const { rows } = await client.query<{ name: string }>(selectMigrationNames);
  return rows.map(({ name }) => name);
}
