import { Products } from 'plaid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  catchPlaidError,
  createPlaidClient,
  linkItem,
  type SandboxHarness,
  startSandbox,
} from '../../testing/sandbox-harness.ts';

let sandbox: SandboxHarness;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const fetchDebts = async (access_token: string) =>
  (await sandbox.plaid.liabilitiesGet({ access_token })).data;
const fetchHoldings = async (access_token: string) =>
  (await sandbox.plaid.investmentsHoldingsGet({ access_token })).data;
const custom = (...override_accounts: object[]) => ({
  username: 'user_custom',
  password: JSON.stringify({ override_accounts }),
});

test('liabilities of a couple are a credit card and a mortgage, and do not change between requests', async () => {
  const { accessToken } = await linkItem(sandbox);
  const { liabilities, accounts, item } = await fetchDebts(accessToken);
  expect(liabilities.student).toBeNull();
  expect(liabilities.mortgage).toMatchObject([
    {
      interest_rate: { percentage: 4.25, type: 'fixed' },
      next_monthly_payment: 2085.4,
      next_payment_due_date: '2026-12-01',
      past_due_amount: 0,
    },
  ]);
  const [card] = liabilities.credit ?? [];
  expect(card).toMatchObject({ is_overdue: false, last_statement_issue_date: '2026-11-13' });
  expect(card?.aprs.map(({ apr_type }) => apr_type)).toEqual(['purchase_apr', 'cash_apr']);
  expect(card?.minimum_payment_amount).toBeGreaterThan(0);
  expect(accounts.map(({ account_id }) => account_id)).toContain(card?.account_id);
  expect(item.products).toEqual(['transactions', 'liabilities']);
  expect((await fetchDebts(accessToken)).liabilities).toEqual(liabilities);
});

test('holdings add up to the account balance to the cent, even after activity', async () => {
  const { accessToken, itemId } = await linkItem(sandbox, {
    username: 'user_retiree',
    password: 'pass_retiree',
  });
  const expectToAddUp = async () => {
    const { holdings, securities, accounts } = await fetchHoldings(accessToken);
    expect(accounts.map(({ type }) => type)).toEqual(['investment', 'investment']);
    for (const { account_id, balances } of accounts) {
      const accountHoldings = holdings.filter((holding) => holding.account_id === account_id);
      const cents = accountHoldings.reduce(
        (sum, holding) => sum + Math.round(holding.institution_value * 100),
        0,
      );
      expect(cents).toBe(Math.round((balances.current ?? 0) * 100));
    }
    const securityIds = new Set(securities.map(({ security_id }) => security_id));
    expect(securityIds.size).toBe(securities.length);
    expect(holdings.every(({ security_id }) => securityIds.has(security_id))).toBe(true);
    return accounts[0]?.balances.current ?? 0;
  };
  const balanceBefore = await expectToAddUp();
  const { data } = await sandbox.plaid.accountsGet({ access_token: accessToken });
  const account_id = data.accounts.find(({ type }) => type === 'investment')?.account_id;
  await sandbox.post(`/control/items/${itemId}/activity`, {
    transactions: [{ account_id, amount: -123.45, description: 'Paid in' }],
  });
  expect(await expectToAddUp()).toBeCloseTo(balanceBefore + 123.45, 2);
});

