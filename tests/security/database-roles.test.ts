import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { grantRuntimeRole } from '../../apps/server/src/platform/database/grant-runtime-role.ts';
import { type ScriptedBank, startScriptedBank } from '../support/bank/scripted-bank.ts';
import { createCluster } from '../support/database/test-cluster.ts';
import { dropDatabase, withDatabaseName } from '../support/database/test-database.ts';
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';
import { type AppUnderTest, signUp } from '../support/requests/test-client.ts';

const suffix = randomUUID().replaceAll('-', '');
const name = `test_roles_${suffix}`;
const role = `cairn_runtime_${suffix}`;

const nodeUrls = inject('nodeUrls');

let ownerUrl: string;
let runtimeUrl: string;
let bank: ScriptedBank;
let server: ServerProcess;

async function query(url: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  ownerUrl = withDatabaseName(inject('databaseUrl'), name);
  if (nodeUrls.length > 1) {
    await createCluster(nodeUrls, name);
    // The coordinator signs in to the other nodes as this role.
    await query(ownerUrl, `create role ${role} login`);
  } else {
    await query(inject('databaseUrl'), `create database ${name}`);
    await query(ownerUrl, `create role ${role}`);
    await query(ownerUrl, `grant ${role} to current_user with inherit false, set true`);
  }
  // Only the owner can sign in to the tests' PostgreSQL. The option `role` makes all statements run as the other role.
  const url = new URL(ownerUrl);
  url.searchParams.set('options', `-c role=${role} -c timezone=UTC -c jit=off`);
  runtimeUrl = url.href.replaceAll('+', '%20');
  bank = await startScriptedBank();
  server = await startServerProcess({
    DATABASE_URL: runtimeUrl,
    DATABASE_OWNER_URL: ownerUrl,
    PLAID_BASE_URL: bank.url,
  });
});

afterAll(async () => {
  await server.stop();
  await bank.stop();
  await Promise.all(nodeUrls.map((node) => dropDatabase(node, name)));
});

test('a server whose role owns nothing signs up users, links a bank, and syncs it', async () => {
  // Nothing in this test uses the sandbox.
  const client = await signUp({ url: server.url } as AppUnderTest);
  const { id } = await client.request('GET /user/me');
  await query(ownerUrl, `update users set paid_until = 'infinity' where user_id = $1`, [id]);
  const item = bank.item('roles');
  item.accounts = [{ account_id: 'roles-account' }];
  item.script({
    added: [{ transaction_id: 'roles 1', account_id: 'roles-account', amount: 1 }],
  });
  await client.request('POST /plaid/link/token', { body: { public_token: 'public-roles' } });
  await client.waitForSyncs();
  const { rows } = await query(ownerUrl, 'select user_id from transactions where user_id = $1', [
    id,
  ]);
  expect(rows).toHaveLength(1);
  const problems = server.logged.filter(({ event }) =>
    ['queue_error', 'job_failed', 'analyze_failed'].includes(String(event)),
  );
  expect(problems).toEqual([]);
});

test("the server's role owns nothing", async () => {
  expect((await query(runtimeUrl, 'select current_user::text as role')).rows).toEqual([{ role }]);
  const { rows } = await query(
    ownerUrl,
    'select relname from pg_class where relowner = $1::regrole',
    [role],
  );
  expect(rows).toEqual([]);
});

test.each([
  'drop table users',
  'alter table users add column planted text',
  'alter table transactions disable trigger user',
  'truncate activity',
  'create table planted (id int)',
  'create index on users (email)',
  `create function planted() returns int language sql as 'select 1'`,
  'drop schema pgboss cascade',
  'alter table pgboss.job add column planted text',
  'create table pgboss.planted (id int)',
  'delete from schema_migrations',
  `update account_events set before = ''`,
  'delete from account_events',
  `update transaction_events set before = '{}'`,
  'delete from transaction_events',
  'update sync_runs set added = 0',
  'create schema planted',
])("the server's role may not run: %s", async (statement) => {
  // On a cluster, a rule rejects changes of history entries before privileges are checked.
  const code = expect.stringMatching(nodeUrls.length > 1 ? /^(42501|23001)$/ : /^42501$/);
  await expect(query(runtimeUrl, statement)).rejects.toMatchObject({ code });
});

test('append-only rows are deleted with the transaction that they describe, which the role may delete', async () => {
  const { rows } = await query(
    ownerUrl,
    `insert into transaction_events (user_id, transaction_id, event)
     select user_id, id, 'excluded' from transactions where provider_transaction_id = 'roles 1'
     returning user_id, transaction_id`,
  );
  expect(rows).toHaveLength(1);
  await query(runtimeUrl, 'delete from transactions where user_id = $1 and id = $2', [
    rows[0].user_id,
    rows[0].transaction_id,
  ]);
  const left = await query(ownerUrl, 'select 1 from transaction_events where transaction_id = $1', [
    rows[0].transaction_id,
  ]);
  expect(left.rowCount).toBe(0);
});

test("the server's role may read and write tables of later migrations, but not drop them", async () => {
  await query(ownerUrl, 'create table later (id int)');
  await query(runtimeUrl, 'insert into later values (1)');
  await expect(query(runtimeUrl, 'drop table later')).rejects.toMatchObject({ code: '42501' });
  await query(ownerUrl, 'drop table later');
});

test('the same role in DATABASE_URL and DATABASE_OWNER_URL is rejected', async () => {
  await expect(grantRuntimeRole(ownerUrl, ownerUrl)).rejects.toThrow(
    "DATABASE_URL must use a role without the rights of DATABASE_OWNER_URL's role",
  );
});
