import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/database/test-database.ts';
import { itemHealths, syncStates } from './item-state.ts';

describe('the constraints on the states of an item', () => {
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

  test.each([
    ['items_health', 'health', itemHealths],
    ['items_sync_state', 'sync_state', syncStates],
  ])('%s allows exactly the values of %s that the code knows', async (name, column, values) => {
    const { rows } = await client.query<{ definition: string }>(
      `select check_clause as definition
       from information_schema.check_constraints
       where constraint_schema = 'public' and constraint_name = $1`,
      [name],
    );
    const [{ definition = '' } = {}] = rows;
    expect(definition).toContain(`(${column} = ANY `);
    const allowed = [...definition.matchAll(/'([^']*)'::text/g)].map(([, value]) => value);
    expect(allowed.toSorted()).toEqual([...values].toSorted());
  });
});
