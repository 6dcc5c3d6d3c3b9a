import { CountryCode, Products } from 'plaid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  catchPlaidError,
  createPlaidClient,
  linkItem,
  NOW,
  type SandboxHarness,
  startSandbox,
} from '../../testing/sandbox-harness.ts';

let sandbox: SandboxHarness;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const LINK = {
  client_name: 'Cairn',
  language: 'en',
  country_codes: [CountryCode.Us],
  user: { client_user_id: 'user-1' },
};
const NEW = { ...LINK, products: [Products.Transactions], transactions: { days_requested: 730 } };
async function newLinkToken(changes: object = {}): Promise<string> {
  const { data } = await sandbox.plaid.linkTokenCreate({ ...NEW, ...changes });
  return data.link_token;
}

test('a public token can be exchanged once, within half an hour', async () => {
  const create = () =>
    sandbox.plaid.sandboxPublicTokenCreate({
      institution_id: 'ins_1',
      initial_products: [Products.Transactions],
    });
  const { data } = await create();
  await sandbox.plaid.itemPublicTokenExchange({ public_token: data.public_token });
  const reused = await catchPlaidError(
    sandbox.plaid.itemPublicTokenExchange({ public_token: data.public_token }),
  );
  expect(reused).toMatchObject({
    error_type: 'INVALID_INPUT',
    error_code: 'INVALID_PUBLIC_TOKEN',
    http: 400,
  });

  const expiring = await create();
  const linkToken = await newLinkToken();
  sandbox.clock.set('2026-11-21T12:31:00Z');
  const expired = await catchPlaidError(
    sandbox.plaid.itemPublicTokenExchange({ public_token: expiring.data.public_token }),
  );
  expect(expired.error_code).toBe('INVALID_PUBLIC_TOKEN');
  sandbox.clock.set('2026-11-21T16:01:00Z');
  expect(await sandbox.post('/plaid/link/session', { link_token: linkToken })).toMatchObject({
    body: { error_code: 'INVALID_LINK_TOKEN' },
  });
  sandbox.clock.set(NOW);
});

test('an unknown access token is invalid, and the token of a removed item returns ITEM_NOT_FOUND', async () => {
  const unknownToken = await catchPlaidError(
    sandbox.plaid.itemGet({ access_token: 'access-sandbox-none' }),
  );
  expect(unknownToken).toMatchObject({
    error_type: 'INVALID_INPUT',
    error_code: 'INVALID_ACCESS_TOKEN',
  });
  const { accessToken } = await linkItem(sandbox);
  const removed = await sandbox.plaid.itemRemove({ access_token: accessToken });
  expect(Object.keys(removed.data)).toEqual(['request_id']);
  const removedItem = await catchPlaidError(
    sandbox.plaid.transactionsSync({ access_token: accessToken }),
  );
  expect(removedItem).toMatchObject({ error_type: 'ITEM_ERROR', error_code: 'ITEM_NOT_FOUND' });
});

test('wrong keys and missing or unknown fields get the error bodies of the aggregator', async () => {
  const wrong = await catchPlaidError(
    createPlaidClient(sandbox.address, 'guess').itemGet({ access_token: 'x' }),
  );
  expect(wrong).toMatchObject({
    http: 400,
    error_type: 'INVALID_INPUT',
    error_code: 'INVALID_API_KEYS',
  });
  expect(wrong.request_id).toMatch(/^\w{15}$/);
  expect(wrong.display_message).toBeNull();

  expect(await sandbox.post('/plaid/item/get', { access_token: 'x' })).toMatchObject({
    status: 400,
    body: {
      error_code: 'MISSING_FIELDS',
      error_message: expect.stringContaining('client_id, secret'),
    },
  });
  const keys = { client_id: 'sandbox-client', secret: 'sandbox-secret' };
  expect(await sandbox.post('/plaid/item/get', keys)).toMatchObject({
    body: { error_type: 'INVALID_REQUEST', error_code: 'MISSING_FIELDS' },
  });
  expect(
    await sandbox.post('/plaid/item/get', { ...keys, access_token: 'x', color: 1 }),
  ).toMatchObject({
    body: { error_code: 'UNKNOWN_FIELDS', error_message: expect.stringContaining('color') },
  });
  expect(await sandbox.post('/plaid/item/get', [])).toMatchObject({
    body: { error_code: 'INVALID_BODY' },
  });
  expect(await sandbox.post('/plaid/nothing/here', keys)).toMatchObject({
    status: 404,
    body: { error_code: 'NOT_FOUND' },
  });
  const { user: _user, ...noUser } = NEW;
  const withoutUser = await catchPlaidError(sandbox.plaid.linkTokenCreate(noUser));
  expect(withoutUser).toMatchObject({ error_code: 'MISSING_FIELDS' });
  const withoutProducts = await catchPlaidError(sandbox.plaid.linkTokenCreate(LINK));
  expect(withoutProducts).toMatchObject({ error_code: 'MISSING_FIELDS' });
});
