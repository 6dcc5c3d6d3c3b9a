import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpPaid, type TestClient } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';

let server: TestServer;
let client: TestClient;

const account = (
  type: string,
  subtype: string,
  name: string,
  balances: object,
  currency = 'USD',
) => ({
  type,
  subtype,
  currency,
  meta: { name, mask: name.slice(-4) },
  ...balances,
  transactions: [],
});

// Given out of order, so that the order is the product's and not the bank's.
const override_accounts = [
  account('investment', '401k', '401k 0001', { starting_balance: 30_000.5 }),
  account('depository', 'savings', 'Savings 0002', { starting_balance: 1_000.1 }),
  account('depository', 'savings', 'Savings 0003', { starting_balance: 2_000.2 }),
  account('credit', 'credit card', 'Card 0004', { starting_balance: 175.6 }),
  account('depository', 'checking', 'Checking 0005', { starting_balance: 3_200 }),
  account('depository', 'checking', 'Konto 0006', { starting_balance: 500 }, 'EUR'),
  account('depository', 'checking', 'Available 0007', { current: null, available: 40.25 }),
  account('depository', 'checking', 'Nothing 0008', { current: null, available: null }),
  account('depository', 'prepaid', 'Prepaid 0009', { starting_balance: 12 }),
];

beforeAll(async () => {
  server = await startTestServer();
  client = await signUpPaid(server);
});
afterAll(() => server.stop());

const grouped = (body: { dashboard_filter?: boolean } = {}) =>
  client.reply('POST /user/accounts/grouped', { body });

describe('before anything is linked', () => {
  test('POST /user/accounts/grouped says so', async () => {
    expect(await grouped()).toEqual({
      accounts: {},
      link_details: [],
      msg: 'user has not linked any accounts',
      last_sync_pretty: 'Never',
    });
  });

  test('GET /user/accounts is empty', async () => {
    expect(await client.reply('GET /user/accounts')).toEqual({ accounts: [] });
  });
});

describe('with accounts of many kinds', () => {
  beforeAll(async () => {
    await client.link({ username: 'user_custom', password: JSON.stringify({ override_accounts }) });
  });

  test('POST /user/accounts/grouped gives the groups in their order, with totals to the cent', async () => {
    const { accounts, msg, link_details, last_sync_pretty } = await grouped();
    expect(
      Object.entries(accounts).map(([group, { total, not_counted }]) => [
        group,
        total,
        not_counted,
      ]),
    ).toEqual([
      // 3200 and the available 40.25; the euros, and the one without any balance, are not counted.
      ['checking', 3_240.25, 2],
      ['credit card', 175.6, 0],
      ['savings', 3_000.3, 0],
      ['401k', 30_000.5, 0],
      ['prepaid', 12, 0],
    ]);
    expect(accounts.checking?.accounts).toHaveLength(4);
    expect(msg).toBe('');
    expect(link_details).toHaveLength(1);
    expect(last_sync_pretty).toBe('Just now');
  });

  test('GET /user/accounts gives every account with what the bank says of it', async () => {
    const { accounts } = await client.reply('GET /user/accounts');
    expect(accounts).toHaveLength(override_accounts.length);
    expect(accounts.find(({ name }) => name === 'Konto 0006')).toMatchObject({
      mask: '0006',
      type: 'depository',
      subtype: 'checking',
      currency: 'EUR',
      balances: { current: 500, limit: null },
      hidden: false,
      duplicate: false,
    });
    expect(accounts.find(({ name }) => name === 'Nothing 0008')?.balances).toEqual({
      current: null,
      available: null,
      limit: null,
    });
  });

  test('a hidden account is left out of the dashboard, shown in the settings, and counted in neither', async () => {
    const { accounts } = await client.reply('GET /user/accounts');
    const hidden = accounts.find(({ name }) => name === 'Savings 0003');
    const database = new pg.Client({ connectionString: server.database.url });
    await database.connect();
    await database.query('update accounts set hidden = true where provider_account_id = $1', [
      hidden?.account_id,
    ]);
    await database.end();
    const names = (groups: Awaited<ReturnType<typeof grouped>>) =>
      groups.accounts.savings?.accounts.map(({ name }) => name).toSorted();
    const [dashboard, same, settings] = [
      await grouped(),
      await grouped({ dashboard_filter: true }),
      await grouped({ dashboard_filter: false }),
    ];
    expect(names(dashboard)).toEqual(['Savings 0002']);
    expect(same.accounts).toEqual(dashboard.accounts);
    expect(names(settings)).toEqual(['Savings 0002', 'Savings 0003']);
    expect(dashboard.accounts.savings?.total).toBe(1_000.1);
    expect(settings.accounts.savings?.total).toBe(1_000.1);
  });

  test('nothing of it is seen by another user', async () => {
    const other = await signUpPaid(server);
    expect(await other.reply('GET /user/accounts')).toEqual({ accounts: [] });
  });
});
