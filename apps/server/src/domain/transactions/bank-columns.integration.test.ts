import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/database/test-database.ts';
import { bankColumnTypes, changeableColumns } from './bank-columns.ts';

describe("the bank's columns of a transaction", () => {
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

  /** Returns the types of a table's columns by name, without precision. */
  async function columnTypes(table: string): Promise<Record<string, string>> {
    const { rows } = await client.query<{ name: string; type: string }>(
      `select column_name as name, udt_name::text::regtype::text as type
       from information_schema.columns
       where table_schema = 'public' and table_name = $1`,
      [table],
    );
    return Object.fromEntries(rows.map(({ name, type }) => [name, type]));
  }

  test('are each staged as an array of their type', async () => {
    const { user_id, item_id, lease_token, page, ...arrays } = await columnTypes('sync_pages');
    const expected = Object.entries(bankColumnTypes).map(([name, type]) => [name, `${type}[]`]);
    expect(arrays).toEqual(Object.fromEntries(expected));
  });

  test('are stored in `transactions` with their declared type', async () => {
    const stored = await columnTypes('transactions');
    const listed = changeableColumns.map((name) => [name, bankColumnTypes[name]]);
    expect(stored).toMatchObject(Object.fromEntries(listed));
  });
});
