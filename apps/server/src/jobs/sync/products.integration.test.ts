import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fireWebhook } from '../../../../../tests/support/aggregator.ts';
import { allRows, customPerson } from '../../../../../tests/support/bank-rows.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { readZip } from '../../../../../tests/support/read-zip.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { askDatabase } from '../../../../../tests/support/user-rows.ts';

let server: TestServer;
let client: TestClient;
let itemId: string;

beforeAll(async () => {
  server = await startTestServer({
    patience: {
      timeout: 1_000,
      retries: { tries: 2, firstDelay: 5, longestDelay: 20, random: () => 1 },
    },
  });
});
beforeEach(async () => {
  await server.sandbox.control('faults/clear', {});
  client = await signUpPaid(server);
});
afterAll(() => server.stop());

const debts = (account_id?: string) =>
  client.reply('GET /user/account/liabilities', {
    query: account_id === undefined ? {} : { account_id },
  });
const held = (account_id?: string) =>
  client.reply('GET /user/account/holdings', {
    query: account_id === undefined ? {} : { account_id },
  });
const idOf = async (name: string) => {
  const { accounts } = await client.reply('GET /user/accounts');
  return accounts.find((account) => account.name === name)?.account_id ?? '';
};
const sync = async () => {
  await client.reply('POST /user/plaid/sync_transactions');
  await client.syncIdle();
};
const errorOfSync = async () => (await client.reply('GET /user/sync')).items[0]?.error;

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
  itemId = await client.link(customPerson(...accounts));
};

