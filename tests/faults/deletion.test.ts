import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ScriptedBank,
  type ScriptedItem,
  startScriptedBank,
} from '../support/bank/scripted-bank.ts';
import { dumpDatabaseText } from '../support/database/database-dump.ts';
import { listTablesWithRowsOf } from '../support/database/user-tables.ts';
import { eventually } from '../support/eventually.ts';
import { expireLeasesOfKilledProcess } from '../support/expire-leases.ts';
import { type KillableServer, startKillableServer } from '../support/processes/killable-server.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { signUp, type TestClient } from '../support/requests/test-client.ts';

// In milliseconds. The queue detects a dead worker within 15 s. The additional time is for slow machines.
const resumeTimeout = 45_000;

/** Runs a query in its own connection, because those of the server may be blocked or dead. */
async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

const waitUntilDeleted = (url: string, userId: string, within?: number) =>
  eventually(
    async () =>
      (await listTablesWithRowsOf(url, userId)).length === 0 &&
      !(await dumpDatabaseText(url)).includes(userId),
    'nothing refers to the user anymore',
    within,
  );

/** Creates a paid user and their scripted bank with two pages. */
async function createUserWithBank(bank: ScriptedBank, server: TestClient['server'], url: string) {
  const client = await signUp(server);
  const { id } = await client.request('GET /user/me');
  await query(url, `update users set paid_until = 'infinity' where user_id = $1`, [id]);
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
    client.call('POST /plaid/link/token', { body: { public_token: `public-${name}` } });
  return { client, id, item, link };
}

