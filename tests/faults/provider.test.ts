import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asUserId } from '../../apps/server/src/platform/identifiers.ts';
import { owned } from '../../apps/server/src/platform/owned-sql.ts';
import { fireWebhook, tellAggregator } from '../support/aggregator.ts';
import { allRows, customPerson, spentThisMonth } from '../support/bank-rows.ts';
import { eventually } from '../support/eventually.ts';
import { signUpPaid, type TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const person = customPerson({
  name: 'Everyday',
  transactions: [{ amount: 10 }, { amount: 20 }],
});
const sync = '/transactions/sync';

describe('when the bank', () => {
  let server: TestServer;
  let client: TestClient;
  let itemId: string;

  beforeAll(async () => {
    server = await startTestServer({
      // As patient as always, only quicker about it.
      patience: {
        timeout: 1_500,
        retries: { tries: 2, firstDelay: 10, longestDelay: 1_500, random: () => 1 },
      },
    });
  });
  beforeEach(async () => {
    await server.sandbox.control('faults/clear', {});
    client = await signUpPaid(server);
    itemId = await client.link(person);
  });
  afterAll(() => server.stop());

  const fault = (kind: string, times: number, more: object = {}) =>
    server.sandbox.control('faults', { provider: 'plaid', route: sync, kind, times, ...more });
  const buy = (amount: number) =>
    server.sandbox.control(`items/${itemId}/activity`, {
      transactions: [{ amount, description: 'Bought', category: 'travel_flights' }],
    });
  const amounts = async () => (await allRows(client)).map(({ amount }) => amount).sort();
  const item = async () => {
    const status = await client.reply('GET /user/sync');
    return { idle: status.state === 'idle', ...status.items[0] };
  };
  const state = (wanted: string) =>
    eventually(async () => {
      const now = await item();
      return now.state === wanted && now;
    }, `the item is ${wanted}`);

  test.each([
    ['answers with an error', 'http_500', /isn't responding/],
    ['says that it is asked too often', 'http_429', /isn't responding/],
    ['does not answer', 'timeout', /isn't responding/],
    ['drops the connection', 'drop_connection', /isn't responding/],
    ['answers with something else than JSON', 'malformed_json', /isn't responding/],
    ['is cut off in the middle', 'truncated', /isn't responding/],
    ['has nothing yet', 'not_ready', /still preparing/],
    ['changes its rows under the pages for ever', 'mutation_during_pagination', /Nothing was lost/],
  ])(
    '%s: old rows stay, it is said, and asking again brings all once',
    async (_, kind, sentence) => {
      await fault(kind, 1_000);
      await buy(30);
      const failed = await state('retrying');
      // What waits for a later time is nothing that a screen should wait for.
      expect(failed.idle).toBe(true);
      expect(failed.error).toMatch(sentence);
      expect(await amounts()).toEqual([10, 20]);
      expect(await spentThisMonth(client)).toBe(30);
      await server.sandbox.control('faults/clear', {});
      await client.reply('POST /user/plaid/sync_transactions');
      expect(await state('ok')).toMatchObject({ error: null, idle: true });
      expect(await amounts()).toEqual([10, 20, 30]);
      expect(await spentThisMonth(client)).toBe(60);
    },
  );

  test.each([
    ['fails once', 'http_500', 1],
    ['says once that it is asked too often', 'http_429', 1],
    ['drops one connection', 'drop_connection', 1],
    ['changes its rows under the pages', 'mutation_during_pagination', 2],
    ['sends a page again', 'duplicate_page', 3],
    ['no longer knows the cursor', 'stale_cursor', 1],
  ])('%s: nobody notices', async (_, kind, times) => {
    await fault(kind, times);
    await buy(30);
    await eventually(async () => (await amounts()).length === 3, 'the new row is there');
    expect(await amounts()).toEqual([10, 20, 30]);
    expect(await state('ok')).toMatchObject({ error: null });
    expect(await failedRuns()).toEqual([]);
  });

  test('no longer knows the cursor: what is gone there goes here, decisions stay', async () => {
    const rows = await allRows(client);
    const [gone, kept] = [10, 20].map((wanted) => rows.find(({ amount }) => amount === wanted));
    await client.reply('POST /user/tx/updatecategory', {
      body: { tx_id: kept?.id ?? '', category: 'travel_flights' },
    });
    await fault('stale_cursor', 1);
    await server.sandbox.control(`items/${itemId}/remove`, {
      transaction_id: gone?.transaction_id,
    });
    await eventually(async () => (await amounts()).length === 1, 'the row is gone');
    expect(await allRows(client)).toMatchObject([
      { id: kept?.id, overridden_category: 'travel_flights' },
    ]);
    await server.sandbox.control(`items/${itemId}/restore`, {
      transaction_id: gone?.transaction_id,
    });
    await eventually(async () => (await amounts()).length === 2, 'the row is back');
    expect((await allRows(client)).map(({ id }) => id)).toContain(gone?.id);
  });

  test('cannot list its accounts: no row comes without the balance it belongs to', async () => {
    await fault('http_500', 1_000, { route: '/accounts/get' });
    await buy(30);
    await state('retrying');
    expect(await amounts()).toEqual([10, 20]);
    await server.sandbox.control('faults/clear', {});
    await client.reply('POST /user/plaid/sync_transactions');
    await state('ok');
    expect(await amounts()).toEqual([10, 20, 30]);
  });

  test('asks for the login again: said until it is repaired, and then all comes', async () => {
    await server.sandbox.control(`items/${itemId}/login_required`, {});
    expect((await state('login_required')).error).toMatch(/sign in again/);
    // Asking is allowed and changes nothing.
    await client.reply('POST /user/plaid/sync_transactions');
    await client.syncIdle();
    expect((await item()).state).toBe('login_required');
    expect(await amounts()).toEqual([10, 20]);
    await server.sandbox.control(`items/${itemId}/repair`, {});
    expect((await state('ok')).error).toBeNull();
    await buy(30);
    await eventually(async () => (await amounts()).length === 3, 'the new row is there');
  });

  test('says late that it asked for a login that works by now: nobody is sent there', async () => {
    const before = (await runs()).length;
    await fireWebhook(server, itemId, 'ERROR');
    await eventually(async () => (await runs()).length > before, 'the bank was asked');
    await client.syncIdle();
    expect(await item()).toMatchObject({ state: 'ok', error: null });
  });

  test('says that the consent ends soon: said until it is renewed, whatever syncs succeed', async () => {
    await fireWebhook(server, itemId, 'PENDING_DISCONNECT');
    expect((await state('consent_expiring')).error).toMatch(/consent/);
    await client.reply('POST /user/plaid/sync_transactions');
    await client.syncIdle();
    expect((await item()).state).toBe('consent_expiring');
    await fireWebhook(server, itemId, 'LOGIN_REPAIRED');
    await state('ok');
  });

  test('no longer has the item: said, its rows stay, and it is not asked again', async () => {
    await tellAggregator(server, itemId, '/item/remove');
    await client.reply('POST /user/plaid/sync_transactions');
    expect((await state('removed')).error).toMatch(/no longer exists/);
    const before = (await runs()).length;
    await client.reply('POST /user/plaid/sync_transactions');
    await client.syncIdle();
    expect((await item()).state).toBe('removed');
    expect(await runs()).toHaveLength(before);
    expect(await amounts()).toEqual([10, 20]);
  });

  test('sends a row in another currency: listed, not counted, and said', async () => {
    const abroad = await signUpPaid(server);
    await abroad.link(
      customPerson({
        name: 'Everyday',
        transactions: [{ amount: 10 }, { amount: 99, currency: 'EUR' }],
      }),
    );
    expect((await allRows(abroad)).map(({ currency }) => currency).sort()).toEqual(['EUR', 'USD']);
    expect(await spentThisMonth(abroad)).toBe(10);
    expect((await abroad.reply('GET /user/currentspending')).not_counted).toBe(1);
    expect((await abroad.reply('GET /user/cashflow')).not_counted).toBe(1);
  });

  test('is asked, its secrets are in no log line', () => {
    const text = JSON.stringify(server.logged);
    expect(server.logged.length).toBeGreaterThan(100);
    expect(text).not.toMatch(/access-sandbox-|public-sandbox-/);
    expect(text).not.toContain('sandbox-secret');
  });

  async function runs() {
    const { id } = await client.reply('GET /user/me');
    return server.services.database.rows<{ error: string | null }>(owned`
      select error
      from sync_runs
      where user_id = ${asUserId(id)}`);
  }
  const failedRuns = async () => (await runs()).filter(({ error }) => error !== null);
});
