import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendOnlyTables } from '../../apps/server/src/platform/database/append-only-tables.ts';
import { tablePlacements } from '../../apps/server/src/platform/database/table-placements.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';

/**
 * Tables whose key does not start with `user_id`: the user is looked up by the key, or the rows belong to no user. All
 * other tables contain users' rows and are distributed by `user_id`.
 */
const directoryTables = new Set(
  Object.keys(tablePlacements).filter(
    (name) => tablePlacements[name] !== 'distributed' && name !== 'schema_migrations',
  ),
);
/** Tables of the migration tool. */
const toolTables = new Set(['schema_migrations']);

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

interface Index {
  table: string;
  name: string;
  primary: boolean;
  unique: boolean;
  columns: string[];
}

async function tables(): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    group by c.relname`);
  return rows.filter(({ table }) => !toolTables.has(table));
}

async function indexes(): Promise<Index[]> {
  const { rows } = await client.query<Index>(`
    select
      t.relname as table, i.relname as name, x.indisprimary as primary, x.indisunique as unique,
      array(
        select coalesce(a.attname::text, '(expression)')
        from unnest(x.indkey::int[]) with ordinality k (attnum, place)
        left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
        order by k.place
      ) as columns
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'public'::regnamespace`);
  return rows;
}

const isOwned = ({ table }: { table: string }) =>
  !directoryTables.has(table) && !toolTables.has(table);

describe('the schema can be distributed by user:', () => {
  test('table-placements.ts lists every table, and no other', async () => {
    const names = (await tables()).map(({ table }) => table);
    expect([...names, ...toolTables].toSorted()).toEqual(Object.keys(tablePlacements).toSorted());
  });

  test("every table with users' rows has a primary key that starts with user_id", async () => {
    const keys = new Map(
      (await indexes()).filter(({ primary }) => primary).map((key) => [key.table, key.columns]),
    );
    const violations = (await tables())
      .filter(isOwned)
      .filter(({ table }) => keys.get(table)?.[0] !== 'user_id');
    expect(violations).toEqual([]);
  });

  test("every unique constraint on tables with users' rows contains user_id", async () => {
    const violations = (await indexes()).filter(
      (index) => isOwned(index) && index.unique && !index.columns.includes('user_id'),
    );
    expect(violations).toEqual([]);
  });

  test('no trigger writes a table', async () => {
    const { rows } = await client.query<{ name: string; source: string }>(`
      select t.tgname::text as name, p.prosrc as source
      from pg_trigger t
      join pg_proc p on p.oid = t.tgfoid
      where not t.tgisinternal`);
    const writes = /\b(insert into|update \w+\s+set|delete from)\b/;
    expect(rows.filter(({ source }) => writes.test(source)).map(({ name }) => name)).toEqual([]);
  });

  test('every foreign key starts with user_id on both sides', async () => {
    const { rows } = await client.query<{ from: string; to: string; columns: string[] }>(`
      select
        c.conrelid::regclass::text as from,
        c.confrelid::regclass::text as to,
        array[source.attname::text, target.attname::text] as columns
      from pg_constraint c
      join pg_attribute source on source.attrelid = c.conrelid and source.attnum = c.conkey[1]
      join pg_attribute target on target.attrelid = c.confrelid and target.attnum = c.confkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace`);
    const violations = rows.filter(
      ({ from, to, columns }) =>
        ![from, to].every((table) => isOwned({ table })) ||
        columns.some((column) => column !== 'user_id'),
    );
    expect(violations).toEqual([]);
  });
});

describe('deleting a user deletes everything:', () => {
  test("every table with users' rows cascades from users, directly or through another table", async () => {
    const { rows } = await client.query<{ from: string; to: string; name: string }>(`
      select c.conrelid::regclass::text as from, c.confrelid::regclass::text as to, c.conname as name
      from pg_constraint c
      where c.contype = 'f' and c.confdeltype = 'c' and c.connamespace = 'public'::regnamespace`);
    const cascading = new Set(['users']);
    for (const _round of rows)
      for (const { from, to } of rows) if (cascading.has(to)) cascading.add(from);
    const detached = (await tables())
      .filter(isOwned)
      .map(({ table }) => table)
      .filter((table) => !cascading.has(table));
    expect(detached).toEqual([]);
    // The server recognizes a deleted user by the constraint's name.
    expect(rows.filter(({ to, name }) => (to === 'users') !== name.endsWith('_of_user'))).toEqual(
      [],
    );
  });

  test('every directory table with a user_id is cleared when a user is deleted', async () => {
    const directories = (await tables()).filter(
      ({ table, columns }) => directoryTables.has(table) && columns.includes('user_id'),
    );
    expect(directories.length).toBeGreaterThan(4);
    const deletion = readFileSync(join(source, 'jobs/deletion/deletion.queries.ts'), 'utf8');
    const emptied = statements(deletion, 'directory').flatMap(
      (sql) => /delete from (\w+)\s+where user_id = /.exec(sql)?.[1] ?? [],
    );
    expect(emptied.toSorted()).toEqual(directories.map(({ table }) => table).toSorted());
  });
});

const source = fileURLToPath(new URL('../../apps/server/src', import.meta.url));
const sqlFiles = globSync('**/*.ts', { cwd: source })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(source, file), 'utf8') }));

/** Extracts the statements with a template tag from source text. */
function statements(text: string, tag: string): string[] {
  return [...text.matchAll(new RegExp(`\\b${tag}\`((?:[^\`\\\\]|\\\\.)*)\``, 'g'))].map(
    ([, sql]) => sql ?? '',
  );
}

