import { pipeline } from 'node:stream/promises';
import { formatMessage } from '@cairn/contract/text/copy';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, migrationLock } from '../../platform/database/migrate.ts';
import { unlimitedSessionOptions } from '../../platform/database/session-settings.ts';
import { userEventsChannel } from '../../platform/events/user-events.ts';
import { connectQueueRestorer, type QueueRestorer } from '../../platform/jobs/queue.ts';
import { backupCopy } from './backup.copy.ts';
import {
  type CatalogTable,
  deleteOpenJobs,
  emptyTables,
  isServerConnected,
  publishToAllUsers,
  raiseLeaseTokens,
  readHighestLeaseToken,
  readSchema,
  readTables,
  truncateTables,
} from './backup.queries.ts';
import { BackupError } from './backup-error.ts';
import { type SavedJob, type SavedTable, tableSql } from './backup-format.ts';
import { BackupReader } from './read-backup.ts';
import { dropIndexes } from './table-definitions.queries.ts';

export interface RestoreResult {
  /** The instant that the backup shows (UTC, ISO 8601). */
  madeAt: string;
  rows: number;
  jobs: number;
}

const deadlockDetected = '40P01';
const lockNotAvailable = '55P03';
const maxAttempts = 5;

/**
 * Restores everything from a backup in one transaction: until it commits, nothing has changed. The server may keep
 * running. Until the commit, it reads the old data, and its writes wait, or fail with a 503 after their usual timeout.
 * If no server is connected, nothing reads the tables, so indexes are built after the rows are loaded, which is much
 * faster.
 *
 * Jobs that were open in the backup are open again. Running syncs lose their leases and write nothing.
 *
 * @throws BackupError if the backup is damaged or has another schema, in which case nothing has changed
 */
export async function restoreBackup(
  databaseUrl: string,
  path: string,
  secretKey: string | null,
): Promise<RestoreResult> {
  await migrate(databaseUrl);
  const queues = await connectQueueRestorer(databaseUrl);
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await restoreOnce({ databaseUrl, path, secretKey }, queues);
      } catch (error) {
        const isBusy =
          error instanceof pg.DatabaseError &&
          [deadlockDetected, lockNotAvailable].includes(error.code ?? '');
        if (!isBusy) throw error;
        if (attempt === maxAttempts) throw new BackupError(backupCopy.restore.databaseBusy);
      }
    }
  } finally {
    await queues.close();
  }
}

async function restoreOnce(
  { databaseUrl, path, secretKey }: { databaseUrl: string; path: string; secretKey: string | null },
  queues: QueueRestorer,
): Promise<RestoreResult> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'cairn restore',
    options: `${unlimitedSessionOptions} -c lock_timeout=10s`,
  });
  let connectionError: Error | undefined;
  client.on('error', (error) => {
    connectionError = error;
  });
  await client.connect();
  const reader = await BackupReader.open(path, secretKey);
  try {
    await client.query('begin');
    const isExclusive = !(await isServerConnected(client));
    const tables = await lockTables(client, isExclusive ? 'access exclusive' : 'exclusive');
    checkSchema(reader.head.schema, await readSchema(client));
    const highestToken = await readHighestLeaseToken(client);
    await publishToAllUsers(client, userEventsChannel);
    await setTriggers(client, tables, 'disable');
    const loaded = isExclusive
      ? await replaceRows(client, reader, tables)
      : await replaceRowsOnline(client, reader, tables);
    await setTriggers(client, tables, 'enable');
    await raiseLeaseTokens(client, highestToken);
    await deleteOpenJobs(client);
    const jobs = await queues.restoreJobs(loaded.jobs, (text, values) =>
      client.query(text, values),
    );
    await publishToAllUsers(client, userEventsChannel);
    await client.query('commit');
    // Updates the planner statistics, which still describe the old rows. Also frees the space of those rows unless
    // `truncate` has.
    await client.query(isExclusive ? 'analyze' : 'vacuum (analyze)');
    return { madeAt: reader.head.made_at, rows: loaded.rows, jobs };
  } catch (error) {
    // Closing the connection rolls the transaction back.
    throw connectionError ?? error;
  } finally {
    reader.close();
    await client.end().catch(() => {});
  }
}

