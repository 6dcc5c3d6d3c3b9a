import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customPerson } from '../../../../../tests/support/bank/listed-transactions.ts';
import { queryDatabase } from '../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { referenceKind } from '../../../../../tests/support/reference/balance-kinds-reference.ts';
import type { BankRow } from '../../../../../tests/support/reference/transactions-reference.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const today = Temporal.Now.plainDateISO('UTC');
const daysAgo = (days: number) => today.subtract({ days }).toString();

const listAccounts = async (client: TestClient) =>
  (await client.request('GET /user/accounts')).accounts;
const historyOf = (client: TestClient, account_id: string) =>
  client.request('GET /user/account/history', { query: { account_id } });

/** Backdates all snapshots, as if the last sync had been `days` days ago. */
async function ageSnapshots(client: TestClient, days: number): Promise<void> {
  const { id } = await client.request('GET /user/me');
  await queryDatabase(
    server,
    'update balance_snapshots set day = day - $2::int where user_id = $1',
    [id, days],
  );
}

describe('GET /user/account/history', () => {
  test('has one point per day for up to a year, computed backward from the current balance', async () => {
    const client = await signUpPaid(server);
    const item = await client.linkBank({ username: 'user_good', password: 'pass_good' });
    const rows = await server.sandbox.control<(BankRow & { pending: boolean })[]>(
      `items/${item}/transactions`,
    );
    for (const account of await listAccounts(client)) {
      const { details, data, link_item, unexplained } = await historyOf(client, account.account_id);
      expect(details).toEqual(account);
      expect(link_item.item_id).toBe(item);
      expect(unexplained).toEqual([]);
      expect(data.at(-1)).toEqual({
        date: today.toString(),
        balance: account.balances.current,
        kind: 'seen',
      });
      expect(data.length).toBeLessThanOrEqual(365);
      expect(new Set(data.map(({ date }) => date)).size).toBe(data.length);
      const sign = account.type === 'credit' || account.type === 'loan' ? -1 : 1;
      const posted = rows.filter(
        (row) =>
          row.account_id === account.account_id &&
          !row.pending &&
          // A foreign-currency payment moves the balance by an amount that the bank doesn't report.
          row.iso_currency_code === account.currency,
      );
      for (const { date, balance, kind } of data) {
        expect(kind, `${account.name} on ${date}`).toBe(
          referenceKind(
            {
              type: account.type,
              seenDays: [today.toString()],
              postedDays: posted.map((row) => row.date),
              hasCurrent: true,
            },
            date,
            today.toString(),
          ),
        );
        const since = posted.filter((row) => row.date > date);
        const spent = since.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0);
        expect(balance, `${account.name} on ${date}`).toBe(
          (Math.round((account.balances.current ?? 0) * 100) + sign * spent) / 100,
        );
      }
    }
    const lengths = await Promise.all(
      (await listAccounts(client)).map(
        async ({ account_id }) => (await historyOf(client, account_id)).data.length,
      ),
    );
    expect(Math.max(...lengths)).toBe(365);
  });

  test("has the account's newest transactions, and both the bank's account name and the user's", async () => {
    const client = await signUpPaid(server);
    await client.linkBank(
      customPerson(
        { name: 'Checking', transactions: [{ amount: 12 }, { amount: 3, pending: true }] },
        { name: 'Other', transactions: [{ amount: 1 }] },
      ),
    );
    const account = (await listAccounts(client)).find(({ name }) => name === 'Checking');
    const id = account?.account_id ?? '';
    await client.request('PATCH /user/accounts/:id', { params: { id }, body: { name: 'Ours' } });
    const { details, transactions, data } = await historyOf(client, id);
    expect([details.name, details.provider_name]).toEqual(['Ours', 'Checking']);
    expect(transactions.map(({ amount }) => amount).sort()).toEqual([12, 3]);
    // A pending transaction hasn't changed the balance.
    expect(data).toEqual([{ date: today.toString(), balance: 1_000, kind: 'seen' }]);
  });

  test('has no points if no balance is known', async () => {
    const client = await signUpPaid(server);
    await client.linkBank(customPerson({ name: 'Nothing', current: null, available: null }));
    const [account] = await listAccounts(client);
    expect((await historyOf(client, account?.account_id ?? '')).data).toEqual([]);
  });
});

describe('the balance check of GET /user/account/history', () => {
  test('is empty while transactions explain the balance, and otherwise returns the unexplained amount and its day', async () => {
    const client = await signUpPaid(server);
    const item = await client.linkBank(
      customPerson({
        name: 'Checking',
        transactions: [{ amount: 500, date_posted: daysAgo(9), date_transacted: daysAgo(9) }],
      }),
    );
    await ageSnapshots(client, 3);
    const [account] = await listAccounts(client);
    const account_id = account?.account_id ?? '';
    const control = (action: string, body: object) =>
      server.sandbox.control<{ transactions: { transaction_id: string }[] }>(
        `items/${item}/${action}`,
        body,
      );
    const purchase = await control('activity', {
      transactions: [
        { account_id, amount: 42.1, description: 'Something', pending: false, date: daysAgo(1) },
      ],
    });
    await eventually(
      async () => (await historyOf(client, account_id)).details.balances.current === 957.9,
      'the balance changes',
    );
    const { data, unexplained } = await historyOf(client, account_id);
    expect(unexplained).toEqual([]);
    expect(data.slice(-4).map(({ balance }) => balance)).toEqual([1_000, 1_000, 957.9, 957.9]);
    // The bank removes the transaction without changing the balance.
    await control('remove', { transaction_id: purchase.transactions[0]?.transaction_id });
    const reported = await eventually(async () => {
      const { unexplained: amounts } = await historyOf(client, account_id);
      return amounts.length > 0 && amounts;
    }, 'the unexplained amount is returned');
    expect(reported).toEqual([{ date: today.toString(), amount: -42.1 }]);
    expect((await historyOf(client, account_id)).data[0]).toEqual({
      date: daysAgo(9),
      balance: 1_000,
      kind: 'computed',
    });
  });
});
