import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callAggregator, fireWebhook } from '../../../../../../tests/support/bank/aggregator.ts';
import {
  customPerson,
  listAllTransactions,
} from '../../../../../../tests/support/bank/listed-transactions.ts';
import { queryDatabase } from '../../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import { readZip } from '../../../../../../tests/support/requests/read-zip.ts';
import {
  signUpPaid,
  type TestClient,
} from '../../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let client: TestClient;
let itemId: string;

beforeAll(async () => {
  server = await startTestServer({
    callPolicy: {
      timeout: 1_000,
      retries: { maxAttempts: 2, initialDelay: 5, maxDelay: 20, random: () => 1 },
    },
  });
});
beforeEach(async () => {
  await server.sandbox.control('faults/clear', {});
  client = await signUpPaid(server);
});
afterAll(() => server.stop());

const fetchLiabilities = (account_id?: string) =>
  client.request('GET /user/account/liabilities', {
    query: account_id === undefined ? {} : { account_id },
  });
const fetchHoldings = (account_id?: string) =>
  client.request('GET /user/account/holdings', {
    query: account_id === undefined ? {} : { account_id },
  });
const findId = async (name: string) => {
  const { accounts } = await client.request('GET /user/accounts');
  return accounts.find((account) => account.name === name)?.account_id ?? '';
};
const sync = async () => {
  await client.request('POST /user/plaid/sync_transactions');
  await client.waitForSyncs();
};
const fetchSyncError = async () => (await client.request('GET /user/sync')).items[0]?.error;

const card = (liability: object = {}) => ({
  name: 'Card',
  type: 'credit',
  subtype: 'credit card',
  starting_balance: 300,
  transactions: [{ amount: 12 }],
  liability: {
    minimum_payment_amount: 35,
    next_payment_due_date: '2026-12-08',
    is_overdue: true,
    purchase_apr: 24.99,
    ...liability,
  },
});
const broker = {
  name: 'Broker',
  type: 'investment',
  subtype: 'brokerage',
  starting_balance: 100,
  holdings: [
    {
      quantity: 2.5,
      institution_price: 12.3456,
      institution_price_as_of: '2026-11-20',
      cost_basis: 40,
      security: { ticker_symbol: 'ABC', name: 'A. B. & C.', type: 'equity' },
    },
    { quantity: 60, institution_price: 1, security: { name: 'US Dollar', type: 'cash' } },
    { quantity: 1, institution_price: 5, currency: 'EUR', security: { name: 'Abroad' } },
  ],
};
const checking = { name: 'Checking', transactions: [{ amount: 7 }] };
const link = async (...accounts: Parameters<typeof customPerson>) => {
  itemId = await client.linkBank(customPerson(...accounts));
};

describe('GET /user/account/liabilities', () => {
  test('returns the liabilities of every card and loan, or of one account', async () => {
    await link(card(), checking, {
      name: 'House',
      type: 'loan',
      subtype: 'mortgage',
      liability: { interest_rate: 4.25, past_due_amount: 0 },
    });
    const { liabilities } = await fetchLiabilities();
    expect(liabilities).toHaveLength(2);
    expect((await fetchLiabilities(await findId('Card'))).liabilities).toEqual([
      {
        account_id: await findId('Card'),
        kind: 'credit',
        currency: 'USD',
        minimum_payment_amount: 35,
        next_payment_due_date: '2026-12-08',
        is_overdue: true,
        past_due_amount: null,
        last_payment_amount: null,
        last_payment_date: null,
        last_statement_balance: null,
        last_statement_issue_date: null,
        interest_rate: null,
        interest_type: null,
        aprs: [{ type: 'purchase_apr', percentage: 24.99 }],
        origination_principal_amount: null,
        origination_date: null,
        maturity_date: null,
        as_of: expect.any(String),
      },
    ]);
    expect((await fetchLiabilities(await findId('House'))).liabilities).toMatchObject([
      { kind: 'mortgage', interest_rate: 4.25, interest_type: 'fixed', is_overdue: false },
    ]);
    expect((await fetchLiabilities(await findId('Checking'))).liabilities).toEqual([]);
    expect((await fetchHoldings()).accounts).toEqual([]);
  });
});

