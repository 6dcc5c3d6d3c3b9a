import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  customPerson,
  fetchSpentThisMonth,
  listAllTransactions,
} from '../support/bank/listed-transactions.ts';
import { queryDatabase } from '../support/database/database-queries.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { signUpPaid, type TestClient, testPassword } from '../support/requests/test-client.ts';

// Every permanent fault of the aggregator, in every call that links, syncs, repairs, or unlinks a bank. Each operation
// takes effect completely or not at all, and once the fault is cleared, one refresh recovers. Temporary faults are
// tested in aggregator.test.ts.

const person = customPerson(
  { name: 'Everyday', transactions: [{ amount: 10 }, { amount: 20 }] },
  // Accounts with products other than balances and transactions.
  { name: 'Card', type: 'credit', subtype: 'credit card', starting_balance: 0 },
  { name: 'Broker', type: 'investment', subtype: 'brokerage' },
);
const commonFaultKinds = [
  'http_500',
  'http_429',
  'timeout',
  'drop_connection',
  'malformed_json',
  'truncated',
  'slow',
] as const;
const pagingFaultKinds = [
  'not_ready',
  'mutation_during_pagination',
  'duplicate_page',
  'stale_cursor',
] as const;
type FaultKind = (typeof commonFaultKinds)[number] | (typeof pagingFaultKinds)[number];

const syncRoute = '/transactions/sync';
const streamsRoute = '/transactions/recurring/get';
const productRoutes = ['/liabilities/get', '/investments/holdings/get'];
/** The kinds of faults that apply to a route. */
const kindsAt = (route: string): readonly FaultKind[] =>
  route === syncRoute
    ? [...commonFaultKinds, ...pagingFaultKinds]
    : [streamsRoute, ...productRoutes].includes(route)
      ? [...commonFaultKinds, 'not_ready']
      : commonFaultKinds;
const faultsAt = (routes: readonly string[]) =>
  routes.flatMap((route) => kindsAt(route).map((kind) => ({ route, kind })));

let server: TestServer;
let client: TestClient;
let userId: string;

beforeAll(async () => {
  server = await startTestServer({
    // The usual retries with shorter delays.
    callPolicy: {
      timeout: 500,
      retries: { maxAttempts: 2, initialDelay: 5, maxDelay: 100, random: () => 1 },
    },
  });
  client = await signUpPaid(server);
  ({ id: userId } = await client.request('GET /user/me'));
});
beforeEach(async () => {
  await clearFaults();
  await clearPendingSyncs();
});
afterAll(() => server.stop());

const clearFaults = () => server.sandbox.control('faults/clear', {});
const addFault = (route: string, kind: FaultKind, more: object = {}) =>
  server.sandbox.control('faults', {
    provider: 'plaid',
    route,
    kind,
    // Limited, because a sync would never end if its page were repeated forever.
    times: kind === 'duplicate_page' ? 5 : 100_000,
    ...(kind === 'slow' && { latency_ms: 50 }),
    ...more,
  });
const linkBank = async (institution = 'ins_1') =>
  client.call('POST /plaid/link/token', {
    body: { public_token: await server.sandbox.createPublicToken({ ...person, institution }) },
  });
const amounts = async (user = client) =>
  (await listAllTransactions(user)).map(({ amount }) => amount).sort();
/** Deletes scheduled retries of earlier faults and waits for running syncs, so that they don't interfere. */
async function clearPendingSyncs(): Promise<void> {
  const jobsIn = (names: string, states: string) =>
    `from pgboss.job where name in (${names}) and state in (${states})`;
  await eventually(async () => {
    await queryDatabase(server, `delete ${jobsIn(`'sync-item'`, `'created', 'retry'`)}`);
    const openJobs = jobsIn(`'sync-item', 'process-webhook'`, `'created', 'retry', 'active'`);
    return (await queryDatabase(server, `select 1 ${openJobs}`)).length === 0;
  }, 'no sync is running');
}
const countSyncRuns = async () =>
  (await queryDatabase(server, 'select 1 from sync_runs where user_id = $1', [userId])).length;
/** Waits until another sync has ended, successfully or not. `before` is the number of earlier sync runs. */
const waitForSyncAfter = (before: number) =>
  eventually(async () => (await countSyncRuns()) > before, 'a sync has ended');

