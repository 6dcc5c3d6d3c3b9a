import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/database/test-database.ts';
import { startServerProcess } from '../../../../../tests/support/processes/server-process.ts';
import { migrate, NewerSchemaError } from './migrate.ts';

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

test('migrating an up-to-date schema changes nothing', async () => {
  const before = await client.query('select name, run_on from schema_migrations order by name');
  await migrate(database.url);
  const after = await client.query('select name, run_on from schema_migrations order by name');
  expect(before.rows.length).toBeGreaterThan(20);
  expect(after.rows).toEqual(before.rows);
});

describe('a database that a newer version has migrated', () => {
  beforeAll(() =>
    client.query("insert into schema_migrations (name, run_on) values ('9999_later', now())"),
  );
  afterAll(() => client.query("delete from schema_migrations where name = '9999_later'"));

  test('is not migrated, and the error names the newer migration and what to do', async () => {
    const attempt = migrate(database.url);
    await expect(attempt).rejects.toThrow(NewerSchemaError);
    await expect(attempt).rejects.toThrow('9999_later');
    await expect(attempt).rejects.toThrow('Start the newer version again, or restore a backup');
  });

  test('keeps the server from starting', async () => {
    await expect(startServerProcess({ DATABASE_URL: database.url })).rejects.toThrow(
      'exited before it was listening',
    );
  });
});

test('a database that lacks an earlier migration is rejected', async () => {
  const { rows } = await client.query<{ name: string }>(
    'delete from schema_migrations where name like $1 returning name',
    ['0001%'],
  );
  expect(rows).toHaveLength(1);
  await expect(migrate(database.url)).rejects.toThrow('0001');
});

describe('the unused extension pg_trgm', () => {
  const migration = readFileSync(
    new URL('../../../migrations/0027_drop_unused_extension.sql', import.meta.url),
    'utf8',
  );

  async function listExtensions(): Promise<string[]> {
    const { rows } = await client.query<{ extname: string }>(
      'select extname from pg_extension order by extname',
    );
    return rows.map(({ extname }) => extname);
  }

  test('is not created in a new database', async () => {
    expect(await listExtensions()).toEqual(['plpgsql']);
  });

  test('is dropped from a database where an earlier version created it', async () => {
    await client.query('create extension pg_trgm');
    await client.query(migration);
    expect(await listExtensions()).toEqual(['plpgsql']);
  });

  test('is kept in a database where something else uses it', async () => {
    await client.query('create extension pg_trgm');
    await client.query('create table notes (words text)');
    await client.query('create index on notes using gin (words gin_trgm_ops)');
    await client.query(migration);
    expect(await listExtensions()).toEqual(['pg_trgm', 'plpgsql']);
    await client.query('drop table notes');
    await client.query('drop extension pg_trgm');
  });
});
