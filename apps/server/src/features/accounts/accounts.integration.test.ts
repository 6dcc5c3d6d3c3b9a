import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';

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

// Out of order, so that the test covers the product's order instead of the bank's.
const override_accounts = [
  account('investment', '401k', '401k 0001', { starting_balance: 30_000.5 }),
  account('depository', 'savings', 'Savings 0002', { starting_balance: 1_000.1 }),
  account('depository', 'savings', 'Savings 0003', { starting_balance: 2_000.2 }),
  account('credit', 'credit card', 'Card 0004', { starting_balance: 175.6 }),
  account('depository', 'checking', 'Checking 0005', { starting_balance: 3_200 }),
  account('depository', 'checking', 'Euro 0006', { starting_balance: 500 }, 'EUR'),
  account('depository', 'checking', 'Available 0007', { current: null, available: 40.25 }),
  account('depository', 'checking', 'Nothing 0008', { current: null, available: null }),
  account('depository', 'prepaid', 'Prepaid 0009', { starting_balance: 12 }),
];

beforeAll(async () => {
  server = await startTestServer();
  client = await signUpPaid(server);
});
afterAll(() => server.stop());

const fetchGroups = (body: { dashboard_filter?: boolean } = {}) =>
  client.request('POST /user/accounts/grouped', { body });

describe('accounts before a bank is linked', () => {
  test('POST /user/accounts/grouped returns a message and no groups', async () => {
    expect(await fetchGroups()).toEqual({
      accounts: {},
      link_details: [],
      msg: 'user has not linked any accounts',
      last_sync_pretty: 'Never',
    });
  });

  test('GET /user/accounts is empty', async () => {
    expect(await client.request('GET /user/accounts')).toEqual({ accounts: [] });
  });
});

describe('accounts of many types', () => {
  beforeAll(async () => {
    await client.linkBank({
      username: 'user_custom',
      password: JSON.stringify({ override_accounts }),
    });
  });

  test('POST /user/accounts/grouped returns the groups in order, with exact totals', async () => {
    const { accounts, msg, link_details, last_sync_pretty } = await fetchGroups();
    expect(
      Object.entries(accounts).map(([group, { total, omitted_count }]) => [
        group,
        total,
        omitted_count,
      ]),
    ).toEqual([
      // 3200 plus the available 40.25. The euro account and the one without a balance are omitted.
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

  test('GET /user/accounts returns every account as the bank reports it', async () => {
    const { accounts } = await client.request('GET /user/accounts');
    expect(accounts).toHaveLength(override_accounts.length);
    expect(accounts.find(({ name }) => name === 'Euro 0006')).toMatchObject({
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

  test('a hidden account is listed only in the settings and counted nowhere', async () => {
    const { accounts } = await client.request('GET /user/accounts');
    const hidden = accounts.find(({ name }) => name === 'Savings 0003');
    await client.request('PATCH /user/accounts/:id', {
      params: { id: hidden?.account_id ?? '' },
      body: { hidden: true },
    });
    const names = (groups: Awaited<ReturnType<typeof fetchGroups>>) =>
      groups.accounts.savings?.accounts.map(({ name }) => name).toSorted();
    const [dashboard, explicitDashboard, settings] = [
      await fetchGroups(),
      await fetchGroups({ dashboard_filter: true }),
      await fetchGroups({ dashboard_filter: false }),
    ];
    expect(names(dashboard)).toEqual(['Savings 0002']);
    expect(explicitDashboard.accounts).toEqual(dashboard.accounts);
    expect(names(settings)).toEqual(['Savings 0002', 'Savings 0003']);
    expect(dashboard.accounts.savings?.total).toBe(1_000.1);
    expect(settings.accounts.savings?.total).toBe(1_000.1);
  });

  test('another user has no accounts', async () => {
    const other = await signUpPaid(server);
    expect(await other.request('GET /user/accounts')).toEqual({ accounts: [] });
  });
});