/** Clears all faults. One refresh must then fetch everything. */
async function expectRecovery(expected: number[]): Promise<void> {
  await clearFaults();
  await client.request('POST /user/plaid/sync_transactions');
  await eventually(async () => {
    const { items } = await client.request('GET /user/sync');
    return items.length === 1 && items[0]?.state === 'ok' && items[0].error === null;
  }, 'the item is ok');
  // A sync that was already running may have missed the newest row.
  await eventually(
    async () => (await amounts()).length === expected.length,
    'all rows have arrived',
  );
  await clearPendingSyncs();
  expect(await amounts()).toEqual(expected.toSorted());
  expect(await fetchSpentThisMonth(client)).toBe(expected.reduce((sum, amount) => sum + amount, 0));
  expect(
    await queryDatabase(server, 'select 1 from sync_pages where user_id = $1', [userId]),
  ).toEqual([]);
}

async function unlinkAll(): Promise<void> {
  await clearFaults();
  // Unlinking needs a step-up, and on a busy machine the sign-in may be more than ten minutes old.
  const stepUp = { factor: 'password', password: testPassword } as const;
  await client.request('POST /user/step_up', { body: stepUp });
  for (const { id } of (await client.request('GET /institutions')).link_tokens)
    await client.request('DELETE /institution/:id', { params: { id } });
  await eventually(
    async () => (await client.request('GET /institutions')).link_tokens.length === 0,
    'everything is unlinked',
  );
}

const stateAtBank = async (itemId: string) => {
  const items = await server.sandbox.control<{ item_id: string; state: string }[]>('items');
  return items.find(({ item_id }) => item_id === itemId)?.state;
};

describe('while linking a bank', () => {
  beforeEach(unlinkAll);

  test.each(faultsAt(['/link/token/create']))(
    'the fault $kind at $route is reported, and the next attempt works',
    async ({ route, kind }) => {
      await addFault(route, kind);
      const failed = await client.call('POST /plaid/');
      expect(failed.status).toBe(kind === 'slow' ? 200 : 502);
      await clearFaults();
      expect((await client.call('POST /plaid/')).status).toBe(200);
    },
  );

  test.each(faultsAt(['/item/public_token/exchange']))(
    'the fault $kind at $route links nothing or everything',
    async ({ route, kind }) => {
      await addFault(route, kind);
      const response = await linkBank();
      // If only the response is lost, the token has already been used. A used token has its own error.
      expect(kind === 'slow' ? [201] : [502, 422]).toContain(response.status);
      const { details } = await client.request('GET /plaid/link/items');
      expect(details).toHaveLength(response.status === 201 ? 1 : 0);
      await clearFaults();
      if (response.status !== 201) expect((await linkBank()).status).toBe(201);
      await expectRecovery([10, 20]);
    },
  );

  test.each(faultsAt(['/item/get', '/item/webhook/update']))(
    'the fault $kind at $route keeps the linked item, and a sync completes its setup',
    async ({ route, kind }) => {
      await addFault(route, kind);
      const linked = await linkBank();
      expect(linked.status).toBe(201);
      await expectRecovery([10, 20]);
      const [item] = (await client.request('GET /user/sync')).items;
      expect(item?.institution_name).toBe('Harbor Savings');
      const atBank = await server.sandbox.control<{ item_id: string; webhook: string }[]>('items');
      expect(atBank.find(({ item_id }) => item_id === linked.body.item_id)?.webhook).toBe(
        `${server.url}/api/webhooks/plaid`,
      );
    },
  );

  test.each(faultsAt([syncRoute, '/accounts/get', streamsRoute, ...productRoutes]))(
    'the fault $kind at $route makes the first sync show nothing or everything',
    async ({ route, kind }) => {
      const before = await countSyncRuns();
      await addFault(route, kind);
      expect((await linkBank()).status).toBe(201);
      await waitForSyncAfter(before);
      expect([[], [10, 20]]).toContainEqual(await amounts());
      await expectRecovery([10, 20]);
    },
  );
});