/** Replaces all rows while nothing reads them: truncates the tables, and builds the indexes at the end. */
async function replaceRows(
  client: pg.Client,
  reader: BackupReader,
  tables: readonly CatalogTable[],
): Promise<LoadedRows> {
  // Speeds up building indexes. A command that an operator runs may use more memory than a connection of the server.
  await client.query(`set local maintenance_work_mem = '256MB'`);
  await truncateTables(client, tables);
  const createStatements = await dropIndexes(client);
  // `freeze` saves a later vacuum. It requires that the table was truncated in the same transaction.
  const loaded = await loadTables(client, reader, tables, 'with (freeze)');
  for (const statement of createStatements) await client.query(statement);
  return loaded;
}

/** Replaces all rows while a server reads the old ones. */
async function replaceRowsOnline(
  client: pg.Client,
  reader: BackupReader,
  tables: readonly CatalogTable[],
): Promise<LoadedRows> {
  await emptyTables(client, tables);
  return loadTables(client, reader, tables, '');
}

interface LoadedRows {
  rows: number;
  jobs: SavedJob[];
}

/** Locks the tables against writes, or against reads too, and the schema against migrations. */
async function lockTables(
  client: pg.Client,
  mode: 'exclusive' | 'access exclusive',
): Promise<CatalogTable[]> {
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
  const tables = await readTables(client);
  const names = tables.map(({ name }) => client.escapeIdentifier(name));
  await client.query(`lock table ${names.join(', ')} in ${mode} mode`);
  return tables;
}

function checkSchema(saved: readonly string[], current: readonly string[]): void {
  if (saved.length === current.length && saved.every((name, index) => name === current[index]))
    return;
  const newest = (names: readonly string[]) => names.at(-1) ?? backupCopy.restore.noSchema;
  throw new BackupError(
    formatMessage(backupCopy.restore.otherSchema, {
      saved: newest(saved),
      current: newest(current),
    }),
  );
}

/** Enables or disables triggers. They are off while rows are restored: the backup already contains their effects. */
async function setTriggers(
  client: pg.Client,
  tables: readonly CatalogTable[],
  mode: 'enable' | 'disable',
): Promise<void> {
  for (const { name } of tables.filter(({ has_triggers }) => has_triggers))
    await client.query(`alter table ${client.escapeIdentifier(name)} ${mode} trigger user`);
}

async function loadTables(
  client: pg.Client,
  reader: BackupReader,
  tables: readonly CatalogTable[],
  copyOptions: '' | 'with (freeze)',
): Promise<LoadedRows> {
  const jobs: SavedJob[] = [];
  const counts: Record<string, number> = {};
  for (;;) {
    const section = await reader.nextSection();
    if (section.kind === 'job') jobs.push(section.job);
    else if (section.kind === 'table') {
      checkTable(section.table, tables);
      const target = client.query(
        copyFrom(`copy ${tableSql(section.table)} from stdin ${copyOptions}`),
      );
      await pipeline(reader.rows(), target);
      counts[section.table.name] = target.rowCount;
    } else {
      const hasWrongCount = Object.entries(section.end.rows).some(
        ([name, count]) => counts[name] !== count,
      );
      if (hasWrongCount || section.end.jobs !== jobs.length)
        throw new BackupError(backupCopy.restore.wrongCounts);
      return { rows: Object.values(counts).reduce((sum, count) => sum + count, 0), jobs };
    }
  }
}

/** Table and column names from the file become part of SQL statements, so only existing ones are allowed. */
function checkTable({ name, columns }: SavedTable, tables: readonly CatalogTable[]): void {
  const existing = tables.find((table) => table.name === name);
  if (existing !== undefined && columns.every((column) => existing.columns.includes(column)))
    return;
  throw new BackupError(formatMessage(backupCopy.restore.unknownTable, { table: name }));
}
