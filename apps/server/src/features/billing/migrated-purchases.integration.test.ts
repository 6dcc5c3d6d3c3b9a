import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/database/test-database.ts';
import { purchaseAccess } from './purchase-access.ts';
import { noFacts, type PurchaseFacts } from './purchase-facts.ts';

const file = new URL('../../../migrations/0007_payment_facts.sql', import.meta.url);
// Migration 0025 renamed the table that this migration creates.
const sql = readFileSync(fileURLToPath(file), 'utf8').replaceAll('gone_payers', 'deleted_payers');
const [up = '', down = ''] = sql.split('-- Down Migration');

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

test('purchases from before facts were stored keep their access', async () => {
  await client.query(down);
  const id = randomUUID();
  await client.query(`insert into users (user_id, email) values ($1, 'before@example.com')`, [id]);
  const insert = (reference: string, plan: string, paidUntil: string) =>
    client.query(
      `insert into purchases (user_id, reference, plan, customer_id, paid_until, as_of)
       values ($1, $2, $3, 'cus_1', $4, now() - interval '30 days')`,
      [id, reference, plan, paidUntil],
    );
  const inSeconds = (days: number) => Math.floor(Date.now() / 1_000) + days * 86_400;
  const instant = (days: number) => new Date(inSeconds(days) * 1_000).toISOString();
  await insert('pi_1', 'lifetime', 'infinity');
  await insert('sub_1', 'yearly', instant(338));
  await insert('sub_2', 'yearly', instant(-7));
  await client.query(up);

  const { rows } = await client.query<{
    reference: string;
    plan: 'yearly' | 'lifetime';
    facts: PurchaseFacts;
  }>('select reference, plan, facts from purchases order by reference');
  const accesses = rows.map(({ plan, facts }) => purchaseAccess(plan, { ...noFacts, ...facts }));
  expect(accesses).toMatchObject([
    { state: 'active', accessUntil: Number.POSITIVE_INFINITY },
    { state: 'active' },
    { state: 'ended', endReason: 'canceled' },
  ]);
  expect(Math.abs((accesses[1]?.accessUntil ?? 0) - inSeconds(338))).toBeLessThan(5);
  expect(Math.abs((accesses[2]?.accessUntil ?? 0) - inSeconds(-7))).toBeLessThan(5);
  const { rows: owners } = await client.query(
    'select reference from purchase_directory where user_id = $1 order by 1',
    [id],
  );
  expect(owners.map(({ reference }) => reference)).toEqual(['pi_1', 'sub_1', 'sub_2']);
});
