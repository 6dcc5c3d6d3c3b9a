import type pg from 'pg';
import type { SavedJob, SavedTable } from './backup-format.ts';

/** A table as described by the system catalog. */
export interface CatalogTable extends SavedTable {
  /** The tables that its foreign keys refer to. */
  parents: string[];
  /** True if it has triggers other than those of its constraints. */
  has_triggers: boolean;
  /** True if it has rewrite rules, as append-only tables of a cluster do (distribute-tables.ts). */
  has_rules: boolean;
}

/** Returns all tables except the migrations table, referenced tables first. */
export async function readTables(client: pg.Client): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(`
    select
      c.relname::text as name,
      array(
        select a.attname::text
        from pg_attribute a
        where a.attrelid = c.oid
          and a.attnum > 0
          and not a.attisdropped
          and a.attgenerated = ''
        order by a.attnum
      ) as columns,
      array(
        select distinct p.relname::text
        from pg_constraint f
        join pg_class p
          on p.oid = f.confrelid
        where f.conrelid = c.oid
          and f.contype = 'f'
          and f.confrelid <> f.conrelid
      ) as parents,
      exists (
        select 1
        from pg_trigger t
        where t.tgrelid = c.oid
          and not t.tgisinternal
      ) as has_triggers,
      exists (
        select 1
        from pg_rewrite r
        where r.ev_class = c.oid
      ) as has_rules
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace
      and c.relkind = 'r'
      and c.relname <> 'schema_migrations'
    order by c.relname`);
  return parentsFirst(rows);
}

/** Returns the applied migrations in order. Empty for a new database. */
export async function readSchema(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query(
    `select to_regclass('schema_migrations') as existing`,
  );
  if (tables[0]?.existing === null) return [];
  const { rows } = await client.query<{ name: string }>(`
    select name
    from schema_migrations
    order by id`);
  return rows.map(({ name }) => name);
}

/** Returns the open jobs in the order in which they were enqueued. */
export async function readOpenJobs(client: pg.Client): Promise<SavedJob[]> {
  const { rows: queue } = await client.query(`select to_regclass('pgboss.job') as existing`);
  if (queue[0]?.existing === null) return [];
  const { rows } = await client.query<SavedJob>(`
    select
      name,
      data,
      singleton_key,
      group_id,
      priority,
      to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as start_after
    from pgboss.job
    where state < 'completed'
      and name not like '\\_\\_pgboss%'
    order by created_on, id`);
  return rows;
}

/** Deletes all open jobs. A worker that is running one finishes it without effect on the queue. */
export async function deleteOpenJobs(client: pg.Client): Promise<void> {
  await client.query(`
    delete from pgboss.job
    where state < 'completed'
      and name not like '\\_\\_pgboss%'`);
}

/** Returns the highest lease token of all items. */
export async function readHighestLeaseToken(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ highest: string }>(`
    select coalesce(max(lease_token), 0)::text as highest
    from items`);
  return rows[0]?.highest ?? '0';
}

/** Raises every lease token by `increase`, so that running syncs lose their leases and write nothing. */
export async function raiseLeaseTokens(client: pg.Client, increase: string): Promise<void> {
  await client.query(
    `update items
     set lease_token = lease_token + $1::bigint
     where $1::bigint > 0`,
    [increase],
  );
}

/**
 * Publishes every topic to all users, so that open browsers reload once the transaction commits. The directory lists
 * them: on a cluster, a notification must come from the coordinator.
 */
export async function publishToAllUsers(client: pg.Client, channel: string): Promise<void> {
  await client.query(
    `select pg_notify($1, user_id || ' ' || topic)
     from user_addresses
     cross join (values ('session'), ('subscription'), ('sync')) as topics (topic)`,
    [channel],
  );
}

/** Deletes all rows, referring tables first. Rows that a rule keeps are deleted with those that they refer to. */
export async function emptyTables(
  client: pg.Client,
  tables: readonly CatalogTable[],
): Promise<void> {
  for (const { name } of tables.filter(({ has_rules }) => !has_rules).toReversed())
    await client.query(`delete from ${client.escapeIdentifier(name)}`);
}

/** Deletes all rows at once. Readers of the tables wait until the transaction ends. */
export async function truncateTables(
  client: pg.Client,
  tables: readonly CatalogTable[],
): Promise<void> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name));
  await client.query(`truncate ${names.join(', ')}`);
}

/** True if a server is connected to this database. */
export async function isServerConnected(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1
     from pg_stat_activity
     where datname = current_database()
       and application_name in ('cairn', 'cairn jobs', 'cairn listener')
     limit 1`,
  );
  return rows.length > 0;
}

function parentsFirst(tables: readonly CatalogTable[]): CatalogTable[] {
  const sorted: CatalogTable[] = [];
  let remaining = [...tables];
  while (remaining.length > 0) {
    const ready = remaining.filter(({ parents }) =>
      parents.every((parent) => !remaining.some(({ name }) => name === parent)),
    );
    if (ready.length === 0) throw new Error('Foreign keys form a cycle');
    sorted.push(...ready);
    remaining = remaining.filter((table) => !ready.includes(table));
  }
  return sorted;
}