/** The tables in a statement. */
const tablesOf = (sql: string, tableNames: readonly string[]): string[] =>
  tableNames.filter((table) => new RegExp(`\\b(from|join|into|update)\\s+${table}\\b`).test(sql));

describe('in the source code', () => {
  test('a statement tagged directory uses directory tables only', async () => {
    const tableNames = (await tables()).map(({ table }) => table);
    const found = sqlFiles.flatMap(({ file, text }) =>
      statements(text, 'directory').map((sql) => ({ file, used: tablesOf(sql, tableNames) })),
    );
    expect(found.flatMap(({ used }) => used).length).toBeGreaterThan(10);
    expect(found.filter(({ used }) => used.some((table) => !directoryTables.has(table)))).toEqual(
      [],
    );
  });

  test("a statement on users' rows contains user_id", () => {
    const violations = sqlFiles
      .filter(({ file }) => file.endsWith('.queries.ts'))
      .flatMap(({ file, text }) => statements(text, 'owned').map((sql) => ({ file, sql })))
      .filter(
        ({ sql }) => /\b(from|join|into|update)\s+[a-z_]+/.test(sql) && !/\buser_id\b/.test(sql),
      );
    expect(violations).toEqual([]);
  });

  test("a statement that writes users' rows calls now() only where a distributed table allows it", () => {
    // Citus must be able to evaluate a call before it sends the statement to a node.
    const rejected = [
      /\bupdate \w+\s+set\b[\s\S]*\bcase\b(?:(?!\bend\b)[\s\S])*\bnow\(\)/,
      /\bupdate \w+\s+set\b[\s\S]*\bcoalesce\([^;]*?,\s*now\(\)/,
      /\bdo update\b[\s\S]*\bnow\(\)/,
    ];
    const violations = sqlFiles.flatMap(({ file, text }) =>
      statements(text, 'owned')
        .filter((sql) => rejected.some((shape) => shape.test(sql)))
        .map((sql) => ({ file, sql })),
    );
    expect(violations).toEqual([]);
  });

  test('no statement changes append-only rows, except those that move and prune sync runs', () => {
    const tableNames = Object.keys(appendOnlyTables).join('|');
    const change = new RegExp(
      `\\b(update|delete from|truncate|merge into)\\s+(${tableNames})\\b`,
      'g',
    );
    const changes = sqlFiles.flatMap(({ file, text }) =>
      [...text.matchAll(change)].map(([sql]) => `${file}: ${sql.replaceAll(/\s+/g, ' ')}`),
    );
    expect(changes.toSorted()).toEqual([
      'jobs/retention/retention.queries.ts: delete from sync_runs',
      'jobs/sync/write/adopt-accounts.queries.ts: update sync_runs',
      'jobs/unlink/unlink-item.queries.ts: delete from sync_runs',
    ]);
  });

  test('SQL is only in query files', () => {
    // main-currency.ts has a fragment that two features share. Statements without tables are allowed anywhere.
    const elsewhere = sqlFiles
      .filter(({ file }) => !file.endsWith('.queries.ts'))
      .filter(({ text }) =>
        /`\(?\s*(select\s[\s\S]*\sfrom\s|insert into|update\s+\w+\s+set|delete from)/.test(text),
      )
      .map(({ file }) => file);
    expect(elsewhere).toEqual(['domain/money/main-currency.ts']);
  });
});