describe('GET /user/account/holdings', () => {
  test('returns every holding, its gain if the cost is known, and the balance not covered by holdings', async () => {
    await link(broker);
    const { accounts } = await fetchHoldings(await findId('Broker'));
    expect(accounts).toEqual([
      {
        account_id: await findId('Broker'),
        currency: 'USD',
        // Euros are not included in the dollar total.
        total: 90.86,
        unaccounted_balance: 9.14,
        as_of: expect.any(String),
        holdings: [
          {
            security_id: expect.any(String),
            name: 'A. B. & C.',
            ticker_symbol: 'ABC',
            type: 'equity',
            is_cash: false,
            quantity: '2.5',
            price: '12.3456',
            price_as_of: '2026-11-20',
            value: 30.86,
            currency: 'USD',
            cost_basis: 40,
            gain: -9.14,
          },
          expect.objectContaining({ name: 'Abroad', currency: 'EUR', value: 5, gain: null }),
          expect.objectContaining({ name: 'US Dollar', is_cash: true, value: 60 }),
        ],
      },
    ]);
    expect((await fetchLiabilities()).liabilities).toEqual([]);
  });

  test("adds up to the balance of a person's accounts to the cent", async () => {
    await client.linkBank({ username: 'user_retiree', password: 'pass_retiree' });
    const { accounts } = await fetchHoldings();
    expect(accounts.map(({ unaccounted_balance }) => unaccounted_balance)).toEqual([0, 0]);
    for (const { holdings, total } of accounts) {
      const cents = holdings.reduce((sum, { value }) => sum + Math.round(value * 100), 0);
      expect(cents).toBe(Math.round(total * 100));
    }
  });
});

