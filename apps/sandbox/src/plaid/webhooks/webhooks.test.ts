import { createHash } from 'node:crypto';
import * as jose from 'jose';
import { SandboxItemFireWebhookRequestWebhookCodeEnum as Code } from 'plaid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  catchPlaidError,
  linkItem,
  NOW,
  type ReceivedWebhook,
  type SandboxHarness,
  startSandbox,
  startWebhookCatcher,
  type WebhookCatcher,
} from '../../testing/sandbox-harness.ts';

let sandbox: SandboxHarness;
let catcher: WebhookCatcher;
let accessToken: string;
let itemId: string;

beforeEach(async () => {
  sandbox = await startSandbox();
  catcher = await startWebhookCatcher();
  ({ accessToken, itemId } = await linkItem(sandbox, { webhook: catcher.url }));
});
afterEach(async () => {
  await sandbox.close();
  await catcher.close();
});

/** Verifies a webhook as the provider's documentation specifies. */
async function verify({ raw, token }: ReceivedWebhook): Promise<void> {
  const { kid, alg } = jose.decodeProtectedHeader(token);
  expect(alg).toBe('ES256');
  const { data } = await sandbox.plaid.webhookVerificationKeyGet({ key_id: kid ?? '' });
  const key = await jose.importJWK({ ...data.key }, 'ES256');
  const { payload } = await jose.jwtVerify(token, key, {
    algorithms: ['ES256'],
    maxTokenAge: '5 min',
    currentDate: new Date(NOW),
  });
  expect(payload.request_body_sha256).toBe(createHash('sha256').update(raw).digest('hex'));
}

test('a webhook is signed with the key that the API returns', async () => {
  await sandbox.plaid.sandboxItemFireWebhook({
    access_token: accessToken,
    webhook_code: Code.SyncUpdatesAvailable,
  });
  const sent = await catcher.waitFor('SYNC_UPDATES_AVAILABLE');
  await verify(sent);
  expect(sent.body).toMatchObject({ webhook_type: 'TRANSACTIONS', item_id: itemId });
  const unknown = await catchPlaidError(
    sandbox.plaid.webhookVerificationKeyGet({ key_id: 'another' }),
  );
  expect(unknown.error_code).toBe('INVALID_WEBHOOK_VERIFICATION_KEY_ID');
});

test('a new webhook URL is acknowledged at that URL', async () => {
  const newCatcher = await startWebhookCatcher();
  const { data } = await sandbox.plaid.itemWebhookUpdate({
    access_token: accessToken,
    webhook: newCatcher.url,
  });
  expect(data.item.webhook).toBe(newCatcher.url);
  const sent = await newCatcher.waitFor('WEBHOOK_UPDATE_ACKNOWLEDGED');
  expect(sent.body).toMatchObject({
    webhook_type: 'ITEM',
    new_webhook_url: newCatcher.url,
    error: null,
  });
  await newCatcher.close();
});

test('firing a webhook of an item without a webhook URL is rejected', async () => {
  const withoutUrl = await linkItem(sandbox);
  const error = await catchPlaidError(
    sandbox.plaid.sandboxItemFireWebhook({
      access_token: withoutUrl.accessToken,
      webhook_code: Code.Error,
    }),
  );
  expect(error).toMatchObject({
    error_type: 'SANDBOX_ERROR',
    error_code: 'SANDBOX_WEBHOOK_INVALID',
  });
});

test.each([
  [null, 'DEFAULT_UPDATE', { webhook_type: 'TRANSACTIONS', new_transactions: 0 }],
  ['HOLDINGS', 'DEFAULT_UPDATE', { webhook_type: 'HOLDINGS', updated_holdings: 1 }],
  ['LIABILITIES', 'DEFAULT_UPDATE', { webhook_type: 'LIABILITIES' }],
  [null, 'PENDING_EXPIRATION', { consent_expiration_time: '2026-11-28T12:00:00.000Z' }],
  [null, 'TRANSACTIONS_REMOVED', { removed_transactions: [] }],
])('the webhook %s %s can be fired by a control call', async (webhook_type, webhook_code, body) => {
  const [item] = (await sandbox.get('/control/items')) as { item_id: string }[];
  const response = await sandbox.post('/control/webhooks/fire', {
    item_id: item?.item_id,
    webhook_code,
    webhook_type,
  });
  expect(response).toEqual({ status: 200, body: { webhook_fired: true } });
  const sent = await catcher.waitFor(webhook_code);
  expect(sent.body).toMatchObject(body);
  await verify(sent);
});

