import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  catchPlaidError,
  customUser,
  linkItem,
  type SandboxHarness,
  startSandbox,
} from '../testing/sandbox-harness.ts';

let sandbox: SandboxHarness;
let accessToken: string;
let itemId: string;

const rows = [1, 2, 3].map((amount) => ({
  date_transacted: '2026-11-18',
  date_posted: '2026-11-18',
  amount,
  description: `ROW ${amount}`,
}));

beforeEach(async () => {
  sandbox = await startSandbox();
  ({ accessToken, itemId } = await linkItem(sandbox, {
    username: 'user_custom',
    password: customUser(rows),
  }));
});
afterEach(() => sandbox.close());

const sync = (request: { cursor?: string; count?: number } = {}) =>
  sandbox.plaid.transactionsSync({ access_token: accessToken, ...request });

describe('listings', () => {
  test('every listed person can be linked with the listed credentials', async () => {
    const people = await sandbox.get('/control/people');
    expect(people).toContainEqual(
      expect.objectContaining({ username: 'user_good', password: 'pass_good' }),
    );
    const institutions = await sandbox.get('/control/institutions');
    expect(institutions).toHaveProperty('length', 12);
    expect(institutions).toHaveProperty('0.institution_id', 'ins_1');
    if (!Array.isArray(people)) throw new Error('people is not a list');
    for (const { username, password } of people) {
      await linkItem(sandbox, { username, password });
    }
  });

  test('items are listed with their accounts, webhook URL, counts, and state', async () => {
    await sandbox.post(`/control/items/${itemId}/activity`, {
      transactions: [{ amount: 7, description: 'SNACK', pending: true }],
    });
    expect(await sandbox.get('/control/items')).toMatchObject([
      {
        item_id: itemId,
        state: 'ok',
        username: 'user_custom',
        webhook: null,
        transactions: 4,
        pending: 1,
        accounts: [{ balances: { current: 1000 } }],
      },
    ]);
    expect(await sandbox.get(`/control/items/${itemId}/transactions`)).toMatchObject([
      { name: 'SNACK' },
      { name: 'ROW 3' },
      { name: 'ROW 2' },
      { name: 'ROW 1' },
    ]);
    expect(await sandbox.post(`/control/items/${itemId}/login_required`)).toMatchObject({
      body: { state: 'login_required' },
    });
    expect(await sandbox.post(`/control/items/${itemId}/repair`)).toMatchObject({
      body: { state: 'ok' },
    });
    await sandbox.plaid.itemRemove({ access_token: accessToken });
    expect(await sandbox.get('/control/items')).toMatchObject([
      { item_id: itemId, state: 'removed', accounts: [] },
    ]);
  });

  test('the log lists every request, newest first, without secrets', async () => {
    await sync({ count: 2 });
    await catchPlaidError(sandbox.plaid.itemGet({ access_token: 'nobody' }));
    const [newest, previous, ...older] = (await sandbox.get('/control/log')) as { path: string }[];
    expect(newest).toMatchObject({ method: 'POST', path: '/plaid/item/get', status: 400 });
    expect(previous).toMatchObject({
      path: '/plaid/transactions/sync',
      status: 200,
      body: { count: 2 },
    });
    expect(JSON.stringify([newest, previous, ...older])).not.toContain('sandbox-secret');
    expect(JSON.stringify(older)).not.toContain('override_accounts');
  });
});

describe('reset', () => {
  const firstSync = async () => {
    ({ accessToken, itemId } = await linkItem(sandbox));
    return (await sync()).data.added;
  };

  test('deletes all items', async () => {
    expect((await sandbox.post('/control/reset')).status).toBe(200);
    expect(await sandbox.get('/control/items')).toEqual([]);
    expect((await catchPlaidError(sync())).error_code).toBe('INVALID_ACCESS_TOKEN');
  });

  test('with the same seed reproduces the data, and with another seed produces different data', async () => {
    await sandbox.post('/control/reset', { seed: 7 });
    const first = await firstSync();
    const firstItem = itemId;
    await sandbox.post('/control/reset', { seed: 7 });
    expect(await firstSync()).toEqual(first);
    expect(itemId).toBe(firstItem);
    await sandbox.post('/control/reset', { seed: 8 });
    expect((await firstSync()).map((row) => row.amount)).not.toEqual(
      first.map((row) => row.amount),
    );
  });

  test('without a seed keeps the data and never reuses IDs', async () => {
    await sandbox.post('/control/reset');
    const first = await firstSync();
    const firstItem = itemId;
    await sandbox.post('/control/reset');
    const second = await firstSync();
    expect(second.map((row) => [row.date, row.amount, row.name])).toEqual(
      first.map((row) => [row.date, row.amount, row.name]),
    );
    expect(itemId).not.toBe(firstItem);
    expect(second[0]?.transaction_id).not.toBe(first[0]?.transaction_id);
  });
});

