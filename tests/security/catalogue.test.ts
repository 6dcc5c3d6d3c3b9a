import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/**
 * Tables that are looked up by a key of their own, before it is known whose row it is or because it is
 * nobody's. Every other table belongs to users and is spread by `user_id`.
 */
const directoryTables = new Set([
  'user_addresses',
  'sessions',
  'webhook_events',
  'payment_customers',
  'purchase_directory',
  'gone_payers',
  'item_directory',
  'identities',
  'one_time_codes',
  'rate_limits',
  'quotes',
  'quote_refreshes',
  'subscription_steps',
  'logos',
  'crypto_looks',
]);
/** Tables of the tools that keep the schema. */
const keptByTools = new Set(['schema_migrations']);

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
  return rows.filter(({ table }) => !keptByTools.has(table));
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
  !directoryTables.has(table) && !keptByTools.has(table);

describe('the schema spreads over machines by user:', () => {
  test('every directory table is there', async () => {
    const names = (await tables()).map(({ table }) => table);
    expect(names).toEqual(expect.arrayContaining([...directoryTables]));
    expect(names.length).toBeGreaterThan(directoryTables.size + 5);
  });

  test('every other table has a user_id, and a primary key that begins with it', async () => {
    const keys = new Map(
      (await indexes()).filter(({ primary }) => primary).map((key) => [key.table, key.columns]),
    );
    const wrong = (await tables())
      .filter(isOwned)
      .filter(({ table }) => keys.get(table)?.[0] !== 'user_id');
    expect(wrong).toEqual([]);
  });

  test('every unique constraint on it contains the user_id', async () => {
    const wrong = (await indexes()).filter(
      (index) => isOwned(index) && index.unique && !index.columns.includes('user_id'),
    );
    expect(wrong).toEqual([]);
  });

  test('a foreign key stays with one user: it begins with the user_id on both sides', async () => {
    const { rows } = await client.query<{ from: string; to: string; columns: string[] }>(`
      select
        c.conrelid::regclass::text as from,
        c.confrelid::regclass::text as to,
        array[own.attname::text, other.attname::text] as columns
      from pg_constraint c
      join pg_attribute own on own.attrelid = c.conrelid and own.attnum = c.conkey[1]
      join pg_attribute other on other.attrelid = c.confrelid and other.attnum = c.confkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace`);
    const wrong = rows.filter(
      ({ from, to, columns }) =>
        ![from, to].every((table) => isOwned({ table })) ||
        columns.some((column) => column !== 'user_id'),
    );
    expect(wrong).toEqual([]);
  });
});

describe('whoever leaves takes everything along:', () => {
  test('every table with rows of users hangs on the user, by itself or by another that does', async () => {
    const { rows } = await client.query<{ from: string; to: string; name: string }>(`
      select c.conrelid::regclass::text as from, c.confrelid::regclass::text as to, c.conname as name
      from pg_constraint c
      where c.contype = 'f' and c.confdeltype = 'c' and c.connamespace = 'public'::regnamespace`);
    const hanging = new Set(['users']);
    for (const _round of rows)
      for (const { from, to } of rows) if (hanging.has(to)) hanging.add(from);
    const loose = (await tables())
      .filter(isOwned)
      .map(({ table }) => table)
      .filter((table) => !hanging.has(table));
    expect(loose).toEqual([]);
    // By its name the server knows that it was the user who is gone.
    expect(rows.filter(({ to, name }) => (to === 'users') !== name.endsWith('_of_user'))).toEqual(
      [],
    );
  });

  test('every directory that names users is emptied of them when one leaves', async () => {
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

/** Statements of a source text by the tag in front of them. */
function statements(text: string, tag: string): string[] {
  return [...text.matchAll(new RegExp(`\\b${tag}\`((?:[^\`\\\\]|\\\\.)*)\``, 'g'))].map(
    ([, sql]) => sql ?? '',
  );
}

/** The tables that a statement names. */
const tablesOf = (sql: string, known: readonly string[]): string[] =>
  known.filter((table) => new RegExp(`\\b(from|join|into|update)\\s+${table}\\b`).test(sql));

describe('in the source', () => {
  test('a statement tagged directory names directory tables only', async () => {
    const known = (await tables()).map(({ table }) => table);
    const found = sqlFiles.flatMap(({ file, text }) =>
      statements(text, 'directory').map((sql) => ({ file, named: tablesOf(sql, known) })),
    );
    expect(found.flatMap(({ named }) => named).length).toBeGreaterThan(10);
    expect(found.filter(({ named }) => named.some((table) => !directoryTables.has(table)))).toEqual(
      [],
    );
  });

  test('a statement on rows of users filters by the user, or writes the user down', () => {
    const wrong = sqlFiles
      .filter(({ file }) => file.endsWith('.queries.ts'))
      .flatMap(({ file, text }) => statements(text, 'owned').map((sql) => ({ file, sql })))
      .filter(
        ({ sql }) => /\b(from|join|into|update)\s+[a-z_]+/.test(sql) && !/\buser_id\b/.test(sql),
      );
    expect(wrong).toEqual([]);
  });

  test('SQL is in the files for it only', () => {
    // A fragment that two features share. Announcements, the bootstrap of the schema and the pool itself speak to PostgreSQL, not to tables.
    const elsewhere = sqlFiles
      .filter(({ file }) => !file.endsWith('.queries.ts'))
      .filter(({ text }) =>
        /`\(?\s*(select\s[\s\S]*\sfrom\s|insert into|update\s+\w+\s+set|delete from)/.test(text),
      )
      .map(({ file }) => file);
    expect(elsewhere).toEqual(['domain/main-currency.ts']);
  });
});