describe('for a healthy item', () => {
  let itemId = '';
  const expectedAmounts: number[] = [10, 20];
  beforeAll(async () => {
    await unlinkAll();
    itemId = (await linkBank()).body.item_id;
    await client.waitForSyncs();
  });

  test.each(faultsAt([syncRoute, '/accounts/get', streamsRoute]))(
    'the fault $kind at $route makes a sync add nothing or everything',
    async ({ route, kind }) => {
      const amount = 30 + expectedAmounts.length;
      const before = await countSyncRuns();
      await addFault(route, kind);
      await server.sandbox.control(`items/${itemId}/activity`, {
        transactions: [{ amount, description: 'Bought', category: 'travel_flights' }],
      });
      await waitForSyncAfter(before);
      expect([expectedAmounts.toSorted(), [...expectedAmounts, amount].toSorted()]).toContainEqual(
        await amounts(),
      );
      expectedAmounts.push(amount);
      await expectRecovery(expectedAmounts);
    },
  );

  test.each(faultsAt(['/institutions/get_by_id']))(
    'the fault $kind at $route does not fail a sync, and a later one fetches the color and logo',
    async ({ route, kind }) => {
      const colors = async () =>
        (await client.request('GET /user/accounts')).accounts.map((row) => row.institution_color);
      await queryDatabase(
        server,
        'update items set brand_color = null, brand_fetched_at = null where user_id = $1',
        [userId],
      );
      await addFault(route, kind);
      await client.request('POST /user/plaid/sync_transactions');
      await client.waitForSyncs();
      expect(new Set(await colors())).toEqual(new Set([kind === 'slow' ? '#0f766e' : null]));
      await expectRecovery(expectedAmounts);
      expect(new Set(await colors())).toEqual(new Set(['#0f766e']));
    },
  );

  test.each(faultsAt(['/link/token/create']))(
    'the fault $kind at $route is reported by update mode, and the next attempt works',
    async ({ route, kind }) => {
      const update = () => client.call('POST /plaid/link/update', { body: { item_id: itemId } });
      await addFault(route, kind);
      expect((await update()).status).toBe(kind === 'slow' ? 200 : 502);
      await clearFaults();
      expect((await update()).status).toBe(200);
    },
  );

  test.each(faultsAt([syncRoute]))(
    'the fault $kind at $route after update mode keeps the old rows until it is cleared',
    async ({ route, kind }) => {
      const before = await countSyncRuns();
      await addFault(route, kind);
      await client.request('POST /plaid/link/updated', { body: { item_id: itemId } });
      await waitForSyncAfter(before);
      expect(await amounts()).toEqual(expectedAmounts.toSorted());
      await expectRecovery(expectedAmounts);
    },
  );
});

describe('unlinking a bank', () => {
  beforeAll(unlinkAll);

  // Each kind of fault occurs at its own bank, all concurrently, because the queue's retry delays are long.
  test('with any fault at /item/remove keeps all of its data or none, and completes once the fault is cleared', async () => {
    const unlinked = await Promise.all(
      commonFaultKinds.map(async (kind, index) => {
        const user = await signUpPaid(server);
        const institution = `ins_${index + 2}`;
        const itemId = await user.linkBank({ ...person, institution });
        await addFault('/item/remove', kind, { institution_id: institution });
        const [listed] = (await user.request('GET /institutions')).link_tokens;
        await user.request('DELETE /institution/:id', { params: { id: listed?.id ?? '' } });
        await eventually(async () => {
          const hasFailed = server.logged.some(
            ({ event, job }) => event === 'job_failed' && job === 'unlink-item',
          );
          return hasFailed || (await isUnlinked(user));
        }, `${kind}: the aggregator was called`);
        expect([[], [10, 20]], kind).toContainEqual(await amounts(user));
        return { user, itemId, kind };
      }),
    );
    await clearFaults();
    for (const { user, itemId, kind } of unlinked) {
      await eventually(() => isUnlinked(user), `${kind}: the bank is unlinked`);
      const { id } = await user.request('GET /user/me');
      for (const table of ['accounts', 'transactions', 'sync_runs', 'item_directory'])
        expect(
          await queryDatabase(server, `select 1 from ${table} where user_id = $1`, [id]),
          `${kind}: ${table}`,
        ).toEqual([]);
      expect(await stateAtBank(itemId), kind).toBe('removed');
    }
  }, 180_000);

  const isUnlinked = async (user: TestClient) =>
    (await user.request('GET /institutions')).link_tokens.length === 0;
});
