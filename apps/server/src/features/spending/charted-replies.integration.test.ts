import { fileURLToPath } from 'node:url';
import { people } from '@cairn/people/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpPaid, type TestClient } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';

/**
 * What the charts of two people are drawn of, kept as files: apps/web/src/charts.test.ts draws them. A reply that
 * changes goes red here; `npm run test:integration -- charted -u` writes it anew, and then the charts.
 */
const today = '2026-03-19';
const replies = (name: string) =>
  fileURLToPath(new URL(`../../../../web/src/testing/charts/${name}.json`, import.meta.url));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date(`${today}T10:30:00Z`) },
    sandboxEnvironment: { SANDBOX_TODAY: today },
  });
});
afterAll(() => server.stop());

/** The balances per day of the one account of a kind. */
async function balancesOf(client: TestClient, subtype: string) {
  const { accounts } = await client.reply('GET /user/accounts');
  const [account_id = '', ...others] = accounts
    .filter((account) => account.subtype === subtype)
    .map((account) => account.account_id);
  expect(others, `${subtype}: which of them?`).toEqual([]);
  const { details, data, gaps } = await client.reply('GET /user/account/history', {
    query: { account_id },
  });
  return { balances: details.balances, data: data.slice(-120), gaps };
}

const drawnPeople = people.filter(({ username }) =>
  ['user_good', 'user_freelance'].includes(username),
);

test.each(drawnPeople)(
  'what the charts of $username are drawn of is what it was',
  async ({ username, password }) => {
    const client = await signUpPaid(server);
    await client.link({ username, password });
    const { accounts } = await client.reply('GET /user/accounts');
    const worth = await client.reply('GET /user/networth/history', { query: { range: '3M' } });
    const drawn = {
      today,
      spending: await client.reply('GET /user/currentspending'),
      cashflow: await client.reply('GET /user/cashflow'),
      categories: await client.reply('POST /user/spendingcat', { body: { month: '2026-02' } }),
      food: await client.reply('POST /user/transactions/monthly', {
        body: { category: ['food_and_drink'] },
      }),
      worth: { points: worth.points, groups: worth.groups, currency: worth.currency },
      checking: await balancesOf(client, 'checking'),
      card: await balancesOf(client, 'credit card'),
      investments: accounts
        .filter(({ type }) => type === 'investment')
        .map(({ balances }) => balances.current ?? 0)
        // Those that came with one answer have no order of their own.
        .sort((one, other) => other - one),
    };
    await expect(`${JSON.stringify(drawn, null, 1)}\n`).toMatchFileSnapshot(replies(username));
  },
);
