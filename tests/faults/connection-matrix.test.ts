import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allRows, customPerson, spentThisMonth } from '../support/bank-rows.ts';
import { eventually } from '../support/eventually.ts';
import { signUpPaid, type TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { askDatabase } from '../support/user-rows.ts';

// Every fault of the aggregator, for as long as nobody clears it, in every step of a connection's life. Wherever it
// strikes, what is shown is what was before or what came after, never a part of it, and once it is over one press
// leads on. What a fault that strikes once or twice does is in provider.test.ts.

const person = customPerson(
  { name: 'Everyday', transactions: [{ amount: 10 }, { amount: 20 }] },
  // Accounts of which there is more to ask than balances and rows.
  { name: 'Card', type: 'credit', subtype: 'credit card', starting_balance: 0 },
  { name: 'Broker', type: 'investment', subtype: 'brokerage' },
);
const anywhere = [
  'http_500',
  'http_429',
  'timeout',
  'drop_connection',
  'malformed_json',
  'truncated',
  'slow',
] as const;
const ofPages = [
  'not_ready',
  'mutation_during_pagination',
  'duplicate_page',
  'stale_cursor',
] as const;
type Kind = (typeof anywhere)[number] | (typeof ofPages)[number];

const pages = '/transactions/sync';
const streams = '/transactions/recurring/get';
const products = ['/liabilities/get', '/investments/holdings/get'];
/** The faults that there are for a route. */
const kindsAt = (route: string): readonly Kind[] =>
  route === pages
    ? [...anywhere, ...ofPages]
    : [streams, ...products].includes(route)
      ? [...anywhere, 'not_ready']
      : anywhere;
const over = (routes: readonly string[]) =>
  routes.flatMap((route) => kindsAt(route).map((kind) => ({ route, kind })));

let server: TestServer;
let client: TestClient;
let userId: string;

beforeAll(async () => {
  server = await startTestServer({
    // As patient as always, only quicker about it.
    patience: {
      timeout: 500,
      retries: { tries: 2, firstDelay: 5, longestDelay: 100, random: () => 1 },
    },
  });
  client = await signUpPaid(server);
  ({ id: userId } = await client.reply('GET /user/me'));
});
beforeEach(async () => {
  await clear();
  await nothingWaits();
});
afterAll(() => server.stop());

const clear = () => server.sandbox.control('faults/clear', {});
const fault = (route: string, kind: Kind, more: object = {}) =>
  server.sandbox.control('faults', {
    provider: 'plaid',
    route,
    kind,
    // A page that came again for ever would be a bank that never ends.
    times: kind === 'duplicate_page' ? 5 : 100_000,
    ...(kind === 'slow' && { latency_ms: 50 }),
    ...more,
  });
const link = async (institution = 'ins_1') =>
  client.call('POST /plaid/link/token', {
    body: { public_token: await server.sandbox.publicToken({ ...person, institution }) },
  });
const amounts = async (who = client) => (await allRows(who)).map(({ amount }) => amount).sort();
/** What earlier faults left to be tried again is over: it is not to come in between. */
async function nothingWaits(): Promise<void> {
  const waiting = (names: string, states: string) =>
    `from pgboss.job where name in (${names}) and state in (${states})`;
  await eventually(async () => {
    await askDatabase(server, `delete ${waiting(`'sync-item'`, `'created', 'retry'`)}`);
    const atWork = waiting(`'sync-item', 'work-off-webhook'`, `'created', 'retry', 'active'`);
    return (await askDatabase(server, `select 1 ${atWork}`)).length === 0;
  }, 'no sync is under way');
}
const runsSoFar = async () =>
  (await askDatabase(server, 'select 1 from sync_runs where user_id = $1', [userId])).length;
/** A sync has ended, well or not. */
const syncEnds = (before: number) =>
  eventually(async () => (await runsSoFar()) > before, 'a sync has ended');

/** Once nothing is in the way any more, one press of Refresh brings everything. */
async function recovers(wanted: number[]): Promise<void> {
  await clear();
  await client.reply('POST /user/plaid/sync_transactions');
  await eventually(async () => {
    const { items } = await client.reply('GET /user/sync');
    return items.length === 1 && items[0]?.state === 'ok' && items[0].error === null;
  }, 'the connection is well');
  // One that ran already when it was pressed may have asked before the newest row was there.
  await eventually(async () => (await amounts()).length === wanted.length, 'all rows are there');
  await nothingWaits();
  expect(await amounts()).toEqual(wanted.toSorted());
  expect(await spentThisMonth(client)).toBe(wanted.reduce((sum, amount) => sum + amount, 0));
  expect(
    await askDatabase(server, 'select 1 from sync_pages where user_id = $1', [userId]),
  ).toEqual([]);
}

async function unlinkAll(): Promise<void> {
  await clear();
  for (const { id } of (await client.reply('GET /institutions')).link_tokens)
    await client.reply('DELETE /institution/:id', { params: { id } });
  await eventually(
    async () => (await client.reply('GET /institutions')).link_tokens.length === 0,
    'everything is unlinked',
  );
}

const stateAtBank = async (itemId: string) => {
  const items = await server.sandbox.control<{ item_id: string; state: string }[]>('items');
  return items.find(({ item_id }) => item_id === itemId)?.state;
};

describe('a first link', () => {
  beforeEach(unlinkAll);

  test.each(over(['/link/token/create']))(
    '$kind at $route: it is said, and the next try works',
    async ({ route, kind }) => {
      await fault(route, kind);
      const failed = await client.call('POST /plaid/');
      expect(failed.status).toBe(kind === 'slow' ? 200 : 502);
      await clear();
      expect((await client.call('POST /plaid/')).status).toBe(200);
    },
  );

  test.each(over(['/item/public_token/exchange']))(
    '$kind at $route: nothing is linked, or all of it',
    async ({ route, kind }) => {
      await fault(route, kind);
      const tried = await link();
      // What broke on its way back has used the token up: there is a sentence for that too.
      expect(kind === 'slow' ? [201] : [502, 422]).toContain(tried.status);
      const { details } = await client.reply('GET /plaid/link/items');
      expect(details).toHaveLength(tried.status === 201 ? 1 : 0);
      await clear();
      if (tried.status !== 201) expect((await link()).status).toBe(201);
      await recovers([10, 20]);
    },
  );

  test.each(over(['/item/get', '/item/webhook/update']))(
    '$kind at $route: what is linked is kept, and settled by a sync',
    async ({ route, kind }) => {
      await fault(route, kind);
      const linked = await link();
      expect(linked.status).toBe(201);
      await recovers([10, 20]);
      const [item] = (await client.reply('GET /user/sync')).items;
      expect(item?.institution_name).toBe('Harbor Savings');
      const atBank = await server.sandbox.control<{ item_id: string; webhook: string }[]>('items');
      expect(atBank.find(({ item_id }) => item_id === linked.body.item_id)?.webhook).toBe(
        `${server.url}/api/webhooks/plaid`,
      );
    },
  );

  test.each(over([pages, '/accounts/get', streams, ...products]))(
    '$kind at $route: the first sync shows nothing or everything',
    async ({ route, kind }) => {
      const before = await runsSoFar();
      await fault(route, kind);
      expect((await link()).status).toBe(201);
      await syncEnds(before);
      expect([[], [10, 20]]).toContainEqual(await amounts());
      await recovers([10, 20]);
    },
  );
});

describe('a connection that is well', () => {
  let itemId = '';
  const bought: number[] = [10, 20];
  beforeAll(async () => {
    await unlinkAll();
    itemId = (await link()).body.item_id;
    await client.syncIdle();
  });

  test.each(over([pages, '/accounts/get', streams]))(
    '$kind at $route: a sync brings nothing or everything',
    async ({ route, kind }) => {
      const amount = 30 + bought.length;
      const before = await runsSoFar();
      await fault(route, kind);
      await server.sandbox.control(`items/${itemId}/activity`, {
        transactions: [{ amount, description: 'Bought', category: 'travel_flights' }],
      });
      await syncEnds(before);
      expect([bought.toSorted(), [...bought, amount].toSorted()]).toContainEqual(await amounts());
      bought.push(amount);
      await recovers(bought);
    },
  );

  test.each(over(['/link/token/create']))(
    '$kind at $route: update mode says so, and opens at the next try',
    async ({ route, kind }) => {
      const update = () => client.call('POST /plaid/link/update', { body: { item_id: itemId } });
      await fault(route, kind);
      expect((await update()).status).toBe(kind === 'slow' ? 200 : 502);
      await clear();
      expect((await update()).status).toBe(200);
    },
  );

  test.each(over([pages]))(
    '$kind at $route after update mode: old rows stay until it is over',
    async ({ route, kind }) => {
      const before = await runsSoFar();
      await fault(route, kind);
      await client.reply('POST /plaid/link/updated', { body: { item_id: itemId } });
      await syncEnds(before);
      expect(await amounts()).toEqual(bought.toSorted());
      await recovers(bought);
    },
  );
});

describe('an unlinking', () => {
  beforeAll(unlinkAll);

  // Each at a bank of its own, side by side: the waits between the tries are the queue's.
  test('with any fault at /item/remove leaves all of the bank or nothing, and ends', async () => {
    const unlinked = await Promise.all(
      anywhere.map(async (kind, at) => {
        const own = await signUpPaid(server);
        const institution = `ins_${at + 2}`;
        const itemId = await own.link({ ...person, institution });
        await fault('/item/remove', kind, { institution_id: institution });
        const [listed] = (await own.reply('GET /institutions')).link_tokens;
        await own.reply('DELETE /institution/:id', { params: { id: listed?.id ?? '' } });
        await eventually(async () => {
          const isTried = server.logged.some(
            ({ event, job }) => event === 'job_failed' && job === 'unlink-item',
          );
          return isTried || (await isGone(own));
        }, `${kind}: the aggregator was asked`);
        expect([[], [10, 20]], kind).toContainEqual(await amounts(own));
        return { own, itemId, kind };
      }),
    );
    await clear();
    for (const { own, itemId, kind } of unlinked) {
      await eventually(() => isGone(own), `${kind}: the bank is gone`);
      const { id } = await own.reply('GET /user/me');
      for (const table of ['accounts', 'transactions', 'sync_runs', 'item_directory'])
        expect(
          await askDatabase(server, `select 1 from ${table} where user_id = $1`, [id]),
          `${kind}: ${table}`,
        ).toEqual([]);
      expect(await stateAtBank(itemId), kind).toBe('removed');
    }
  }, 180_000);

  const isGone = async (own: TestClient) =>
    (await own.reply('GET /institutions')).link_tokens.length === 0;
});
