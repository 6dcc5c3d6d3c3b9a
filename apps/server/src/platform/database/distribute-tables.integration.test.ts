import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { joinCluster } from '../../../../../tests/support/database/test-cluster.ts';
import {
  createTestDatabase,
  dropDatabase,
  runStatements,
  type TestDatabase,
  withDatabaseName,
} from '../../../../../tests/support/database/test-database.ts';
import { distributeTables } from './distribute-tables.ts';
import { migrate } from './migrate.ts';
import { tablePlacements } from './table-placements.ts';

const nodeUrls = inject('nodeUrls');

/** Runs with `npm run test:distributed`. */
describe.skipIf(nodeUrls.length === 1)('on a cluster', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('every table is where table-placements.ts puts it', async () => {
    // Citus's type `local` means a table on the coordinator that Citus knows.
    const names: Record<string, string> = { distributed: 'distributed', local: 'coordinator' };
    const rows = await query<{ name: string; type: string | null }>(
      database.url,
      `select c.relname::text as name, t.citus_table_type as type
       from pg_class c
       left join citus_tables t on t.table_name = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
    );
    const placements = rows.map(({ name, type }) => [name, names[type ?? ''] ?? 'local']);
    expect(Object.fromEntries(placements)).toEqual(tablePlacements);
  });

  test("all rows of a user are on one node, by the user's id", async () => {
    const rows = await query(
      database.url,
      `select distinct colocationid, column_to_column_name(logicalrelid, partkey) as column_name
       from pg_dist_partition
       where partmethod = 'h'`,
    );
    expect(rows).toEqual([{ colocationid: expect.anything(), column_name: 'user_id' }]);
  });

  test("a directory's row and a user's rows are committed on both nodes or on none", async () => {
    const client = await connect(database.url);
    const notices: string[] = [];
    client.on('notice', ({ message }) => notices.push(message ?? ''));
    await client.query(`set citus.log_remote_commands = on`);
    const id = randomUUID();
    await client.query('begin');
    await client.query(`insert into users (user_id, email) values ($1, $2)`, [id, id]);
    await client.query(`insert into user_addresses (user_id, address) values ($1, $2)`, [id, id]);
    await client.query('commit');
    await client.end();
    expect(notices.filter((text) => text.includes('PREPARE TRANSACTION'))).toHaveLength(1);
  });

  test('a table of a later migration is distributed with its rows, and can refer to users', async () => {
    const client = await connect(database.url);
    await client.query('begin');
    await client.query(`
      create table later (
        user_id uuid not null,
        id uuid not null,
        note text,
        primary key (user_id, id),
        constraint later_of_user foreign key (user_id) references users on delete cascade
      )`);
    await client.query('commit');
    await distributeTables(client, { ...tablePlacements, later: 'distributed' });
    const id = randomUUID();
    await client.query(`insert into users (user_id, email) values ($1, 'later')`, [id]);
    await client.query(`insert into later values ($1, $1, 'kept')`, [id]);
    await client.query('delete from users where user_id = $1', [id]);
    expect((await client.query('select 1 from later')).rowCount).toBe(0);
    const { rows } = await client.query(
      `select count(distinct colocationid)::int as groups
       from pg_dist_partition
       where logicalrelid in ('users'::regclass, 'later'::regclass)`,
    );
    expect(rows).toEqual([{ groups: 1 }]);
    await client.end();
  });
});

describe.skipIf(nodeUrls.length === 1)('a database that becomes a cluster', () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = withDatabaseName(nodeUrls[0] ?? '', name);
  const users = Array.from({ length: 20 }, () => randomUUID());

  beforeAll(async () => {
    for (const node of nodeUrls) await runStatements(node, [`create database ${name}`]);
    await migrate(url);
    await insertRows(url, users);
  });
  afterAll(() => Promise.all(nodeUrls.map((node) => dropDatabase(node, name))));

  test('keeps every row, even if the distribution is interrupted', async () => {
    await joinCluster(nodeUrls, name);
    // The distribution was interrupted after the first table.
    const client = await connect(url);
    await client.query(
      `select create_distributed_table('users', 'user_id', colocate_with => 'none')`,
    );
    await client.end();
    await migrate(url);
    for (const [table, count] of [
      ['users', 20],
      ['accounts', 20],
      ['transactions', 60],
      ['activity', 20],
      ['user_addresses', 20],
    ] as const)
      expect(await query(url, `select count(*)::int as count from ${table}`), table).toEqual([
        { count },
      ]);
    const shards = await query<{ nodes: number }>(
      url,
      `select count(distinct nodeport)::int as nodes
       from citus_shards
       where table_name = 'transactions'::regclass`,
    );
    expect(shards).toEqual([{ nodes: nodeUrls.length - 1 }]);
    const leftOnCoordinator = await query(
      url,
      `select logicalrelid::text
       from pg_dist_partition
       where partmethod = 'h' and pg_relation_size(logicalrelid) > 0`,
    );
    expect(leftOnCoordinator).toEqual([]);
  });

  test('every node computes days in UTC', async () => {
    const rows = await query(
      url,
      `select distinct result from run_command_on_all_nodes('show timezone')`,
    );
    expect(rows).toEqual([{ result: 'UTC' }]);
  });

  test('is migrated again without a change', async () => {
    await migrate(url);
    expect(await query(url, 'select count(*)::int as count from users')).toEqual([{ count: 20 }]);
  });
});

/** Inserts a user, an address, an account, three transactions, and an activity entry for each id. */
async function insertRows(url: string, userIds: readonly string[]): Promise<void> {
  const client = await connect(url);
  await client.query(
    `with given as (select unnest($1::uuid[]) as user_id),
     created as (insert into users (user_id, email) select user_id, user_id::text from given),
     addresses as (insert into user_addresses (user_id, address) select user_id, user_id::text from given),
     entries as (insert into activity (user_id, id, event) select user_id, gen_random_uuid(), 'signed_up' from given),
     opened as (
       insert into accounts (user_id, id, item_id, provider_account_id, type, name, currency)
       select user_id, user_id, user_id, 'account', 'depository', 'Account', 'USD' from given
     )
     insert into transactions (
       user_id, id, account_id, provider_transaction_id, amount, currency, date, name, pending,
       provider_primary, provider_detailed, provider_category, provider_group
     )
     select user_id, gen_random_uuid(), user_id, n::text, n, 'USD', '2026-01-01', 'Name', false, 'A', 'B', 'c', 'd'
     from given, generate_series(1, 3) n`,
    [userIds],
  );
  await client.end();
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = await connect(url);
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