test('firing a webhook code of a product that the item lacks, or of another webhook type, is rejected', async () => {
  const fire = (request: object) =>
    sandbox.post('/plaid/sandbox/item/fire_webhook', {
      client_id: 'sandbox-client',
      secret: 'sandbox-secret',
      access_token: accessToken,
      ...request,
    });
  expect(await fire({ webhook_code: 'PRODUCT_READY' })).toMatchObject({
    status: 400,
    body: { error_type: 'SANDBOX_ERROR', error_code: 'SANDBOX_PRODUCT_NOT_ENABLED' },
  });
  expect(await fire({ webhook_code: 'ERROR', webhook_type: 'HOLDINGS' })).toMatchObject({
    status: 400,
    body: { error_code: 'INVALID_FIELD' },
  });
});

test('withdrawn consent sends a webhook and makes later calls fail', async () => {
  await sandbox.plaid.sandboxItemFireWebhook({
    access_token: accessToken,
    webhook_code: Code.UserPermissionRevoked,
  });
  const sent = await catcher.waitFor('USER_PERMISSION_REVOKED');
  expect(sent.body).toMatchObject({ error: { error_code: 'USER_PERMISSION_REVOKED' } });
  const error = await catchPlaidError(
    sandbox.plaid.transactionsSync({ access_token: accessToken }),
  );
  expect(error.error_code).toBe('USER_PERMISSION_REVOKED');
});

test('a webhook that fails is retried a second later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    catcher.responseStatus = 500;
    await sandbox.plaid.sandboxItemFireWebhook({
      access_token: accessToken,
      webhook_code: Code.Error,
    });
    await catcher.waitFor('ERROR');
    await vi.waitUntil(() => vi.getTimerCount() > 0);
    expect(catcher.received).toHaveLength(1);
    catcher.responseStatus = 200;
    await vi.advanceTimersByTimeAsync(1_000);
    const retried = await catcher.waitFor('ERROR', 1);
    expect(retried.raw).toBe(catcher.received[0]?.raw);
    await verify(retried);
  } finally {
    vi.useRealTimers();
  }
});

describe('/control/webhooks', () => {
  test('replay sends the last webhook again, byte for byte', async () => {
    await sandbox.plaid.sandboxItemFireWebhook({
      access_token: accessToken,
      webhook_code: Code.NewAccountsAvailable,
    });
    const first = await catcher.waitFor('NEW_ACCOUNTS_AVAILABLE');
    const response = await sandbox.post('/control/webhooks/replay', { item_id: itemId, times: 3 });
    expect(response).toEqual({ status: 200, body: { status: 200, statuses: [200, 200, 200] } });
    expect(catcher.received.map((webhook) => webhook.raw)).toEqual(Array(4).fill(first.raw));
  });

  test.each(['wrong_key', 'old_iat', 'other_body'])(
    'forge %s sends a webhook that does not verify, and returns the app’s response status',
    async (how) => {
      catcher.responseStatus = 401;
      const response = await sandbox.post('/control/webhooks/forge', { item_id: itemId, how });
      expect(response).toEqual({ status: 200, body: { status: 401 } });
      const [forged] = catcher.received;
      if (forged === undefined) throw new Error('no webhook was sent');
      await expect(verify(forged)).rejects.toThrow();
    },
  );

  test('the status is null if the app is unreachable', async () => {
    await catcher.close();
    const response = await sandbox.post('/control/webhooks/replay', { item_id: itemId });
    expect(response.body).toEqual({ status: null, statuses: [null] });
    catcher = await startWebhookCatcher();
  });
});