describe('GET /user/account/liabilities', () => {
  test('has what the lender says of each card and loan, and of the one that is asked for', async () => {
    await link(card(), checking, {
      name: 'House',
      type: 'loan',
      subtype: 'mortgage',
      liability: { interest_rate: 4.25, past_due_amount: 0 },
    });
    const { liabilities } = await debts();
    expect(liabilities).toHaveLength(2);
    expect((await debts(await idOf('Card'))).liabilities).toEqual([
      {
        account_id: await idOf('Card'),
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
    expect((await debts(await idOf('House'))).liabilities).toMatchObject([
      { kind: 'mortgage', interest_rate: 4.25, interest_type: 'fixed', is_overdue: false },
    ]);
    expect((await debts(await idOf('Checking'))).liabilities).toEqual([]);
    expect((await held()).accounts).toEqual([]);
  });
});

describe('GET /user/account/holdings', () => {
  test('has every line, the gain where the cost is told, and what the balance has beyond them', async () => {
    await link(broker);
    const { accounts } = await held(await idOf('Broker'));
    expect(accounts).toEqual([
      {
        account_id: await idOf('Broker'),
        currency: 'USD',
        // Euros are not added to dollars.
        total: 90.86,
        not_covered: 9.14,
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
    expect((await debts()).liabilities).toEqual([]);
  });

  test("adds up to the balance of a person's accounts to the cent", async () => {
    await client.link({ username: 'user_retiree', password: 'pass_retiree' });
    const { accounts } = await held();
    expect(accounts.map(({ not_covered }) => not_covered)).toEqual([0, 0]);
    for (const { holdings, total } of accounts) {
      const cents = holdings.reduce((sum, { value }) => sum + Math.round(value * 100), 0);
      expect(cents).toBe(Math.round(total * 100));
    }
  });
});

/** Goes through the link flow as its script does, sharing every account. */
async function goThroughLink(link_token: string, person: ReturnType<typeof customPerson>) {
  const post = async (step: string, body: object) => {
    const answer = await fetch(`${server.sandbox.url}/plaid/link/${step}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { accounts: { id: string }[]; public_token: string };
  };
  const login = { ...person, link_token, institution_id: 'ins_1' };
  const { accounts } = await post('credentials', login);
  return post('finish', { ...login, account_ids: accounts.map(({ id }) => id) });
}

test('who links a bank is asked for both, and agrees to them there', async () => {
  const { token } = await client.reply('POST /plaid/');
  const { public_token } = await goThroughLink(token, customPerson(card(), broker));
  await client.reply('POST /plaid/link/token', { body: { public_token } });
  await client.syncIdle();
  expect((await debts()).liabilities).toHaveLength(1);
  expect((await held()).accounts).toHaveLength(1);
});

describe('a bank whose customer has not agreed to it', () => {
  const person = customPerson(card(), broker, checking);
  const agreedTo = (...products: string[]) =>
    server.sandbox.control(`items/${itemId}/consent`, { products });
  const itemNow = async () => (await client.reply('GET /user/sync')).items[0];

  beforeEach(async () => {
    itemId = await client.link(person);
    await agreedTo();
    await sync();
  });

  test('is no trouble: it says what there is to gain, and update mode asks for it', async () => {
    expect(await itemNow()).toMatchObject({
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
    expect((await held()).accounts).toEqual([]);
    const { token } = await client.reply('POST /plaid/link/update', { body: { item_id: itemId } });
    await goThroughLink(token, person);
    await client.reply('POST /plaid/link/updated', { body: { item_id: itemId } });
    await client.syncIdle();
    expect((await itemNow())?.offer).toBeNull();
    expect((await held()).accounts).toHaveLength(1);
    expect((await debts()).liabilities).toHaveLength(1);
    expect(await allRows(client)).toHaveLength(2);
  });

  test('is asked only for what is missing, and goes on to be offered it while it does not answer', async () => {
    await agreedTo('liabilities');
    await sync();
    expect((await itemNow())?.offer).toEqual({
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
    expect((await itemNow())?.offer?.products).toEqual(['investments']);
  });

  test('is offered nothing once it is gone', async () => {
    await askDatabase(server, `update items set health = 'removed' where provider_item_id = $1`, [
      itemId,
    ]);
    expect((await itemNow())?.offer).toBeNull();
  });
});

describe('a sync', () => {
  const both = { liabilities: '/liabilities/get', holdings: '/investments/holdings/get' };
  const told = async () => ({
    debts: (await debts()).liabilities.map(({ as_of: _as_of, ...debt }) => debt),
    holdings: (await held()).accounts.map(({ as_of: _as_of, ...account }) => account),
  });

  test.each([
    'PRODUCTS_NOT_SUPPORTED',
    'NO_LIABILITY_ACCOUNTS',
    'NO_INVESTMENT_ACCOUNTS',
    'ADDITIONAL_CONSENT_REQUIRED',
  ])('that is told %s takes it as nothing to be had, and brings all else', async (code) => {
    await link(card(), broker, checking);
    for (const route of Object.values(both))
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
    await eventually(async () => (await allRows(client)).length === 3, 'the new row is there');
    await client.syncIdle();
    expect(await told()).toEqual({ debts: [], holdings: [] });
    expect(await errorOfSync()).toBeNull();
  });

  test.each([
    'http_500',
    'http_429',
    'timeout',
    'drop_connection',
    'malformed_json',
    'truncated',
    'not_ready',
  ])('that meets %s there and only there succeeds, and what was known stays', async (kind) => {
    await link(card(), broker, checking);
    const before = await told();
    expect([before.debts.length, before.holdings.length]).toEqual([1, 1]);
    for (const route of Object.values(both))
      await server.sandbox.control('faults', { provider: 'plaid', route, kind, times: 10 });
    await server.sandbox.control(`items/${itemId}/activity`, {
      transactions: [{ amount: 5, description: 'Bought' }],
    });
    await eventually(async () => (await allRows(client)).length === 3, 'the new row is there');
    expect(await errorOfSync()).toBeNull();
    expect(await told()).toEqual(before);
    expect(
      server.logged.filter(({ event, item_id }) => event === 'product_not_told' && item_id).length,
    ).toBeGreaterThanOrEqual(2);
  });

  test.each([
    ['LIABILITIES', 'DEFAULT_UPDATE'],
    ['HOLDINGS', 'DEFAULT_UPDATE'],
    ['INVESTMENTS_TRANSACTIONS', 'HISTORICAL_UPDATE'],
  ])('is what the webhook %s %s leads to', async (webhook_type, webhook_code) => {
    await link(card(), broker);
    const before = await told();
    const { id } = await client.reply('GET /user/me');
    for (const table of Object.keys(both))
      await askDatabase(server, `delete from ${table} where user_id = $1`, [id]);
    expect(await told()).toEqual({ debts: [], holdings: [] });
    await fireWebhook(server, itemId, webhook_code, webhook_type);
    await eventually(async () => (await told()).holdings.length > 0, 'the webhook led to a sync');
    expect(await told()).toEqual(before);
  });

  test('asks for neither where there is no account of that kind', async () => {
    await link(checking);
    await sync();
    // The newest first.
    const log = await server.sandbox.control<{ path: string }[]>('log');
    const linked = log.findIndex(({ path }) => path.endsWith('/item/public_token/exchange'));
    const asked = log.slice(0, linked).map(({ path }) => path);
    expect(asked.some((path) => path.endsWith('/transactions/sync'))).toBe(true);
    expect(asked.filter((path) => /liabilities|holdings/.test(path))).toEqual([]);
  });
});

test('an unlinked bank takes them along, and the export has them until then', async () => {
  await link(card(), broker);
  const answer = await fetch(`${server.url}/api/user/export`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  const files = readZip(Buffer.from(await answer.arrayBuffer()));
  expect(JSON.parse(files.get('liabilities.json') ?? '')).toMatchObject([
    { account_id: await idOf('Card'), minimum_payment_amount: 35, is_overdue: true },
  ]);
  expect(JSON.parse(files.get('holdings.json') ?? '')).toMatchObject([
    { name: 'A. B. & C.', quantity: '2.5', value: 30.86, cost_basis: 40 },
    { name: 'US Dollar' },
    { name: 'Abroad', currency: 'EUR' },
  ]);
  const [institution] = (await client.reply('GET /institutions')).link_tokens;
  await client.reply('DELETE /institution/:id', { params: { id: institution?.id ?? '' } });
  const { id } = await client.reply('GET /user/me');
  await eventually(
    async () => (await client.reply('GET /institutions')).link_tokens.length === 0,
    'the bank is unlinked',
  );
  for (const table of ['liabilities', 'holdings'])
    expect(await askDatabase(server, `select 1 from ${table} where user_id = $1`, [id])).toEqual(
      [],
    );
});
