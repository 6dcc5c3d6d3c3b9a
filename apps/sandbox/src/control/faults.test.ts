import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  catchPlaidError,
  customUser,
  linkItem,
  type SandboxHarness,
  startSandbox,
  startWebhookCatcher,
} from '../testing/sandbox-harness.ts';

let sandbox: SandboxHarness;
let accessToken: string;

const rows = [1, 2, 3].map((amount) => ({
  date_transacted: '2026-11-18',
  date_posted: '2026-11-18',
  amount,
  description: `ROW ${amount}`,
}));

beforeEach(async () => {
  sandbox = await startSandbox();
  ({ accessToken } = await linkItem(sandbox, {
    username: 'user_custom',
    password: customUser(rows),
  }));
});
afterEach(() => sandbox.close());

const sync = (request: { cursor?: string; count?: number } = {}) =>
  sandbox.plaid.transactionsSync({ access_token: accessToken, ...request });

async function addFault(fault: object): Promise<void> {
  const response = await sandbox.post('/control/faults', { provider: 'plaid', ...fault });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
}

/** Returns the error code of a call that gets no response or a truncated response. */
async function catchNetworkFailure(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
  throw new Error('the call succeeded');
}

const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0;

test.each([
  ['http_500', 500, 'API_ERROR', 'INTERNAL_SERVER_ERROR'],
  ['http_429', 429, 'RATE_LIMIT_EXCEEDED', 'TRANSACTIONS_SYNC_LIMIT'],
])('the %s fault fails a single request', async (kind, http, error_type, error_code) => {
  await addFault({ kind, route: '/transactions/sync' });
  expect(await catchPlaidError(sync())).toMatchObject({ http, error_type, error_code });
  expect((await sync()).data.added).toHaveLength(3);
});

test('http_429 sends a Retry-After header', async () => {
  await addFault({ kind: 'http_429' });
  const response = await fetch(`${sandbox.address}/plaid/item/get`, { method: 'POST' });
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
});

test('a fault applies to its route only, as many times as requested', async () => {
  await addFault({ kind: 'http_500', route: '/transactions/sync', times: 2 });
  await sandbox.plaid.itemGet({ access_token: accessToken });
  await catchPlaidError(sync());
  await catchPlaidError(sync());
  await sync();
  expect(await sandbox.get('/control/faults')).toEqual([]);
});

test('drop_connection, truncated, and timeout leave the caller without a complete response', async () => {
  await addFault({ kind: 'drop_connection' });
  expect(await catchNetworkFailure(sync())).toMatch(/ECONNRESET|ECONNABORTED/);
  await addFault({ kind: 'truncated' });
  expect(await catchNetworkFailure(sync())).toMatch(/ECONNRESET|ECONNABORTED|ERR_BAD_RESPONSE/);
  await addFault({ kind: 'timeout', latency_ms: 60_000 });
  const options = { timeout: 150 };
  expect(
    await catchNetworkFailure(sandbox.plaid.itemGet({ access_token: accessToken }, options)),
  ).toBe('ECONNABORTED');
  expect((await sync()).data.added).toHaveLength(3);
});

test('a pending timeout fault does not delay shutdown', async () => {
  await addFault({ kind: 'timeout' });
  const hanging = catchNetworkFailure(sync());
  await vi.waitUntil(async () => isEmpty(await sandbox.get('/control/faults')));
  await sandbox.app.close();
  expect(await hanging).toBe('ECONNRESET');
});

test('malformed_json responds with 200 and invalid JSON', async () => {
  await addFault({ kind: 'malformed_json' });
  const response = await fetch(`${sandbox.address}/plaid/item/get`, { method: 'POST' });
  const text = await response.text();
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
});

test('the slow fault delays a correct response', async () => {
  await addFault({ kind: 'slow', latency_ms: 120 });
  const startedAt = performance.now();
  expect((await sync()).data.added).toHaveLength(3);
  // A busy machine can only lengthen the delay: timers never fire early, apart from rounding.
  expect(performance.now() - startedAt).toBeGreaterThan(110);
});

