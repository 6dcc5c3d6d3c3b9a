import type { CallBody } from '@cairn/contract/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customPerson,
  type ListedTransaction,
  listAllTransactions,
} from '../../../../../../tests/support/bank/listed-transactions.ts';
import { queryDatabase } from '../../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import { expectDailyTotalsToMatch } from '../../../../../../tests/support/reference/daily-totals.ts';
import {
  signUpPaid,
  type TestClient,
} from '../../../../../../tests/support/requests/test-client.ts';
import { batchSize } from './apply-batch.ts';

/** Runs no jobs, so that a test decides when a change continues. */
let server: TestServer;
let client: TestClient;
let stranger: TestClient;
let worker: TestServer | undefined;

const startWorker = async () => {
  const { database, sandbox, dataDir } = server;
  worker = await startTestServer({ database, sandbox, dataDir });
};
const stopWorker = async () => {
  await worker?.stop();
  worker = undefined;
};

const days = Array.from({ length: batchSize + 300 }, (_, index) =>
  Temporal.Now.plainDateISO('UTC')
    .subtract({ days: index % 600 })
    .toString(),
);

beforeAll(async () => {
  server = await startTestServer({ environment: { ROLE: 'web' } });
  await startWorker();
  client = await signUpPaid(server);
  stranger = await signUpPaid(server);
  await client.linkBank(
    customPerson({
      name: 'Everyday',
      transactions: days.map((day, index) => ({
        amount: (index % 90) + 1,
        description: index < 3 ? `Bakery ${index}` : 'Shop',
        date_transacted: day,
        date_posted: day,
      })),
    }),
  );
  await stopWorker();
}, 120_000);
afterAll(async () => {
  await stopWorker();
  await server.stop();
});

type Bulk = CallBody<'POST /user/transactions/bulk'>;
const bulk = (body: Bulk) => client.call('POST /user/transactions/bulk', { body });
const undo = (id: string | null) =>
  client.call('POST /user/changes/:id/undo', { params: { id: id ?? '' }, body: {} });
const newestChange = async () => {
  const { changes } = await client.request('GET /user/changes', { query: {} });
  return changes[0];
};
const isBakery = ({ name }: ListedTransaction) => name.startsWith('Bakery');
const decisionsOf = (rows: readonly ListedTransaction[]) =>
  rows.map(({ id, effective_category, tags, note, excluded, reviewed }) => ({
    id,
    effective_category,
    tags,
    note,
    excluded,
    reviewed,
  }));
const finish = async () => {
  await startWorker();
  await eventually(
    async () => (await newestChange())?.pending === 0,
    'the change is applied to all its transactions',
  );
  await stopWorker();
};

describe('given transactions', () => {
  test('are changed as one change, which one undo reverts', async () => {
    const bakeries = (await listAllTransactions(client)).filter(isBakery);
    const [kept] = bakeries;
    const old = await client.request('POST /user/tags', { body: { name: 'Old' } });
    const added = await client.request('POST /user/tags', { body: { name: 'Added' } });
    await client.request('PATCH /user/transactions/:id', {
      params: { id: kept?.id ?? '' },
      body: { tags: [old.id], reviewed: true },
    });
    const start = await listAllTransactions(client);
    const { body } = await bulk({
      ids: bakeries.map(({ id }) => id),
      change: {
        category: 'food_and_drink_coffee',
        add_tags: [added.id],
        remove_tags: [old.id],
        note: '  Breakfast ',
        reviewed: true,
      },
    });
    expect(body).toMatchObject({ count: 3, change_id: expect.any(String) });
    const changed = (await listAllTransactions(client)).filter(isBakery);
    expect(changed).toHaveLength(3);
    for (const row of changed)
      expect(row).toMatchObject({
        effective_category: 'food_and_drink_coffee',
        tags: [added.id],
        note: 'Breakfast',
        reviewed: true,
      });
    expect(await newestChange()).toMatchObject({ kind: 'bulk', count: 3, pending: 0 });
    await expectDailyTotalsToMatch(server);
    expect(await undo(body.change_id)).toMatchObject({ status: 200, body: { count: 3 } });
    expect(decisionsOf(await listAllTransactions(client))).toEqual(decisionsOf(start));
  });

  test('that have the values already make no change', async () => {
    const [row] = await listAllTransactions(client);
    const change = { ids: [row?.id ?? ''], change: { excluded: false } };
    expect((await bulk(change)).body).toEqual({ change_id: null, count: 1 });
  });

  test('of another user are not changed', async () => {
    const ids = (await listAllTransactions(client)).slice(0, 2).map(({ id }) => id);
    const response = await stranger.call('POST /user/transactions/bulk', {
      body: { ids, change: { excluded: true } },
    });
    expect(response.body).toEqual({ change_id: null, count: 0 });
    expect((await listAllTransactions(client)).filter(({ excluded }) => excluded)).toEqual([]);
  });
});

