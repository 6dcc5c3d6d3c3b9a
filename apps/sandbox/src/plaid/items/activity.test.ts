import type { Transaction } from 'plaid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  COFFEE,
  catchPlaidError,
  customLogin,
  linkItem,
  type SandboxHarness,
  startSandbox,
  startWebhookCatcher,
  syncAll,
  TODAY,
  type WebhookCatcher,
} from '../../testing/sandbox-harness.ts';

let sandbox: SandboxHarness;
let catcher: WebhookCatcher;

beforeAll(async () => {
  sandbox = await startSandbox();
  catcher = await startWebhookCatcher();
});
afterAll(async () => {
  await sandbox.close();
  await catcher.close();
});

interface ChangeResponse {
  transactions: Transaction[];
  webhook_fired: boolean;
}

async function changeItem(
  itemId: string,
  call: string,
  body: object = {},
): Promise<ChangeResponse> {
  const response = await sandbox.post(`/control/items/${itemId}/${call}`, body);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  // The tests check the shape of the response.
  return response.body as ChangeResponse;
}

test('activity arrives with the next sync, changes the balance once posted, and sends a webhook only after the first sync', async () => {
  const { accessToken, itemId } = await linkItem(sandbox, {
    ...customLogin([COFFEE]),
    webhook: catcher.url,
  });
  const early = await changeItem(itemId, 'activity', {
    transactions: [{ amount: 1, description: 'EARLY' }],
  });
  expect(early.webhook_fired).toBe(false);
  const { cursor } = await syncAll(sandbox, accessToken);

  const since = catcher.received.length;
  const changed = await changeItem(itemId, 'activity', {
    transactions: [
      {
        amount: 20.25,
        description: 'SHOES',
        category: 'general_merchandise_clothing_and_accessories',
        merchant_name: 'Shoe "Shed"',
      },
      { amount: 10, description: 'LUNCH', pending: true, tip: 2, date: '2026-11-20' },
    ],
  });
  expect(changed.webhook_fired).toBe(true);
  const webhook = await catcher.waitFor('SYNC_UPDATES_AVAILABLE', since);
  expect(webhook.body).toEqual({
    webhook_type: 'TRANSACTIONS',
    webhook_code: 'SYNC_UPDATES_AVAILABLE',
    item_id: itemId,
    environment: 'sandbox',
    initial_update_complete: true,
    historical_update_complete: true,
  });
  const changes = await syncAll(sandbox, accessToken, { cursor });
  expect(changes.added).toMatchObject([
    { name: 'SHOES', amount: 20.25, date: TODAY, merchant_name: 'Shoe "Shed"', pending: false },
    { name: 'LUNCH', amount: 10, date: '2026-11-20', pending: true },
  ]);
  const balance = async () =>
    (await sandbox.plaid.accountsBalanceGet({ access_token: accessToken })).data.accounts[0]
      ?.balances.current;
  expect(await balance()).toBe(1000 - 1 - 20.25);

  const settled = await changeItem(itemId, 'settle');
  const lunch = changes.added[1]?.transaction_id;
  const posted = await syncAll(sandbox, accessToken, { cursor: changes.cursor });
  expect(posted.removed).toEqual([lunch]);
  expect(posted.added).toMatchObject([
    {
      name: 'LUNCH',
      amount: 12,
      pending: false,
      pending_transaction_id: lunch,
      authorized_date: '2026-11-20',
    },
  ]);
  expect(settled.transactions[0]?.transaction_id).toBe(posted.added[0]?.transaction_id);
  expect(await balance()).toBe(1000 - 1 - 20.25 - 12);
});

test('spending on a credit card increases its balance and reduces its available credit', async () => {
  const card = {
    type: 'credit',
    subtype: 'credit card',
    starting_balance: 300,
    meta: { limit: 1000 },
  };
  const { accessToken, itemId } = await linkItem(sandbox, customLogin([COFFEE], card));
  await changeItem(itemId, 'activity', { transactions: [{ amount: 50, description: 'DINNER' }] });
  const { data } = await sandbox.plaid.accountsGet({ access_token: accessToken });
  expect(data.accounts[0]?.balances).toMatchObject({ current: 350, available: 650, limit: 1000 });
});

test('each sync reports whether a transaction was removed, restored, or modified', async () => {
  const { accessToken, itemId } = await linkItem(sandbox, customLogin([COFFEE]));
  const first = await syncAll(sandbox, accessToken);
  const id = { transaction_id: first.added[0]?.transaction_id ?? '' };

  await changeItem(itemId, 'remove', id);
  const second = await syncAll(sandbox, accessToken, { cursor: first.cursor });
  expect(second.removed).toEqual([id.transaction_id]);
  expect((await syncAll(sandbox, accessToken)).added).toEqual([]);

  await changeItem(itemId, 'restore', id);
  const third = await syncAll(sandbox, accessToken, { cursor: second.cursor });
  expect(third.added).toEqual(first.added);

  await changeItem(itemId, 'modify', { ...id, amount: 5, category: 'food_and_drink_fast_food' });
  const fourth = await syncAll(sandbox, accessToken, { cursor: third.cursor });
  expect(fourth.added).toEqual([]);
  expect(fourth.modified).toMatchObject([
    {
      ...id,
      amount: 5,
      name: 'COFFEE',
      personal_finance_category: { detailed: 'FOOD_AND_DRINK_FAST_FOOD' },
    },
  ]);
});

test('activity between two pages makes the next page fail with the mutation error', async () => {
  const { accessToken, itemId } = await linkItem(
    sandbox,
    customLogin([COFFEE, { ...COFFEE, amount: 9 }]),
  );
  const { data } = await sandbox.plaid.transactionsSync({ access_token: accessToken, count: 1 });
  expect(data.has_more).toBe(true);
  await changeItem(itemId, 'activity', { transactions: [{ amount: 1, description: 'MEANWHILE' }] });
  const error = await catchPlaidError(
    sandbox.plaid.transactionsSync({
      access_token: accessToken,
      cursor: data.next_cursor,
      count: 1,
    }),
  );
  expect(error).toMatchObject({
    http: 400,
    error_type: 'TRANSACTIONS_ERROR',
    error_code: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
  });
  expect((await syncAll(sandbox, accessToken)).added).toHaveLength(3);
});
