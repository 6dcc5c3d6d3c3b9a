import { callEntries } from '@cairn/contract/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp, type TestClient } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';

describe('demo mode', () => {
  let server: TestServer;
  let client: TestClient;
  let now = new Date('2028-02-29T12:00:00Z');

  beforeAll(async () => {
    server = await startTestServer({ clock: { now: () => now } });
    client = await signUp(server);
  });
  afterAll(() => server.stop());

  test('shows a free user a life that ends today, the same from ten calls at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        client.reply('GET /user/transactions/recent', { demo: true }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(server.logged.filter(({ event }) => event === 'demo_refreshed')).toHaveLength(1);
    const newest = answers[0]?.transactions[0];
    expect(newest?.authorized_date ?? newest?.date).toBe('2028-02-29');
    const { results } = await client.reply('GET /user/cashflow', { demo: true });
    for (const month of results) expect(month.spent, month.month).toBeGreaterThan(1000);
  });

  test('has accounts in several groups', async () => {
    const { accounts } = await client.reply('POST /user/accounts/grouped', {
      demo: true,
      body: {},
    });
    expect(Object.keys(accounts).slice(0, 3)).toEqual(['checking', 'credit card', 'savings']);
  });

  test('is another day the day after, with nothing doubled', async () => {
    const list = () =>
      client.reply('POST /user/transactions/v2', {
        demo: true,
        body: { date_range: 'last_60_days' },
      });
    const before = await list();
    now = new Date('2028-03-01T12:00:00Z');
    // Yesterday's token has expired meanwhile.
    client = await signUp(server);
    const after = await list();
    const posted = new Set(
      before.transactions.filter((row) => !row.pending).map((row) => row.transaction_id),
    );
    expect(
      after.transactions.filter((row) => posted.has(row.transaction_id)).length,
    ).toBeGreaterThan(20);
    const ids = after.transactions.map((row) => row.transaction_id.replace(' pending', ''));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is closed to visitors, and nothing in it can be changed', async () => {
    const visitor = await fetch(`${server.url}/api/demo/user/cashflow`);
    expect(visitor.status).toBe(401);
    const writable = callEntries.filter(
      ([key, call]) => call.demo && /updatecategory|ignore|PATCH|DELETE/.test(key),
    );
    expect(writable).toEqual([]);
    const refused = await client.call('POST /user/tx/ignore', {
      demo: true,
      body: { tx_id: 'any', exclude_transaction: true },
    });
    expect([refused.status, refused.problem.code]).toEqual([403, 'demo_read_only']);
  });
});