describe('all transactions that match a filter', () => {
  test('are changed in batches, a job continues after an interruption, and later decisions are kept', async () => {
    const start = await listAllTransactions(client);
    const { body } = await bulk({
      filter: { search_str: 'shop' },
      change: { note: 'Checked', category: 'travel_flights' },
    });
    const count = start.length - 3;
    expect(body.count).toBe(count);
    expect(await newestChange()).toMatchObject({ count, pending: count - batchSize });
    const pending = (await listAllTransactions(client)).find(
      ({ name, note }) => name === 'Shop' && note === null,
    );
    await client.request('PATCH /user/transactions/:id', {
      params: { id: pending?.id ?? '' },
      body: { note: 'My own' },
    });
    await startWorker();
    const isDone = async () => {
      const { changes } = await client.request('GET /user/changes', { query: {} });
      return changes.find(({ id }) => id === body.change_id)?.pending === 0;
    };
    await eventually(isDone, 'the change is applied to all its transactions');
    await stopWorker();
    const after = await listAllTransactions(client);
    for (const row of after.filter(({ name }) => name === 'Shop')) {
      expect(row.effective_category).toBe('travel_flights');
      expect(row.note).toBe(row.id === pending?.id ? 'My own' : 'Checked');
    }
    await expectDailyTotalsToMatch(server);

    const undone = await undo(body.change_id);
    expect(undone).toMatchObject({ status: 200, body: { count } });
    await finish();
    const expected = decisionsOf(start).map((row) =>
      row.id === pending?.id ? { ...row, note: 'My own' } : row,
    );
    expect(decisionsOf(await listAllTransactions(client))).toEqual(expected);
    await expectDailyTotalsToMatch(server);
  });

  test('that are still to be changed stay as they are after an undo', async () => {
    const start = await listAllTransactions(client);
    const { body } = await bulk({ filter: { search_str: 'shop' }, change: { excluded: true } });
    expect(await undo(body.change_id)).toMatchObject({ status: 200, body: { count: batchSize } });
    await startWorker();
    await eventually(async () => {
      const unfinished = await queryDatabase(
        server,
        "select 1 from pgboss.job where name = 'apply-bulk-change' and state < 'completed'",
      );
      return unfinished.length === 0;
    }, 'the job of the change has ended');
    await stopWorker();
    expect(decisionsOf(await listAllTransactions(client))).toEqual(decisionsOf(start));
    await expectDailyTotalsToMatch(server);
  });
});

describe('an invalid bulk change is rejected, and changes nothing', () => {
  test.each<[string, Bulk, number]>([
    ['without a selection', { change: { excluded: true } }, 422],
    ['with two selections', { ids: ['x'], filter: {}, change: { excluded: true } }, 422],
    ['of an unknown category', { filter: {}, change: { category: 'nonsense' } }, 422],
    ['of an unknown tag', { filter: {}, change: { add_tags: [crypto.randomUUID()] } }, 422],
    ['of an unknown account', { filter: { account: ['x'] }, change: { excluded: true } }, 404],
    ['of an invalid search', { filter: { search_str: 'amount:x' }, change: {} }, 422],
  ])('%s', async (_what, body, status) => {
    const before = await newestChange();
    expect((await bulk(body)).status).toBe(status);
    expect(await newestChange()).toEqual(before);
  });
});
