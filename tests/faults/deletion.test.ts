import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dumpText } from '../support/database-dump.ts';
import { eventually } from '../support/eventually.ts';
import { type KillableServer, startKillableServer } from '../support/killable-server.ts';
import { passTimeSinceKill } from '../support/pass-time.ts';
import { tablesWithRowsOf } from '../support/rows-of-user.ts';
import {
  type ScriptedBank,
  type ScriptedItem,
  startScriptedBank,
} from '../support/scripted-bank.ts';
import { signUp, type TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

// The queue notices within 15 s that a worker is dead; the rest is for a machine that has much else to do.
const resumedWithin = 45_000;

/** A query in a connection of its own: the server's may be held or dead. */
async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

const gone = (url: string, userId: string, within?: number) =>
  eventually(
    async () =>
      (await tablesWithRowsOf(url, userId)).length === 0 && !(await dumpText(url)).includes(userId),
    'nothing names them any more',
    within,
  );

/** A paid user, and their scripted bank with two pages. */
async function withBank(bank: ScriptedBank, server: TestClient['server'], url: string) {
  const client = await signUp(server);
  const { id } = await client.reply('GET /user/me');
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

describe('a deletion', () => {
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

  const syncEnded = (id: string) =>
    eventually(
      () =>
        server.logged.some(({ event, user_id }) => event === 'sync_lease_lost' && user_id === id),
      'the sync has noticed',
    );

  test.each(['page', 'last page', 'accounts'] as const)(
    'during a sync that waits for its %s lets no row come back',
    async (moment) => {
      const { client, id, item, link } = await withBank(bank, server, url);
      const release = moment === 'accounts' ? item.holdAccounts() : item.hold();
      await link();
      if (moment === 'accounts') await eventually(() => item.accountsAsked === 1, 'it waits');
      else await eventually(() => item.asked === 1, 'it waits');
      let releaseNow = release;
      if (moment === 'last page') {
        releaseNow = item.hold();
        release();
        await eventually(() => item.asked === 2, 'it waits for the last');
      }
      expect((await client.call('DELETE /user', { body: {} })).status).toBe(204);
      await gone(url, id);
      expect(item.removed).toBe(true);
      releaseNow();
      await syncEnded(id);
      expect(await tablesWithRowsOf(url, id)).toEqual([]);
    },
  );

  test('waits for a sync that is writing, and deletes what it wrote', async () => {
    const { client, id, item, link } = await withBank(bank, server, url);
    const holding = new pg.Client({ connectionString: url });
    await holding.connect();
    const release = item.holdAccounts();
    await link();
    await eventually(() => item.accountsAsked === 1, 'all pages are staged');
    // What the sync writes last waits for this lock, with everything else written and not committed.
    await holding.query('begin; lock table sync_runs in share mode');
    release();
    await eventually(async () => {
      const { rowCount } = await query(
        url,
        `select 1 from pg_locks where not granted and relation = 'sync_runs'::regclass`,
      );
      return rowCount === 1;
    }, 'the sync is writing');
    expect((await client.call('DELETE /user', { body: {} })).status).toBe(204);
    await holding.end();
    await gone(url, id);
    expect(item.removed).toBe(true);
  });

  test('while a bank is being linked keeps nothing, there neither', async () => {
    const { client, id, item, link } = await withBank(bank, server, url);
    const release = item.holdItem();
    const linking = link();
    await eventually(() => item.itemAsked === 1, 'the bank is asked');
    expect((await client.call('DELETE /user', { body: {} })).status).toBe(204);
    await gone(url, id);
    release();
    expect((await linking).status).toBe(401);
    expect(item.removed).toBe(true);
    expect(await tablesWithRowsOf(url, id)).toEqual([]);
  });

  describe('whose provider is away', () => {
    /** Makes the waiting job due, as if its time had passed. */
    const passTime = () =>
      query(url, `update pgboss.job set start_after = now() where name = 'delete-user'`);
    const waits = (id: string, times: number) =>
      eventually(
        () =>
          server.logged.filter(({ event, user_id }) => event === 'deletion_waits' && user_id === id)
            .length === times,
        'it waits',
      );

    beforeEach(() => {
      bank.away = true;
    });
    afterEach(() => {
      bank.away = false;
    });

    /** Links while the bank is there, then asks for deletion while it is not. */
    async function leave() {
      bank.away = false;
      const { client, id, item, link } = await withBank(bank, server, url);
      await link();
      await client.syncIdle();
      bank.away = true;
      expect((await client.call('DELETE /user', { body: {} })).status).toBe(204);
      return { client, id, item };
    }

    test('keeps the keys until it is back, lets nobody in, and ends by itself', async () => {
      const { client, id, item } = await leave();
      await waits(id, 1);
      await passTime();
      await waits(id, 2);
      expect((await client.call('GET /user/me')).status).toBe(401);
      expect(await tablesWithRowsOf(url, id)).toEqual(
        expect.arrayContaining(['items', 'accounts', 'transactions', 'users']),
      );
      bank.away = false;
      await passTime();
      await gone(url, id);
      expect(item.removed).toBe(true);
    });

    test('is asked for three days; then the rows go, and operators are told what to end by hand', async () => {
      const { id, item } = await leave();
      await waits(id, 1);
      await query(
        url,
        `update users set deletion_asked_at = now() - interval '72 hours 1 minute' where user_id = $1`,
        [id],
      );
      const { rows } = await query(
        url,
        'select provider_item_id as name from items where user_id = $1',
        [id],
      );
      await passTime();
      await gone(url, id);
      expect(item.removed).toBe(false);
      const told = server.logged.filter(
        ({ event, user_id }) => event === 'revocation_given_up' && user_id === id,
      );
      expect(told).toMatchObject([{ level: 'error', provider: 'plaid', name: rows[0].name }]);
      expect(JSON.stringify(server.logged)).not.toContain('access-bank');
      expect(server.logged.filter(({ event }) => event === 'sync_broke')).toEqual([]);
    });
  });
});

describe('a server that is killed during a deletion', () => {
  let server: KillableServer;
  beforeAll(async () => {
    server = await startKillableServer();
  });
  afterAll(() => server.stop());

  test('ends it soon after the next start: before the bank answered, and after', async () => {
    const leaving: { id: string; item: ScriptedItem; release: () => void }[] = [];
    for (const _moment of ['before it answers', 'after']) {
      const { client, id, item, link } = await withBank(
        server.bank,
        server.product,
        server.database.url,
      );
      await link();
      await client.syncIdle();
      const release = item.holdRemoval();
      expect((await client.call('DELETE /user', { body: {} })).status).toBe(204);
      await eventually(() => item.removalsAsked === 1, 'the bank is asked to let go');
      leaving.push({ id, item, release });
    }
    // One dies while it waits for the bank, the other wherever it is by then.
    leaving[1]?.release();
    await eventually(() => leaving[1]?.item.removed, 'one has been let go');
    await server.kill();
    await passTimeSinceKill(server.database.url);
    leaving[0]?.release();
    await server.start();
    for (const { id, item } of leaving) {
      await gone(server.database.url, id, resumedWithin);
      expect(item.removed).toBe(true);
    }
  }, 120_000);
});
