import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { announcementsChannel } from '../../platform/announcements.ts';
import { migrate, migrationLock } from '../../platform/migrate.ts';
import { connectQueues, type ReadyQueues } from '../../platform/queue.ts';
import {
  announceToAll,
  type CatalogueTable,
  deleteOpenJobs,
  emptyTables,
  raiseLeases,
  readNewestLease,
  readSchema,
  readTables,
} from './backup.queries.ts';
import { BackupError } from './backup-error.ts';
import { type SavedJob, type SavedTable, tableSql } from './backup-format.ts';
import { BackupReader } from './read-backup.ts';

export interface Restored {
  /** UTC, ISO 8601: the moment that the backup shows. */
  madeAt: string;
  rows: number;
  jobs: number;
}

const deadlock = '40P01';
const lockNotHad = '55P03';
const mostTries = 5;

/**
 * Puts everything back as a backup has it, in one transaction: until it commits, everybody reads what was
 * there before; afterwards, what was there then. The product may go on meanwhile; what it wants to write
 * waits, or is refused with a 503 after its usual patience.
 *
 * Background work that was open then is open again. Syncs that are under way write nothing more.
 *
 * @throws BackupError where the backup is damaged or of another schema; nothing has changed then.
 */
export async function restoreBackup(databaseUrl: string, path: string): Promise<Restored> {
  await migrate(databaseUrl);
  const queues = await connectQueues(databaseUrl);
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await restoreOnce(databaseUrl, path, queues);
      } catch (error) {
        const busy =
          error instanceof pg.DatabaseError && [deadlock, lockNotHad].includes(error.code ?? '');
        if (!busy) throw error;
        if (tries === mostTries)
          throw new BackupError(
            'The database is too busy to restore. Nothing has changed; try again.',
          );
      }
    }
  } finally {
    await queues.close();
  }
}

async function restoreOnce(
  databaseUrl: string,
  path: string,
  queues: ReadyQueues,
): Promise<Restored> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'cairn restore',
    options:
      '-c timezone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=10s',
  });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost = error;
  });
  await client.connect();
  const reader = await BackupReader.open(path);
  try {
    await client.query('begin');
    const tables = await takeTables(client);
    checkSchema(reader.head.schema, await readSchema(client));
    const lease = await readNewestLease(client);
    await announceToAll(client, announcementsChannel);
    await setTriggers(client, tables, 'disable');
    await emptyTables(client, tables);
    const loaded = await load(client, reader, tables);
    await raiseLeases(client, lease);
    await setTriggers(client, tables, 'enable');
    await deleteOpenJobs(client);
    const jobs = await queues.putBack(loaded.jobs, (text, values) => client.query(text, values));
    await announceToAll(client, announcementsChannel);
    await client.query('commit');
    // What was there before takes room until it is swept up, and the planner knows only that.
    await client.query('vacuum (analyze)');
    return { madeAt: reader.head.made_at, rows: loaded.rows, jobs };
  } catch (error) {
    // Its end rolls back.
    throw lost ?? error;
  } finally {
    reader.close();
    await client.end().catch(() => {});
  }
}

/** Takes the tables for reading by others only; no process changes the schema meanwhile. */
async function takeTables(client: pg.Client): Promise<CatalogueTable[]> {
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
  const tables = await readTables(client);
  const names = tables.map(({ name }) => client.escapeIdentifier(name));
  await client.query(`lock table ${names.join(', ')} in exclusive mode`);
  return tables;
}

function checkSchema(saved: readonly string[], current: readonly string[]): void {
  if (saved.length === current.length && saved.every((name, at) => name === current[at])) return;
  const newest = (names: readonly string[]) => names.at(-1) ?? 'none';
  throw new BackupError(
    `This backup is of the schema ${newest(saved)}, and the database is at ${newest(current)}. ` +
      'Restore it with the version of Cairn that made it, into an empty DATA_DIR, then upgrade that ' +
      '(docs/operations.md). Nothing has changed.',
  );
}

/** Rows are put back as they were, with what their triggers made of them then. */
async function setTriggers(
  client: pg.Client,
  tables: readonly CatalogueTable[],
  how: 'enable' | 'disable',
): Promise<void> {
  for (const { name } of tables.filter(({ has_triggers }) => has_triggers))
    await client.query(`alter table ${client.escapeIdentifier(name)} ${how} trigger user`);
}

async function load(
  client: pg.Client,
  reader: BackupReader,
  tables: readonly CatalogueTable[],
): Promise<{ rows: number; jobs: SavedJob[] }> {
  const jobs: SavedJob[] = [];
  const counts: Record<string, number> = {};
  for (;;) {
    const mark = await reader.mark();
    if (mark.kind === 'job') jobs.push(mark.job);
    else if (mark.kind === 'table') {
      checkTable(mark.table, tables);
      const into = client.query(copyFrom(`copy ${tableSql(mark.table)} from stdin`));
      await pipeline(reader.rows(), into);
      counts[mark.table.name] = into.rowCount;
    } else {
      const wrong = Object.entries(mark.end.rows).find(([name, count]) => counts[name] !== count);
      if (wrong !== undefined || mark.end.jobs !== jobs.length)
        throw new BackupError('This backup does not hold what it says. Nothing has changed.');
      return { rows: Object.values(counts).reduce((sum, count) => sum + count, 0), jobs };
    }
  }
}

/** A file names tables in a statement of ours: only those that there are. */
function checkTable({ name, columns }: SavedTable, tables: readonly CatalogueTable[]): void {
  const known = tables.find((table) => table.name === name);
  if (known !== undefined && columns.every((column) => known.columns.includes(column))) return;
  throw new BackupError(
    `This backup has a table that this Cairn has not (${name}). Nothing has changed.`,
  );
}
