import { fileURLToPath } from 'node:url';
import { people } from '@cairn/people/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';

const today = '2026-03-19';
const fixturePath = (name: string) =>
  fileURLToPath(new URL(`../../../../web/src/testing/charts/${name}.json`, import.meta.url));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date(`${today}T10:30:00Z`) },
    sandboxEnvironment: { SANDBOX_TODAY: today },
  });
});
afterAll(() => server.stop());

/** Returns the daily balances of the only account of a subtype. */
async function fetchBalances(client: TestClient, subtype: string) {
  const { accounts } = await client.request('GET /user/accounts');
  const [account_id = '', ...others] = accounts
    .filter((account) => account.subtype === subtype)
    .map((account) => account.account_id);
  expect(others, `there is one ${subtype} account`).toEqual([]);
  const { details, data, unexplained } = await client.request('GET /user/account/history', {
    query: { account_id },
  });
  return { balances: details.balances, data: data.slice(-120), unexplained };
}

const chartedPeople = people.filter(({ username }) =>
  ['user_good', 'user_freelance'].includes(username),
);

// These responses are the fixtures for apps/web/src/charts.test.ts. If a response changes, this test fails: update the
// fixtures with `npm run test:integration -- chart-fixtures -u`, then update the charts.
test.each(chartedPeople)(
  'the chart fixtures of $username match the responses',
  async ({ username, password }) => {
    const client = await signUpPaid(server);
    await client.linkBank({ username, password });
    const { accounts } = await client.request('GET /user/accounts');
    const netWorth = await client.request('GET /user/networth/history', { query: { range: '3M' } });
    const fixture = {
      today,
      spending: await client.request('GET /user/currentspending'),
      cashflow: await client.request('GET /user/cashflow'),
      categories: await client.request('POST /user/spendingcat', { body: { month: '2026-02' } }),
      trend: await client.request('POST /user/spendingcat/trend', { body: { month: '2026-02' } }),
      food: await client.request('POST /user/transactions/monthly', {
        body: { category: ['food_and_drink'] },
      }),
      worth: {
        points: netWorth.points,
        groups: netWorth.groups,
        // Identified by name, because ids are random.
        accounts: netWorth.accounts
          .map(({ account_id, ...account }) => ({
            account_id:
              accounts.find((account) => account.account_id === account_id)?.name ?? account_id,
            ...account,
          }))
          .sort((one, other) => one.account_id.localeCompare(other.account_id)),
        currency: netWorth.currency,
      },
      checking: await fetchBalances(client, 'checking'),
      card: await fetchBalances(client, 'credit card'),
      investments: accounts
        .filter(({ type }) => type === 'investment')
        .map(({ balances }) => balances.current ?? 0)
        // Accounts of one sync have no defined order.
        .sort((one, other) => other - one),
    };
    await expect(`${JSON.stringify(fixture, null, 1)}\n`).toMatchFileSnapshot(
      fixturePath(username),
    );
  },
);
