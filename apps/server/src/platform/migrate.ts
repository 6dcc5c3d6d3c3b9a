import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';

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
    await runner({
      dbClient: client,
      dir: directory,
      direction: 'up',
      migrationsTable: 'schema_migrations',
      singleTransaction: false,
      noLock: true,
      log: () => undefined,
    });
  } finally {
    await client.end();
  }
}