describe('bad input', () => {
  const activity = (transaction: unknown) => ({ transactions: [transaction] });
  const good = { amount: 1, description: 'X' };

  test.each([
    ['activity', {}, 'transactions must be a list'],
    ['activity', { transactions: [] }, 'transactions must be a list of 1'],
    ['activity', activity('x'), 'transactions[0] must be an object'],
    ['activity', activity(null), 'amount must be a number'],
    ['activity', activity({ ...good, amount: '1' }), 'amount must be a number'],
    ['activity', activity({ ...good, amount: 1e10 }), 'amount must be a number'],
    ['activity', activity({ ...good, description: '' }), 'description must be'],
    ['activity', activity({ ...good, date: '2026-02-30' }), 'date must be a date'],
    [
      'activity',
      activity({ ...good, account_id: 'nobody' }),
      'account_id nobody is not an account',
    ],
    ['activity', activity({ ...good, color: 'red' }), 'unknown fields: color'],
    ['activity', activity({ ...good, tip: 1 }), 'tip requires a pending transaction'],
    ['remove', {}, 'transaction_id must be'],
    ['remove', { transaction_id: 'nobody' }, 'transaction_id is not a transaction'],
    ['restore', { transaction_id: 'nobody' }, 'transaction_id is not a removed transaction'],
    ['modify', { transaction_id: 'nobody', amount: 1 }, 'transaction_id is not a transaction'],
    ['settle', { now: true }, 'unknown fields: now'],
  ])('the %s call with %j is rejected with the reason', async (call, body, reason) => {
    const response = await sandbox.post(`/control/items/${itemId}/${call}`, body);
    expect(response).toMatchObject({
      status: 422,
      body: { reason: expect.stringContaining(reason) },
    });
    expect((await sync()).data.added).toHaveLength(3);
  });

  test('an unknown item is not found', async () => {
    for (const call of [
      'activity',
      'settle',
      'remove',
      'restore',
      'modify',
      'login_required',
      'repair',
    ]) {
      expect(await sandbox.post(`/control/items/nobody/${call}`), call).toMatchObject({
        status: 404,
        body: { reason: 'item nobody not found' },
      });
    }
    expect(await sandbox.post('/control/webhooks/replay', { item_id: 'nobody' })).toMatchObject({
      status: 404,
    });
    expect(
      await sandbox.post('/control/webhooks/forge', { item_id: 'nobody', how: 'old_iat' }),
    ).toMatchObject({ status: 404 });
    expect(
      await sandbox.post('/control/webhooks/fire', { item_id: 'nobody', webhook_code: 'ERROR' }),
    ).toMatchObject({ status: 404 });
  });

  test.each([
    ['faults', { provider: 'bank', kind: 'slow' }, 'provider must be one of'],
    ['faults', { provider: 'plaid', kind: 'flood' }, 'kind must be one of'],
    ['faults', { provider: 'plaid', kind: 'slow', times: 0 }, 'times must be a whole number'],
    ['faults', { provider: 'plaid', kind: 'slow', route: 'sync' }, 'route must start with /'],
    [
      'faults',
      { provider: 'quotes', kind: 'stale_cursor' },
      'stale_cursor is only available for provider plaid',
    ],
    ['faults', { provider: 'mail', kind: 'truncated' }, 'for provider mail'],
    ['webhooks/fire', { webhook_code: 'NO_SUCH' }, 'webhook_code must be one of'],
    ['reset', { seed: 'x' }, 'seed must be a whole number'],
    ['webhooks/forge', { how: 'magic' }, 'how must be one of'],
  ])('the %s call with %j is rejected with the reason', async (path, body, reason) => {
    const response = await sandbox.post(`/control/${path}`, body);
    expect(response).toMatchObject({
      status: 422,
      body: { reason: expect.stringContaining(reason) },
    });
  });

  test('a replay for an item without a webhook URL is rejected, and so is a malformed body', async () => {
    const withoutUrl = await sandbox.post('/control/webhooks/replay', { item_id: itemId });
    expect(withoutUrl).toMatchObject({
      status: 422,
      body: { reason: 'the item has no webhook URL' },
    });
    const response = await fetch(`${sandbox.address}/control/reset`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"seed":',
    });
    expect(response.status).toBe(422);
  });
});
