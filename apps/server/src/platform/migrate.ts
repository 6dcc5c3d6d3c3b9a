import { readdir } from 'node:fs/promises';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrationsTable, readMigrations, readWhetherMigrated } from './migrate.queries.ts';

const directory = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * Held by whoever changes the schema, or must not have it changed. Any number will do as long as nobody
 * else takes it; this one spells 'cair' in ASCII.
 */
export const migrationLock = 0x63616972;

/**
 * Brings the schema up to date. Several processes may start at once: the others wait for the one
 * that holds the lock, then find nothing to do. Each file runs in its own transaction, so a run that
 * was killed half-way resumes with the file it was in.
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
    // Most starts have nothing to change, and then do without what changes it in their memory.
    const { runner } = await import('node-pg-migrate');
    await runner({
      dbClient: client,
      dir: directory,
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

/** Whether the files that have run are those that are there: none fewer, none more. */
async function isUpToDate(client: pg.Client): Promise<boolean> {
  const found = await client.query<{ migrated: boolean }>(readWhetherMigrated);
  if (!found.rows[0]?.migrated) return false;
  const [files, { rows }] = await Promise.all([
    readdir(directory),
    client.query<{ name: string }>(readMigrations),
  ]);
  const names = new Set(files.map((file) => parse(file).name));
  return rows.length === names.size && rows.every(({ name }) => names.has(name));
}
