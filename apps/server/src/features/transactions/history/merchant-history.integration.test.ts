import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customPerson,
  listAllTransactions,
} from '../../../../../../tests/support/bank/listed-transactions.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  signUpPaid,
  type TestClient,
} from '../../../../../../tests/support/requests/test-client.ts';

const today = '2026-05-15';
const row = (date: string, amount: number, changes: object = {}) => ({
  date_transacted: date,
  date_posted: date,
  amount,
  description: 'BLUE DOOR 0042',
  merchant_name: 'Blue Door',
  currency: 'USD',
  category: 'food_and_drink_coffee',
  ...changes,
});
const override_accounts = [
  {
    type: 'depository',
    subtype: 'checking',
    starting_balance: 100,
    currency: 'USD',
    meta: { name: 'Everyday', mask: '0001' },
    transactions: [
      row('2026-05-15', 4.5),
      row('2026-05-14', 10, { pending: true }),
      row('2026-03-02', 20),
      row('2026-03-01', -7.25),
      row('2026-02-27', 100, { category: 'transfer_out_withdrawal' }),
      row('2026-05-01', 50, { merchant_name: 'Blue Doors' }),
      row('2026-04-01', 60, { merchant_name: null, description: 'Corner shop' }),
    ],
  },
];

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date(`${today}T12:00:00Z`) },
    sandboxEnvironment: { SANDBOX_TODAY: today },
  });
  client = await signUpPaid(server);
  await client.linkBank({
    username: 'user_custom',
    password: JSON.stringify({ override_accounts }),
  });
});
afterAll(() => server.stop());

const findId = async (amount: number) =>
  (await listAllTransactions(client)).find((listed) => listed.amount === amount)?.id ?? '';
const history = (tx_id: string, user = client) =>
  user.call('GET /user/transaction/history', { query: { tx_id } });

describe('GET /user/transaction/history', () => {
  test("lists the merchant's transactions, newest first, and every month from the first to this one", async () => {
    const { body } = await history(await findId(4.5));
    expect(body.merchant).toBe('Blue Door');
    expect(body.transactions.map(({ amount }) => amount)).toEqual([4.5, 10, 20, -7.25, 100]);
    // A refund lowers its month; an excluded transaction is listed but not counted.
    expect(body.monthly_totals).toEqual({
      '2026-02': 0,
      '2026-03': 12.75,
      '2026-04': 0,
      '2026-05': 14.5,
    });
    expect([body.omitted_count, body.currency]).toEqual([1, 'USD']);
  });

  test("uses the transaction's name if it has no merchant", async () => {
    const { body } = await history(await findId(60));
    expect(body.merchant).toBe('Corner shop');
    expect(body.transactions).toHaveLength(1);
    expect(body.monthly_totals).toEqual({ '2026-04': 60, '2026-05': 0 });
  });

  test('is in euros for a user with euro accounts, and counts the omitted dollar transactions', async () => {
    const abroad = await signUpPaid(server);
    const rows = [
      row('2026-05-02', 31.25, { currency: 'EUR' }),
      row('2026-05-03', 9, { currency: 'USD' }),
    ];
    await abroad.linkBank(customPerson({ name: 'Euro', currency: 'EUR', transactions: rows }));
    const [{ id = '' } = {}] = await listAllTransactions(abroad);
    const { body } = await history(id, abroad);
    expect(body.transactions).toHaveLength(2);
    expect(body).toMatchObject({
      monthly_totals: { '2026-05': 31.25 },
      omitted_count: 1,
      currency: 'EUR',
    });
    for (const call of [
      'POST /user/transactions/summary',
      'POST /user/transactions/monthly',
    ] as const)
      expect(await abroad.request(call, { body: {} })).toMatchObject({
        omitted_count: 1,
        currency: 'EUR',
      });
  });

  test("returns 404 for another user's transaction, an unknown id, and a malformed id", async () => {
    const stranger = await signUpPaid(server);
    const id = await findId(4.5);
    expect((await history(id, stranger)).status).toBe(404);
    expect((await history('0190a0a0-0000-7000-8000-00000000dead')).status).toBe(404);
    expect((await history('nothing')).status).toBe(404);
  });
});