test('a user_custom can define its own liabilities and holdings', async () => {
  const { accessToken } = await linkItem(
    sandbox,
    custom(
      {
        type: 'credit',
        subtype: 'credit card',
        starting_balance: 300,
        liability: { minimum_payment_amount: 35, is_overdue: true, purchase_apr: 24.99 },
      },
      { type: 'loan', subtype: 'auto', starting_balance: 9_000 },
      {
        type: 'investment',
        subtype: 'brokerage',
        starting_balance: 100,
        holdings: [
          {
            quantity: 2.5,
            institution_price: 12.3456,
            institution_price_as_of: '2026-11-20',
            cost_basis: 20,
            security: { ticker_symbol: 'ABC', name: 'A. B. & C.' },
          },
        ],
      },
    ),
  );
  const { liabilities } = await fetchDebts(accessToken);
  expect(liabilities).toMatchObject({
    credit: [
      {
        minimum_payment_amount: 35,
        is_overdue: true,
        next_payment_due_date: null,
        aprs: [{ apr_type: 'purchase_apr', apr_percentage: 24.99 }],
      },
    ],
    mortgage: null,
    student: null,
  });
  const { holdings, securities } = await fetchHoldings(accessToken);
  expect(holdings).toMatchObject([
    {
      quantity: 2.5,
      institution_price: 12.3456,
      institution_price_as_of: '2026-11-20',
      institution_value: 30.86,
      cost_basis: 20,
    },
  ]);
  expect(securities).toMatchObject([{ ticker_symbol: 'ABC', name: 'A. B. & C.', type: 'equity' }]);
  await expect(
    linkItem(
      sandbox,
      custom({ type: 'credit', subtype: 'credit card', liability: { is_overdue: 1 } }),
    ),
  ).rejects.toThrow();
});

test('calls without data return the error code for the reason', async () => {
  const plain = await linkItem(
    sandbox,
    custom({ type: 'depository', subtype: 'checking', starting_balance: 1 }),
  );
  const unsupported = await linkItem(sandbox, { institution: 'ins_10' });
  const errorsFor = (access_token: string) =>
    Promise.all([
      catchPlaidError(sandbox.plaid.liabilitiesGet({ access_token })),
      catchPlaidError(sandbox.plaid.investmentsHoldingsGet({ access_token })),
    ]);
  expect((await errorsFor(plain.accessToken)).map(({ error_code }) => error_code)).toEqual([
    'NO_LIABILITY_ACCOUNTS',
    'NO_INVESTMENT_ACCOUNTS',
  ]);
  expect((await errorsFor(unsupported.accessToken)).map(({ error_code }) => error_code)).toEqual([
    'PRODUCTS_NOT_SUPPORTED',
    'PRODUCTS_NOT_SUPPORTED',
  ]);
  await sandbox.post('/control/faults', { provider: 'plaid', kind: 'not_ready', times: 2 });
  const { accessToken } = await linkItem(sandbox);
  expect((await errorsFor(accessToken)).map(({ error_code }) => error_code)).toEqual([
    'PRODUCT_NOT_READY',
    'PRODUCT_NOT_READY',
  ]);
});

test.each([
  [{}, ['ADDITIONAL_CONSENT_REQUIRED', 'ADDITIONAL_CONSENT_REQUIRED']],
  [{ optional_products: ['liabilities'] }, [undefined, 'ADDITIONAL_CONSENT_REQUIRED']],
  [{ required_if_supported_products: ['liabilities', 'investments'] }, [undefined, undefined]],
])('linking with %j gives consent to those products only', async (options, codes) => {
  const { data } = await sandbox.plaid.linkTokenCreate({
    client_name: 'Cairn',
    language: 'en',
    country_codes: ['US'],
    user: { client_user_id: 'user-1' },
    products: [Products.Transactions],
    ...options,
  } as Parameters<typeof sandbox.plaid.linkTokenCreate>[0]); // The SDK types these strings as enums.
  const login = {
    link_token: data.link_token,
    institution_id: 'ins_1',
    username: 'user_good',
    password: 'pass_good',
  };
  const credentials = await sandbox.post('/plaid/link/credentials', login);
  const { accounts } = credentials.body as { accounts: { id: string }[] };
  const finished = await sandbox.post('/plaid/link/finish', {
    ...login,
    account_ids: accounts.map(({ id }) => id),
  });
  const { public_token } = finished.body as { public_token: string };
  const plaid = createPlaidClient(sandbox.address);
  const { access_token } = (await plaid.itemPublicTokenExchange({ public_token })).data;
  const catchErrorCode = async (request: Promise<unknown>) => {
    try {
      await request;
      return undefined;
    } catch {
      return (await catchPlaidError(request)).error_code;
    }
  };
  expect([
    await catchErrorCode(plaid.liabilitiesGet({ access_token })),
    await catchErrorCode(plaid.investmentsHoldingsGet({ access_token })),
  ]).toEqual(codes);
});