describe('deleting a user', () => {
  let bank: ScriptedBank;
  let server: TestServer;
  let url: string;

  beforeAll(async () => {
    bank = await startScriptedBank();
    server = await startTestServer({ environment: { PLAID_BASE_URL: bank.url } });
    url = server.database.url;
  });
  afterAll(async () => {
    await server.stop();
    await bank.stop();
  });

  const waitForLostLease = (id: string) =>
    eventually(
      () =>
        server.logged.some(({ event, user_id }) => event === 'sync_lease_lost' && user_id === id),
      'the sync has noticed the lost lease',
    );

  test.each(['page', 'last page', 'accounts'] as const)(
    'during a sync that waits for its %s leaves no rows behind',
    async (phase) => {
      const { client, id, item, link } = await createUserWithBank(bank, server, url);
      const release = phase === 'accounts' ? item.holdAccounts() : item.holdSync();
      await link();
      if (phase === 'accounts') await eventually(() => item.accountsCalls === 1, 'the sync waits');
      else await eventually(() => item.syncCalls === 1, 'the sync waits');
      let releaseNow = release;
      if (phase === 'last page') {
        releaseNow = item.holdSync();
        release();
        await eventually(() => item.syncCalls === 2, 'the sync waits for the last page');
      }
      expect((await client.call('DELETE /user', { body: {} })).status).toBe(204);
      await waitUntilDeleted(url, id);
      expect(item.removed).toBe(true);
      releaseNow();
      await waitForLostLease(id);
      expect(await listTablesWithRowsOf(url, id)).toEqual([]);
    },
  );

  test('waits for a sync that is writing, and then deletes its rows', async () => {
    const { client, id, item, link } = await createUserWithBank(bank, server, url);
    const lockHolder = new pg.Client({ connectionString: url });
    await lockHolder.connect();
    const release = item.holdAccounts();
    await link();
    await eventually(() => item.accountsCalls === 1, 'all pages are staged');
    // The last write of the sync waits for this lock, while everything else is written but not committed.
    await lockHolder.query('begin; lock table sync_runs in share mode');
    release();
    await eventually(async () => {
      const { rowCount } = await query(
        url,
        `select 1 from pg_locks where not granted and relation = 'sync_runs'::regclass`,
      );
      return rowCount === 1;
    }, 'the sync is writing');
    expect((await client.call('DELETE /user', { body: {} })).status).toBe(204);
    await lockHolder.end();
    await waitUntilDeleted(url, id);
    expect(item.removed).toBe(true);
  });

  test('while a bank is being linked leaves nothing behind, not even at the aggregator', async () => {
    const { client, id, item, link } = await createUserWithBank(bank, server, url);
    const release = item.holdItem();
    const linking = link();
    await eventually(() => item.itemCalls === 1, 'the aggregator is called');
    expect((await client.call('DELETE /user', { body: {} })).status).toBe(204);
    await waitUntilDeleted(url, id);
    release();
    expect((await linking).status).toBe(401);
    expect(item.removed).toBe(true);
    expect(await listTablesWithRowsOf(url, id)).toEqual([]);
  });

  describe('while the aggregator is unavailable', () => {
    /** Makes the scheduled retry due now. */
    const makeRetryDue = () =>
      query(url, `update pgboss.job set start_after = now() where name = 'delete-user'`);
    const waitForDelays = (id: string, times: number) =>
      eventually(
        () =>
          server.logged.filter(
            ({ event, user_id }) => event === 'deletion_delayed' && user_id === id,
          ).length === times,
        'the deletion is delayed',
      );

    beforeEach(() => {
      bank.unavailable = true;
    });
    afterEach(() => {
      bank.unavailable = false;
    });

    /** Links a bank, then requests the deletion while the aggregator is unavailable. */
    async function requestDeletion() {
      bank.unavailable = false;
      const { client, id, item, link } = await createUserWithBank(bank, server, url);
      await link();
      await client.waitForSyncs();
      bank.unavailable = true;
      expect((await client.call('DELETE /user', { body: {} })).status).toBe(204);
      return { client, id, item };
    }

    test('keeps the access tokens, ends all sessions, and completes once the aggregator is available', async () => {
      const { client, id, item } = await requestDeletion();
      await waitForDelays(id, 1);
      await makeRetryDue();
      await waitForDelays(id, 2);
      expect((await client.call('GET /user/me')).status).toBe(401);
      expect(await listTablesWithRowsOf(url, id)).toEqual(
        expect.arrayContaining(['items', 'accounts', 'transactions', 'users']),
      );
      bank.unavailable = false;
      await makeRetryDue();
      await waitUntilDeleted(url, id);
      expect(item.removed).toBe(true);
    });

    test('deletes the rows after three days and logs what operators have to revoke manually', async () => {
      const { id, item } = await requestDeletion();
      await waitForDelays(id, 1);
      await query(
        url,
        `update users set deletion_requested_at = now() - interval '72 hours 1 minute' where user_id = $1`,
        [id],
      );
      const { rows } = await query(
        url,
        'select provider_item_id as name from items where user_id = $1',
        [id],
      );
      await makeRetryDue();
      await waitUntilDeleted(url, id);
      expect(item.removed).toBe(false);
      const abandoned = server.logged.filter(
        ({ event, user_id }) => event === 'revocation_abandoned' && user_id === id,
      );
      expect(abandoned).toMatchObject([{ level: 'error', provider: 'plaid', name: rows[0].name }]);
      expect(JSON.stringify(server.logged)).not.toContain('access-bank');
      expect(server.logged.filter(({ event }) => event === 'sync_crashed')).toEqual([]);
    });
  });
});

describe('a server that is killed during a deletion', () => {
  let server: KillableServer;
  beforeAll(async () => {
    server = await startKillableServer();
  });
  afterAll(() => server.stop());

  test('completes the deletion after the restart, whether the aggregator had responded or not', async () => {
    const deletions: { id: string; item: ScriptedItem; release: () => void }[] = [];
    for (const _phase of ['before the response', 'after the response']) {
      const { client, id, item, link } = await createUserWithBank(
        server.bank,
        server.product,
        server.database.url,
      );
      await link();
      await client.waitForSyncs();
      const release = item.holdRemoval();
      expect((await client.call('DELETE /user', { body: {} })).status).toBe(204);
      await eventually(() => item.removalCalls === 1, 'the aggregator is asked to remove the item');
      deletions.push({ id, item, release });
    }
    // One deletion is interrupted before the response, the other one at any later point.
    deletions[1]?.release();
    await eventually(() => deletions[1]?.item.removed, 'one item has been removed');
    await server.kill();
    await expireLeasesOfKilledProcess(server.database.url);
    deletions[0]?.release();
    await server.start();
    for (const { id, item } of deletions) {
      await waitUntilDeleted(server.database.url, id, resumeTimeout);
      expect(item.removed).toBe(true);
    }
  }, 120_000);
});
