import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/database/test-database.ts';
import { migrate } from './migrate.ts';

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

test('a migration that has not been applied is not skipped', async () => {
  const { rows } = await client.query<{ name: string }>(
    'delete from schema_migrations where name like $1 returning name',
    ['0001%'],
  );
  expect(rows).toHaveLength(1);
  await expect(migrate(database.url)).rejects.toThrow('0001');
});
