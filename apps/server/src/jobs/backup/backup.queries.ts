import type pg from 'pg';
import type { SavedJob, SavedTable } from './backup-format.ts';

/** A table as the catalogue has it. */
export interface CatalogueTable extends SavedTable {
  /** The tables that its rows refer to. */
  parents: string[];
  /** Whether writing to it sets something off besides what its constraints do. */
  has_triggers: boolean;
}

/** All tables of ours, those that others refer to first. Left out: which migrations have run. */
export async function readTables(client: pg.Client): Promise<CatalogueTable[]> {
  const { rows } = await client.query<CatalogueTable>(`
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
      ) as has_triggers
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace
      and c.relkind = 'r'
      and c.relname <> 'schema_migrations'
    order by c.relname`);
  return parentsFirst(rows);
}

/** The migrations that the database has gone through, in their order; none for one that is new. */
export async function readSchema(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query(`select to_regclass('schema_migrations') as made`);
  if (found[0]?.made === null) return [];
  const { rows } = await client.query<{ name: string }>(`
    select name
    from schema_migrations
    order by id`);
  return rows.map(({ name }) => name);
}

/** Background work that is still to be done, in the order in which it was asked for. */
export async function readOpenJobs(client: pg.Client): Promise<SavedJob[]> {
  const { rows: queue } = await client.query(`select to_regclass('pgboss.job') as made`);
  if (queue[0]?.made === null) return [];
  const { rows } = await client.query<SavedJob>(`
    select
      name,
      data,
      singleton_key,
      to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as start_after
    from pgboss.job
    where state < 'completed'
      and name not like '\\_\\_pgboss%'
    order by created_on, id`);
  return rows;
}

/** Forgets the background work that is still to be done. Whoever is at some of it finishes unheard. */
export async function deleteOpenJobs(client: pg.Client): Promise<void> {
  await client.query(`
    delete from pgboss.job
    where state < 'completed'
      and name not like '\\_\\_pgboss%'`);
}

/** The highest right to write that any sync was ever given. */
export async function readNewestLease(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ newest: string }>(`
    select coalesce(max(lease_token), 0)::text as newest
    from items`);
  return rows[0]?.newest ?? '0';
}

/** Puts every lease above those that were given out, so that who still holds one writes nothing. */
export async function raiseLeases(client: pg.Client, above: string): Promise<void> {
  await client.query(
    `update items
     set lease_token = lease_token + $1::bigint
     where $1::bigint > 0`,
    [above],
  );
}

/** Tells every open page of every user, when the transaction commits, to look again. */
export async function announceToAll(client: pg.Client, channel: string): Promise<void> {
  await client.query(
    `select pg_notify($1, user_id || ' ' || topic)
     from users
     cross join (values ('session'), ('subscription'), ('sync')) as topics (topic)`,
    [channel],
  );
}

/** Deletes all rows, the referring ones first, past the triggers that would follow them up. */
export async function emptyTables(
  client: pg.Client,
  tables: readonly CatalogueTable[],
): Promise<void> {
  for (const { name } of tables.toReversed())
    await client.query(`delete from ${client.escapeIdentifier(name)}`);
}

function parentsFirst(tables: readonly CatalogueTable[]): CatalogueTable[] {
  const sorted: CatalogueTable[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const free = waiting.filter(({ parents }) =>
      parents.every((parent) => !waiting.some(({ name }) => name === parent)),
    );
    if (free.length === 0) throw new Error('Tables refer to each other in a circle');
    sorted.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return sorted;
}
