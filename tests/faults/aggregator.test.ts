import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { owned } from '../../apps/server/src/platform/database/owned-sql.ts';
import { asUserId } from '../../apps/server/src/platform/identifiers.ts';
import { callAggregator, fireWebhook } from '../support/bank/aggregator.ts';
import {
  customPerson,
  fetchSpentThisMonth,
  listAllTransactions,
} from '../support/bank/listed-transactions.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { signUpPaid, type TestClient } from '../support/requests/test-client.ts';

const person = customPerson({
  name: 'Everyday',
  transactions: [{ amount: 10 }, { amount: 20 }],
});
const syncRoute = '/transactions/sync';

describe('when the bank', () => {
  let server: TestServer;
  let client: TestClient;
  let itemId: string;

  beforeAll(async () => {
    server = await startTestServer({
      // The usual retries with shorter delays.
      callPolicy: {
        timeout: 1_500,
        retries: { maxAttempts: 2, initialDelay: 10, maxDelay: 1_500, random: () => 1 },
      },
    });
  });
  beforeEach(async () => {
    await server.sandbox.control('faults/clear', {});
    client = await signUpPaid(server);
    itemId = await client.linkBank(person);
  });
  afterAll(() => server.stop());

  const addFault = (kind: string, times: number, more: object = {}) =>
    server.sandbox.control('faults', { provider: 'plaid', route: syncRoute, kind, times, ...more });
  const addPurchase = (amount: number) =>
    server.sandbox.control(`items/${itemId}/activity`, {
      transactions: [{ amount, description: 'Bought', category: 'travel_flights' }],
    });
  const amounts = async () =>
    (await listAllTransactions(client)).map(({ amount }) => amount).sort();
  const fetchItem = async () => {
    const status = await client.request('GET /user/sync');
    return { isIdle: status.state === 'idle', ...status.items[0] };
  };
  const waitForItemState = (state: string) =>
    eventually(async () => {
      const current = await fetchItem();
      return current.state === state && current;
    }, `the item becomes ${state}`);

  test.each([
    ['responds with an error', 'http_500', /isn't responding/],
    ['rate-limits requests', 'http_429', /isn't responding/],
    ['does not respond', 'timeout', /isn't responding/],
    ['drops the connection', 'drop_connection', /isn't responding/],
    ['responds with malformed JSON', 'malformed_json', /isn't responding/],
    ['sends a truncated response', 'truncated', /isn't responding/],
    ['is not ready yet', 'not_ready', /still preparing/],
    ['keeps changing its data during pagination', 'mutation_during_pagination', /Nothing was lost/],
  ])(
    '%s, the old rows are kept, the error is shown, and a later sync adds every row once',
    async (_, kind, message) => {
      await addFault(kind, 1_000);
      await addPurchase(30);
      const failed = await waitForItemState('retrying');
      // A scheduled retry counts as idle, so that screens don't wait for it.
      expect(failed.isIdle).toBe(true);
      expect(failed.error).toMatch(message);
      expect(await amounts()).toEqual([10, 20]);
      expect(await fetchSpentThisMonth(client)).toBe(30);
      await server.sandbox.control('faults/clear', {});
      await client.request('POST /user/plaid/sync_transactions');
      expect(await waitForItemState('ok')).toMatchObject({ error: null, isIdle: true });
      expect(await amounts()).toEqual([10, 20, 30]);
      expect(await fetchSpentThisMonth(client)).toBe(60);
    },
  );

  test.each([
    ['fails once', 'http_500', 1],
    ['rate-limits one request', 'http_429', 1],
    ['drops one connection', 'drop_connection', 1],
    ['changes its data during pagination', 'mutation_during_pagination', 2],
    ['repeats a page', 'duplicate_page', 3],
    ['no longer knows the cursor', 'stale_cursor', 1],
  ])('%s, the sync succeeds anyway', async (_, kind, times) => {
    await addFault(kind, times);
    await addPurchase(30);
    await eventually(async () => (await amounts()).length === 3, 'the new row has arrived');
    expect(await amounts()).toEqual([10, 20, 30]);
    expect(await waitForItemState('ok')).toMatchObject({ error: null });
    expect(await fetchFailedSyncRuns()).toEqual([]);
  });

  test('no longer knows the cursor, removed transactions are marked as removed and overrides are kept', async () => {
    const rows = await listAllTransactions(client);
    const [removed, remaining] = [10, 20].map((value) =>
      rows.find(({ amount }) => amount === value),
    );
    await client.request('POST /user/tx/updatecategory', {
      body: { tx_id: remaining?.id ?? '', category: 'travel_flights' },
    });
    await addFault('stale_cursor', 1);
    await server.sandbox.control(`items/${itemId}/remove`, {
      transaction_id: removed?.transaction_id,
    });
    await eventually(async () => (await amounts()).length === 1, 'the row is removed');
    expect(await listAllTransactions(client)).toMatchObject([
      { id: remaining?.id, overridden_category: 'travel_flights' },
    ]);
    await server.sandbox.control(`items/${itemId}/restore`, {
      transaction_id: removed?.transaction_id,
    });
    await eventually(async () => (await amounts()).length === 2, 'the row has returned');
    expect((await listAllTransactions(client)).map(({ id }) => id)).toContain(removed?.id);
  });

  test('cannot list its accounts, no row is added without its balance', async () => {
    await addFault('http_500', 1_000, { route: '/accounts/get' });
    await addPurchase(30);
    await waitForItemState('retrying');
    expect(await amounts()).toEqual([10, 20]);
    await server.sandbox.control('faults/clear', {});
    await client.request('POST /user/plaid/sync_transactions');
    await waitForItemState('ok');
    expect(await amounts()).toEqual([10, 20, 30]);
  });

  test('requires a new sign-in, the error is shown until the login is repaired, and then all rows arrive', async () => {
    await server.sandbox.control(`items/${itemId}/login_required`, {});
    expect((await waitForItemState('login_required')).error).toMatch(/sign in again/);
    // A requested sync is accepted and changes nothing.
    await client.request('POST /user/plaid/sync_transactions');
    await client.waitForSyncs();
    expect((await fetchItem()).state).toBe('login_required');
    expect(await amounts()).toEqual([10, 20]);
    await server.sandbox.control(`items/${itemId}/repair`, {});
    expect((await waitForItemState('ok')).error).toBeNull();
    await addPurchase(30);
    await eventually(async () => (await amounts()).length === 3, 'the new row has arrived');
  });

  test('reports a sign-in error that has already been fixed, the item stays ok', async () => {
    const before = (await fetchSyncRuns()).length;
    await fireWebhook(server, itemId, 'ERROR');
    await eventually(async () => (await fetchSyncRuns()).length > before, 'a sync has run');
    await client.waitForSyncs();
    expect(await fetchItem()).toMatchObject({ state: 'ok', error: null });
  });

  test('reports that the consent expires soon, this is shown until the consent is renewed, even if syncs succeed', async () => {
    await fireWebhook(server, itemId, 'PENDING_DISCONNECT');
    expect((await waitForItemState('consent_expiring')).error).toMatch(/consent/);
    await client.request('POST /user/plaid/sync_transactions');
    await client.waitForSyncs();
    expect((await fetchItem()).state).toBe('consent_expiring');
    await fireWebhook(server, itemId, 'LOGIN_REPAIRED');
    await waitForItemState('ok');
  });

  test('no longer has the item, the error is shown, the rows are kept, and no further request is made', async () => {
    await callAggregator(server, itemId, '/item/remove');
    await client.request('POST /user/plaid/sync_transactions');
    expect((await waitForItemState('removed')).error).toMatch(/no longer exists/);
    const before = (await fetchSyncRuns()).length;
    await client.request('POST /user/plaid/sync_transactions');
    await client.waitForSyncs();
    expect((await fetchItem()).state).toBe('removed');
    expect(await fetchSyncRuns()).toHaveLength(before);
    expect(await amounts()).toEqual([10, 20]);
  });

  test('sends a transaction in another currency, it is listed but not counted, and is reported as omitted', async () => {
    const foreignClient = await signUpPaid(server);
    await foreignClient.linkBank(
      customPerson({
        name: 'Everyday',
        transactions: [{ amount: 10 }, { amount: 99, currency: 'EUR' }],
      }),
    );
    expect(
      (await listAllTransactions(foreignClient)).map(({ currency }) => currency).sort(),
    ).toEqual(['EUR', 'USD']);
    expect(await fetchSpentThisMonth(foreignClient)).toBe(10);
    expect((await foreignClient.request('GET /user/currentspending')).omitted_count).toBe(1);
    expect((await foreignClient.request('GET /user/cashflow')).omitted_count).toBe(1);
  });

  test('is called, the secrets in the calls appear in no log line', () => {
    const text = JSON.stringify(server.logged);
    expect(server.logged.length).toBeGreaterThan(100);
    expect(text).not.toMatch(/access-sandbox-|public-sandbox-/);
    expect(text).not.toContain('sandbox-secret');
  });

  async function fetchSyncRuns() {
    const { id } = await client.request('GET /user/me');
    return server.services.database.rows<{ error: string | null }>(owned`
      select error
      from sync_runs
      where user_id = ${asUserId(id)}`);
  }
  const fetchFailedSyncRuns = async () =>
    (await fetchSyncRuns()).filter(({ error }) => error !== null);
});