test('not_ready responds without a cursor and sends a webhook when ready', async () => {
  const catcher = await startWebhookCatcher();
  await sandbox.plaid.itemWebhookUpdate({ access_token: accessToken, webhook: catcher.url });
  await addFault({ kind: 'not_ready' });
  const { data } = await sync();
  expect(data).toMatchObject({
    transactions_update_status: 'NOT_READY',
    added: [],
    next_cursor: '',
    has_more: false,
  });
  await catcher.waitFor('SYNC_UPDATES_AVAILABLE');
  expect((await sync()).data.transactions_update_status).toBe('HISTORICAL_UPDATE_COMPLETE');
  await addFault({ kind: 'not_ready' });
  const error = await catchPlaidError(
    sandbox.plaid.transactionsRecurringGet({ access_token: accessToken }),
  );
  expect(error.error_code).toBe('PRODUCT_NOT_READY');
  await catcher.close();
});

test('mutation_during_pagination fails the second page of a pagination loop', async () => {
  await addFault({ kind: 'mutation_during_pagination' });
  const { data } = await sync({ count: 1 });
  const error = await catchPlaidError(sync({ cursor: data.next_cursor, count: 1 }));
  expect(error.error_code).toBe('TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION');
  expect((await sync()).data.added).toHaveLength(3);
});

test('duplicate_page sends a page twice, then continues', async () => {
  await addFault({ kind: 'duplicate_page' });
  const names: string[] = [];
  let cursor = '';
  for (let page = 0, hasMore = true; hasMore; page++) {
    expect(page).toBeLessThan(10);
    const { data } = await sync({ cursor, count: 2 });
    names.push(...data.added.map((row) => row.name));
    ({ next_cursor: cursor, has_more: hasMore } = data);
  }
  expect(names).toEqual(['ROW 1', 'ROW 2', 'ROW 1', 'ROW 2', 'ROW 3']);
});

test('stale_cursor rejects a stored cursor and allows a sync from the start', async () => {
  const { data } = await sync();
  await addFault({ kind: 'stale_cursor', times: 5 });
  const error = await catchPlaidError(sync({ cursor: data.next_cursor }));
  expect(error).toMatchObject({ error_type: 'INVALID_REQUEST', error_code: 'INVALID_FIELD' });
  expect((await sync()).data.added).toHaveLength(3);
});

test('the refuse fault responds with any error code of the aggregator', async () => {
  await addFault({ kind: 'refuse', code: 'INSTITUTION_DOWN' });
  expect(await catchPlaidError(sync())).toMatchObject({
    error_type: 'INSTITUTION_ERROR',
    error_code: 'INSTITUTION_DOWN',
  });
});

test('the clear call removes all active faults', async () => {
  await addFault({ kind: 'http_500', times: 100 });
  await sandbox.post('/control/faults/clear');
  expect((await sync()).status).toBe(200);
});

test('a fault of one institution does not affect the others', async () => {
  await addFault({ kind: 'http_500', route: '/transactions/sync', institution_id: 'ins_9' });
  expect((await sync()).data.added).toHaveLength(3);
  const { accessToken: other } = await linkItem(sandbox, {
    username: 'user_custom',
    password: customUser(rows),
    institution: 'ins_9',
  });
  const failed = catchPlaidError(sandbox.plaid.transactionsSync({ access_token: other }));
  expect(await failed).toMatchObject({ http: 500 });
  expect(await sandbox.get('/control/faults')).toEqual([]);
});

test('only transport faults can be limited to one institution', async () => {
  const body = { provider: 'plaid', kind: 'duplicate_page', institution_id: 'ins_9' };
  const { status, body: response } = await sandbox.post('/control/faults', body);
  expect(status).toBe(422);
  expect(JSON.stringify(response)).toContain('institution_id requires kind http_500');
});