/** Does what the link script does: completes the link flow and shares every account. */
async function completeLinkFlow(link_token: string, person: ReturnType<typeof customPerson>) {
  const post = async (step: string, body: object) => {
    const response = await fetch(`${server.sandbox.url}/plaid/link/${step}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { accounts: { id: string }[]; public_token: string };
  };
  const login = { ...person, link_token, institution_id: 'ins_1' };
  const { accounts } = await post('credentials', login);
  return post('finish', { ...login, account_ids: accounts.map(({ id }) => id) });
}

test('linking a bank requests consent to liabilities and holdings', async () => {
  const { token } = await client.request('POST /plaid/');
  const { public_token } = await completeLinkFlow(token, customPerson(card(), broker));
  await client.request('POST /plaid/link/token', { body: { public_token } });
  await client.waitForSyncs();
  expect((await fetchLiabilities()).liabilities).toHaveLength(1);
  expect((await fetchHoldings()).accounts).toHaveLength(1);
});

describe('a bank at which the user has not consented', () => {
  const person = customPerson(card(), broker, checking);
  const consentTo = (...products: string[]) =>
    server.sandbox.control(`items/${itemId}/consent`, { products });
  const fetchItem = async () => (await client.request('GET /user/sync')).items[0];

  beforeEach(async () => {
    itemId = await client.linkBank(person);
    await consentTo();
    await sync();
  });

  test('is not an error: the item has an offer, and update mode requests the consent', async () => {
    expect(await fetchItem()).toMatchObject({
      state: 'ok',
      error: null,
      notice: null,
      remedy: null,
      offer: {
        sentence:
          'Harbor Savings can also share your investment holdings and payment due dates once you allow it there.',
        products: ['investments', 'liabilities'],
      },
    });
    expect((await fetchHoldings()).accounts).toEqual([]);
    const { token } = await client.request('POST /plaid/link/update', {
      body: { item_id: itemId },
    });
    await completeLinkFlow(token, person);
    await client.request('POST /plaid/link/updated', { body: { item_id: itemId } });
    await client.waitForSyncs();
    expect((await fetchItem())?.offer).toBeNull();
    expect((await fetchHoldings()).accounts).toHaveLength(1);
    expect((await fetchLiabilities()).liabilities).toHaveLength(1);
    expect(await listAllTransactions(client)).toHaveLength(2);
  });

  test('has an offer for only the missing product, and keeps the offer if a request fails', async () => {
    await consentTo('liabilities');
    await sync();
    expect((await fetchItem())?.offer).toEqual({
      sentence: 'Harbor Savings can also share your investment holdings once you allow it there.',
      products: ['investments'],
    });
    await server.sandbox.control('faults', {
      provider: 'plaid',
      route: '/investments/holdings/get',
      kind: 'http_500',
      times: 10,
    });
    await sync();
    expect((await fetchItem())?.offer?.products).toEqual(['investments']);
  });

  test('has no offer once its item is removed', async () => {
    await callAggregator(server, itemId, '/item/remove');
    await sync();
    expect(await fetchItem()).toMatchObject({ state: 'removed', offer: null });
  });
});

describe('a sync', () => {
  const productRoutes = { liabilities: '/liabilities/get', holdings: '/investments/holdings/get' };
  const fetchProducts = async () => ({
    debts: (await fetchLiabilities()).liabilities.map(({ as_of: _as_of, ...debt }) => debt),
    holdings: (await fetchHoldings()).accounts.map(({ as_of: _as_of, ...account }) => account),
  });

  test.each([
    'PRODUCTS_NOT_SUPPORTED',
    'NO_LIABILITY_ACCOUNTS',
    'NO_INVESTMENT_ACCOUNTS',
    'ADDITIONAL_CONSENT_REQUIRED',
  ])('that gets %s treats the product as empty and fetches everything else', async (code) => {
    await link(card(), broker, checking);
    for (const route of Object.values(productRoutes))
      await server.sandbox.control('faults', {
        provider: 'plaid',
        route,
        kind: 'refuse',
        code,
        times: 10,
      });
    await server.sandbox.control(`items/${itemId}/activity`, {
      transactions: [{ amount: 5, description: 'Bought' }],
    });
    await eventually(
      async () => (await listAllTransactions(client)).length === 3,
      'the new row has arrived',
    );
    await client.waitForSyncs();
    expect(await fetchProducts()).toEqual({ debts: [], holdings: [] });
    expect(await fetchSyncError()).toBeNull();
  });

  test.each([
    'http_500',
    'http_429',
    'timeout',
    'drop_connection',
    'malformed_json',
    'truncated',
    'not_ready',
  ])(
    'succeeds if only the requests for products fail with %s, and the stored products are kept',
    async (kind) => {
      await link(card(), broker, checking);
      const before = await fetchProducts();
      expect([before.debts.length, before.holdings.length]).toEqual([1, 1]);
      for (const route of Object.values(productRoutes))
        await server.sandbox.control('faults', { provider: 'plaid', route, kind, times: 10 });
      await server.sandbox.control(`items/${itemId}/activity`, {
        transactions: [{ amount: 5, description: 'Bought' }],
      });
      await eventually(
        async () => (await listAllTransactions(client)).length === 3,
        'the new row has arrived',
      );
      expect(await fetchSyncError()).toBeNull();
      expect(await fetchProducts()).toEqual(before);
      expect(
        server.logged.filter(({ event, item_id }) => event === 'product_unavailable' && item_id)
          .length,
      ).toBeGreaterThanOrEqual(2);
    },
  );

  test.each([
    ['LIABILITIES', 'DEFAULT_UPDATE'],
    ['HOLDINGS', 'DEFAULT_UPDATE'],
    ['INVESTMENTS_TRANSACTIONS', 'HISTORICAL_UPDATE'],
  ])('is triggered by the webhook %s %s', async (webhook_type, webhook_code) => {
    await link(card(), broker);
    const before = await fetchProducts();
    const { id } = await client.request('GET /user/me');
    for (const table of Object.keys(productRoutes))
      await queryDatabase(server, `delete from ${table} where user_id = $1`, [id]);
    expect(await fetchProducts()).toEqual({ debts: [], holdings: [] });
    await fireWebhook(server, itemId, webhook_code, webhook_type);
    await eventually(
      async () => (await fetchProducts()).holdings.length > 0,
      'the webhook triggered a sync',
    );
    expect(await fetchProducts()).toEqual(before);
  });

  test('requests neither liabilities nor holdings if no account can have them', async () => {
    await link(checking);
    await sync();
    // The log lists the newest request first.
    const log = await server.sandbox.control<{ path: string }[]>('log');
    const linked = log.findIndex(({ path }) => path.endsWith('/item/public_token/exchange'));
    const requested = log.slice(0, linked).map(({ path }) => path);
    expect(requested.some((path) => path.endsWith('/transactions/sync'))).toBe(true);
    expect(requested.filter((path) => /liabilities|holdings/.test(path))).toEqual([]);
  });
});

test('unlinking a bank deletes liabilities and holdings, and the export contains them until then', async () => {
  await link(card(), broker);
  const response = await fetch(`${server.url}/api/user/export`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  const files = readZip(Buffer.from(await response.arrayBuffer()));
  expect(JSON.parse(files.get('liabilities.json') ?? '')).toMatchObject([
    { account_id: await findId('Card'), minimum_payment_amount: 35, is_overdue: true },
  ]);
  expect(JSON.parse(files.get('holdings.json') ?? '')).toMatchObject([
    { name: 'A. B. & C.', quantity: '2.5', value: 30.86, cost_basis: 40 },
    { name: 'US Dollar' },
    { name: 'Abroad', currency: 'EUR' },
  ]);
  const [institution] = (await client.request('GET /institutions')).link_tokens;
  await client.request('DELETE /institution/:id', { params: { id: institution?.id ?? '' } });
  const { id } = await client.request('GET /user/me');
  await eventually(
    async () => (await client.request('GET /institutions')).link_tokens.length === 0,
    'the bank is unlinked',
  );
  for (const table of ['liabilities', 'holdings'])
    expect(await queryDatabase(server, `select 1 from ${table} where user_id = $1`, [id])).toEqual(
      [],
    );
});
