import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callAggregator } from '../../../../../tests/support/bank/aggregator.ts';
import {
  customPerson,
  listAllTransactions,
} from '../../../../../tests/support/bank/listed-transactions.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { openEventStream } from '../../../../../tests/support/requests/event-stream.ts';
import {
  signUp,
  signUpPaid,
  TestClient,
} from '../../../../../tests/support/requests/test-client.ts';
import { directory } from '../../platform/database/owned-sql.ts';

const coffee = customPerson({ name: 'Everyday', transactions: [{ amount: 4.5 }] });

interface SandboxItem {
  item_id: string;
  webhook: string | null;
  state: string;
}

describe('linking a bank', () => {
  let server: TestServer;
  let client: TestClient;

  beforeAll(async () => {
    server = await startTestServer();
    client = await signUpPaid(server);
  });
  afterAll(() => server.stop());

  const sandboxItem = async (itemId: string) => {
    const items = await server.sandbox.control<SandboxItem[]>('items');
    return items.find(({ item_id }) => item_id === itemId);
  };
  /**
   * Delays the next call to a route of an institution, so that the state during it can be observed. Each test uses
   * its own institution, because a sync left over from an earlier test would use up the fault.
   */
  const delayNext = (route: string, institution_id: string) =>
    server.sandbox.control('faults', {
      ...{ provider: 'plaid', route, institution_id },
      ...{ kind: 'slow', latency_ms: 1_000 },
    });
  const addTransaction = (itemId: string, amount: number) =>
    server.sandbox.control(`items/${itemId}/activity`, {
      transactions: [{ amount, description: 'Bought' }],
    });
  const waitForAmount = (user: TestClient, amount: number) =>
    eventually(
      async () => (await listAllTransactions(user)).some((row) => row.amount === amount),
      `${amount} is listed`,
    );

  test('POST /plaid/ returns a token for the link script', async () => {
    const { token, expiration } = await client.request('POST /plaid/');
    expect(token).toMatch(/^link-/);
    expect(Date.parse(expiration)).toBeGreaterThan(Date.now());
  });

  test('after POST /plaid/link/token the sync state is not idle before the first sync has ended', async () => {
    const user = await signUpPaid(server);
    await delayNext('/transactions/sync', 'ins_2');
    const public_token = await server.sandbox.createPublicToken({
      ...coffee,
      institution: 'ins_2',
    });
    const linked = await user.call('POST /plaid/link/token', { body: { public_token } });
    expect(linked.status).toBe(201);
    const states: string[] = [];
    const status = await eventually(async () => {
      const current = await user.request('GET /user/sync');
      states.push(current.state);
      // Once the state is idle, the transactions have been written.
      return current.state === 'idle' && current;
    }, 'the first sync has ended');
    expect(new Set(states.slice(0, -1)).has('idle')).toBe(false);
    expect(states).toContain('running');
    expect(await listAllTransactions(user)).toHaveLength(1);
    expect(status).toMatchObject({
      last_sync_pretty: 'Just now',
      items: [{ item_id: linked.body.item_id, state: 'ok', added: 1, error: null }],
    });
  });

  test("the item's webhook is set to the server's URL", async () => {
    const itemId = await client.linkBank(coffee);
    expect((await sandboxItem(itemId))?.webhook).toBe(`${server.url}/api/webhooks/plaid`);
  });

  test('a public token can be linked only once', async () => {
    const user = await signUpPaid(server);
    const public_token = await server.sandbox.createPublicToken(coffee);
    await user.request('POST /plaid/link/token', { body: { public_token } });
    const stranger = await signUpPaid(server);
    const again = await stranger.call('POST /plaid/link/token', { body: { public_token } });
    expect(again).toMatchObject({
      status: 422,
      problem: { code: 'link_expired', detail: expect.stringMatching(/start linking again/) },
    });
    for (const invalid of ['public-sandbox-nonsense', '', ' ']) {
      const body = { public_token: invalid };
      expect((await user.call('POST /plaid/link/token', { body })).status).toBe(422);
    }
    expect((await user.request('GET /plaid/link/items')).link_tokens).toHaveLength(1);
  });

  test('a public token that is sent again after a lost response is linked once with the same response', async () => {
    const user = await signUpPaid(server);
    const public_token = await server.sandbox.createPublicToken({
      ...coffee,
      institution: 'ins_6',
    });
    const sendToken = () => user.request('POST /plaid/link/token', { body: { public_token } });
    // The first request is still fetching the institution.
    await delayNext('/item/get', 'ins_6');
    const [first, concurrent] = await Promise.all([sendToken(), sendToken()]);
    expect(concurrent).toEqual(first);
    expect(await sendToken()).toEqual(first);
    await user.waitForSyncs();
    expect((await user.request('GET /plaid/link/items')).link_tokens).toHaveLength(1);
    expect(await listAllTransactions(user)).toHaveLength(1);
  });

  test.each(['http_429', 'http_500'])(
    'a public token can be linked after the first attempt to exchange it failed with %s',
    async (kind) => {
      const user = await signUpPaid(server);
      const public_token = await server.sandbox.createPublicToken(coffee);
      await server.sandbox.control('faults', {
        provider: 'plaid',
        route: '/item/public_token/exchange',
        kind,
        times: 3,
      });
      const sendToken = () => user.call('POST /plaid/link/token', { body: { public_token } });
      expect(await sendToken()).toMatchObject({
        status: 502,
        problem: { code: 'provider_failed' },
      });
      expect((await sendToken()).status).toBe(201);
      await user.waitForSyncs();
      expect((await user.request('GET /plaid/link/items')).link_tokens).toHaveLength(1);
    },
  );

  test('an unavailable aggregator is reported, and nothing is linked', async () => {
    const user = await signUpPaid(server);
    const public_token = await server.sandbox.createPublicToken(coffee);
    await server.sandbox.control('faults', {
      provider: 'plaid',
      route: '/item/public_token/exchange',
      kind: 'http_500',
      times: 3,
    });
    const failed = await user.call('POST /plaid/link/token', { body: { public_token } });
    expect(failed.status).toBe(502);
    expect(failed.problem.detail).toMatch(/isn't responding/);
    expect((await user.request('GET /plaid/link/items')).details).toEqual([]);
  });

  test("GET /plaid/link/items lists the user's own institutions with their state and last sync", async () => {
    const user = await signUpPaid(server);
    const itemId = await user.linkBank(coffee);
    const { link_tokens, details } = await user.request('GET /plaid/link/items');
    expect(link_tokens).toHaveLength(1);
    expect(details).toEqual([
      {
        ...link_tokens[0],
        item_id: itemId,
        state: 'ok',
        last_sync: expect.any(String),
        last_sync_pretty: 'Just now',
      },
    ]);
    const stranger = await signUpPaid(server);
    expect((await stranger.request('GET /plaid/link/items')).details).toEqual([]);
    expect((await stranger.request('GET /user/sync')).items).toEqual([]);
  });

  test('GET /user/sync counts transactions while a long history is being synced', async () => {
    const user = await signUpPaid(server);
    const public_token = await server.sandbox.createPublicToken({
      username: 'user_good',
      password: 'pass_good',
      institution: 'ins_3',
    });
    await delayNext('/accounts/get', 'ins_3');
    await user.request('POST /plaid/link/token', { body: { public_token } });
    const countDuringSync = await eventually(async () => {
      const { state, items } = await user.request('GET /user/sync');
      return state === 'running' && (items[0]?.added ?? 0) > 0 && items[0]?.added;
    }, 'a running sync has counted transactions');
    const done = await user.waitForSyncs();
    expect(done.items[0]?.added).toBeGreaterThanOrEqual(countDuringSync);
    expect(await listAllTransactions(user)).toHaveLength(done.items[0]?.added ?? 0);
  });

  test('two requests to POST /user/plaid/sync_transactions start one sync', async () => {
    const user = await signUpPaid(server);
    await user.linkBank({ ...coffee, institution: 'ins_4' });
    await delayNext('/transactions/sync', 'ins_4');
    const accepted = await user.call('POST /user/plaid/sync_transactions');
    expect(accepted.status).toBe(202);
    await eventually(
      async () => (await user.request('GET /user/sync')).state === 'running',
      'the sync is running',
    );
    const again = await user.request('POST /user/plaid/sync_transactions');
    expect(again.state).toBe('running');
    await user.waitForSyncs();
    const { id } = await user.request('GET /user/me');
    const finished = server.logged.filter(
      (line) => line.event === 'sync_finished' && line.user_id === id,
    );
    expect(finished).toHaveLength(2);
  });

  test('POST /user/plaid/sync_transactions without a bank responds with no items', async () => {
    const user = await signUpPaid(server);
    expect(await user.request('POST /user/plaid/sync_transactions')).toEqual({
      state: 'queued',
      items: [],
    });
    expect((await user.request('GET /user/sync')).state).toBe('idle');
  });

  test('a webhook event starts a sync that fetches new transactions', async () => {
    const user = await signUpPaid(server);
    const itemId = await user.linkBank(coffee);
    await addTransaction(itemId, 77.01);
    await waitForAmount(user, 77.01);
    // Events of the same second have identical bodies. None of them may be mistaken for a repetition.
    for (const amount of [77.02, 77.03, 77.04, 77.05]) await addTransaction(itemId, amount);
    await waitForAmount(user, 77.05);
  });

  test('POST /webhooks/plaid rejects forged events, and processes an event only once even if it arrives a hundred times', async () => {
    const user = await signUpPaid(server);
    const itemId = await user.linkBank(coffee);
    await addTransaction(itemId, 78.01);
    await waitForAmount(user, 78.01);
    const countStored = async () =>
      (
        await server.services.database.rows(
          directory`select event_id from webhook_events where provider = 'plaid'`,
        )
      ).length;
    const before = await countStored();
    for (const forgery of ['wrong_key', 'old_iat', 'other_body']) {
      const forged = await server.sandbox.control<{ status: number }>('webhooks/forge', {
        item_id: itemId,
        how: forgery,
      });
      expect(forged.status).toBeGreaterThanOrEqual(400);
      expect(forged.status).toBeLessThan(402);
    }
    expect(await countStored()).toBe(before);
    const replayed = await server.sandbox.control<{ statuses: number[] }>('webhooks/replay', {
      item_id: itemId,
      times: 100,
    });
    expect(new Set(replayed.statuses)).toEqual(new Set([200]));
    expect(await countStored()).toBe(before + 1);
    await user.waitForSyncs();
    expect((await listAllTransactions(user)).filter(({ amount }) => amount === 78.01)).toHaveLength(
      1,
    );
  });

  test('GET /user/events sends the current state, then every change of sync and subscription', async () => {
    const user = await signUp(server);
    const { id } = await user.request('GET /user/me');
    const events = await openEventStream(user);
    await events.waitFor(
      (event) => event.name === 'subscription' && event.data.subscription_status === 'free',
    );
    await server.sandbox.control('payments/complete', {
      client_reference_id: id,
      plan: 'lifetime',
    });
    await events.waitFor(
      (event) => event.name === 'subscription' && event.data.subscription_status === 'paid',
    );
    await delayNext('/transactions/sync', 'ins_5');
    const public_token = await server.sandbox.createPublicToken({
      ...coffee,
      institution: 'ins_5',
    });
    await user.request('POST /plaid/link/token', { body: { public_token } });
    await events.waitFor((event) => event.name === 'sync' && event.data.state !== 'idle');
    await events.waitFor(
      (event) =>
        event.name === 'sync' && event.data.state === 'idle' && event.data.items.length === 1,
    );
    events.close();
    expect((await new TestClient(server).call('GET /user/events')).status).toBe(401);
  });

  test('POST /plaid/link/known returns the item that already has the accounts', async () => {
    const user = await signUpPaid(server);
    const item = await user.linkBank(coffee);
    const accountOf = (name: string, mask = '1000') => ({ name, mask, subtype: 'checking' });
    const findKnown = (institution: string, ...accounts: ReturnType<typeof accountOf>[]) =>
      user.request('POST /plaid/link/known', { body: { institution, accounts } });
    expect(await findKnown('ins_1', accountOf('Everyday'), accountOf('Elsewhere', '7'))).toEqual({
      known: {
        item_id: item,
        institution_name: 'Harbor Savings',
        accounts: [{ name: 'Everyday', mask: '1000' }],
      },
    });
    expect(await findKnown('ins_2', accountOf('Everyday'))).toEqual({ known: null });
    expect(await findKnown('ins_1', accountOf('Everyday', '9999'))).toEqual({ known: null });
    const stranger = await signUpPaid(server);
    expect(
      await stranger.request('POST /plaid/link/known', {
        body: { institution: 'ins_1', accounts: [accountOf('Everyday')] },
      }),
    ).toEqual({ known: null });
    await callAggregator(server, item, '/item/remove');
    await user.request('POST /user/plaid/sync_transactions');
    await eventually(
      async () => (await user.request('GET /user/sync')).items[0]?.state === 'removed',
      'the item is removed',
    );
    expect(await findKnown('ins_1', accountOf('Everyday'))).toEqual({ known: null });
  });

  test('accounts of a bank that is linked twice count once', async () => {
    const user = await signUpPaid(server);
    await user.linkBank(coffee);
    const firstRows = await listAllTransactions(user);
    await user.linkBank(coffee);
    expect(await listAllTransactions(user)).toEqual(firstRows);
    expect((await user.request('GET /user/cashflow')).results.at(-1)?.spent).toBe(4.5);
    expect((await user.request('POST /user/transactions/v2', { body: {} })).num_pages).toBe(1);
    const another = await signUpPaid(server);
    await another.linkBank(coffee);
    expect(await listAllTransactions(another)).toHaveLength(1);
  });
});
