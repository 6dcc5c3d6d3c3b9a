import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../tools/product/free-port.ts';
import { type ScriptedBank, startScriptedBank } from '../support/bank/scripted-bank.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { eventually } from '../support/eventually.ts';
import { createSubscriptionEvents, signStripeBody } from '../support/payments/payments.ts';
import { endAccess, setAccess } from '../support/payments/set-access.ts';
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';
import { signUp, type TestClient } from '../support/requests/test-client.ts';

let bank: ScriptedBank;
let database: TestDatabase;
let process: ServerProcess;
let environment: { PORT: string } & Record<string, string>;
const dataDir = mkdtempSync(join(tmpdir(), 'cairn-test-'));

beforeAll(async () => {
  [bank, database] = await Promise.all([startScriptedBank(), createTestDatabase()]);
  environment = {
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PLAID_BASE_URL: bank.url,
  };
  process = await startServerProcess(environment);
});
afterAll(async () => {
  await process.stop();
  await bank.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client;
}

async function query(text: string, values: unknown[] = []) {
  const client = await connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}
const countRows = async (text: string, values: unknown[] = []) =>
  (await query(text, values)).rowCount ?? 0;

/** Creates a paid user and their scripted bank with two pages. */
async function createUserWithBank() {
  const client = await signUp({
    url: `http://localhost:${environment.PORT}`,
  } as TestClient['server']);
  const { id } = await client.request('GET /user/me');
  await setAccess(database.url, id, 'infinity');
  const name = `bank${id.replaceAll('-', '')}`;
  const item = bank.item(name);
  item.accounts = [{ account_id: `${name}-account` }];
  item.script(
    ...[1, 2].map((page) => ({
      added: Array.from({ length: 50 }, (_, n) => ({
        transaction_id: `${name} ${page} ${n}`,
        account_id: `${name}-account`,
        amount: 1,
      })),
    })),
  );
  const link = () =>
    client.request('POST /plaid/link/token', { body: { public_token: `public-${name}` } });
  const rows = () => countRows('select 1 from transactions where user_id = $1', [id]);
  return { client, id, item, link, rows };
}

/** Triggers the subscription steps with a payment event of an unrelated user. */
async function triggerSteps(): Promise<void> {
  const body = JSON.stringify(createSubscriptionEvents(crypto.randomUUID()).updated());
  const response = await fetch(`http://localhost:${environment.PORT}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signStripeBody(body) },
    body,
  });
  expect(response.status).toBe(200);
}

describe('a subscription that ends during a sync', () => {
  test.each(['page', 'last page', 'accounts'] as const)(
    'that waits for its %s keeps the sync from writing, and a payment adds every row once',
    async (phase) => {
      const { client, id, item, link, rows } = await createUserWithBank();
      let release = phase === 'accounts' ? item.holdAccounts() : item.holdSync();
      await link();
      if (phase === 'accounts') await eventually(() => item.accountsCalls === 1, 'the sync waits');
      else await eventually(() => item.syncCalls === 1, 'the sync waits');
      if (phase === 'last page') {
        const first = release;
        release = item.holdSync();
        first();
        await eventually(() => item.syncCalls === 2, 'the sync waits for the last page');
      }
      await endAccess(database.url, id, 1);
      release();
      await eventually(
        () =>
          process.logged.some(
            (line) => line.event === 'sync_skipped_unpaid' && line.user_id === id,
          ),
        'the sync has noticed the lapse',
      );
      expect(await rows()).toBe(0);
      expect(await countRows('select 1 from sync_pages where user_id = $1', [id])).toBe(0);
      const { rows: items } = await query(
        'select sync_state, lease_until, cursor, health from items where user_id = $1',
        [id],
      );
      expect(items).toEqual([
        { sync_state: 'idle', lease_until: null, cursor: null, health: 'ok' },
      ]);
      await setAccess(database.url, id, 'infinity');
      await triggerSteps();
      await eventually(async () => (await rows()) === 100, 'every row has arrived');
      expect(await client.waitForSyncs()).toMatchObject({ items: [{ state: 'ok', error: null }] });
    },
  );
});

describe('a server that is killed', () => {
  test('after the aggregator removed an item but before the removal was recorded, records it after the restart and sends one email', async () => {
    const { client, id, item, link, rows } = await createUserWithBank();
    await link();
    await client.waitForSyncs();
    await endAccess(database.url, id, 31 * 24 * 60 * 60);
    const makeUnlinkDue = () =>
      query(
        `update subscription_steps set next_step = 'unlink', next_step_at = now() where user_id = $1`,
        [id],
      );
    await makeUnlinkDue();
    // Recording the removal waits for this row.
    const lockHolder = await connect();
    await lockHolder.query('begin');
    await lockHolder.query('select 1 from items where user_id = $1 for update', [id]);
    await triggerSteps();
    await eventually(() => item.removed, 'the item is removed at the aggregator');
    await process.kill();
    await lockHolder.end();
    const itemState = async () =>
      (await query('select health, access_token_sealed from items where user_id = $1', [id])).rows;
    expect(await itemState()).toEqual([
      { health: 'ok', access_token_sealed: expect.stringMatching(/./) },
    ]);
    process = await startServerProcess(environment);
    const countEmails = () =>
      countRows(`select 1 from outgoing_mail where user_id = $1 and kind = 'banks_unlinked'`, [id]);
    expect(await countEmails()).toBe(0);
    await makeUnlinkDue();
    await triggerSteps();
    await eventually(async () => (await countEmails()) === 1, 'the email is enqueued');
    expect(await itemState()).toEqual([{ health: 'removed', access_token_sealed: '' }]);
    expect(
      await countRows('select 1 from subscription_steps where user_id = $1 and next_step is null', [
        id,
      ]),
    ).toBe(1);
    expect(
      await countRows(
        `select 1 from activity where user_id = $1 and event = 'institution_unlinked'`,
        [id],
      ),
    ).toBe(1);
    expect(await rows()).toBe(100);
  }, 90_000);
});
