import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { listAllTransactions } from '../../../../../../tests/support/bank/listed-transactions.ts';
import {
  type ScriptedBank,
  type ScriptedPage,
  startScriptedBank,
} from '../../../../../../tests/support/bank/scripted-bank.ts';
import { backdate } from '../../../../../../tests/support/database/backdate.ts';
import { queryDatabase } from '../../../../../../tests/support/database/database-queries.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  signUpPaid,
  type TestClient,
} from '../../../../../../tests/support/requests/test-client.ts';
import { syncItem } from '../../../jobs/sync/sync-item.ts';

let bank: ScriptedBank;
/** False on a cluster, which has privileges and rules instead (tests/security/database-roles.test.ts). */
const hasTriggers = inject('nodeUrls').length === 1;

let server: TestServer;
let customerCount = 0;

beforeAll(async () => {
  bank = await startScriptedBank();
  server = await startTestServer({ environment: { PLAID_BASE_URL: bank.url } });
});
afterAll(async () => {
  await server.stop();
  await bank.stop();
});

const category = 'FOOD_AND_DRINK_FAST_FOOD';
const dinner = { transaction_id: 'dinner', amount: 20, pending: true, category };
const posted = {
  transaction_id: 'dinner posted',
  amount: 24,
  pending_transaction_id: 'dinner',
  category,
};

/** Signs up a user with one bank whose first sync returns these pages. */
async function newCustomer(...pages: ScriptedPage[]) {
  customerCount += 1;
  const name = `story${customerCount}`;
  const item = bank.item(name);
  item.script(...pages);
  const client = await signUpPaid(server);
  const { id: userId } = await client.request('GET /user/me');
  await client.request('POST /plaid/link/token', { body: { public_token: `public-${name}` } });
  await client.waitForSyncs();
  const [linked] = (await client.request('GET /institutions')).link_tokens;
  const itemId = linked?.id ?? '';
  const sync = async (...next: ScriptedPage[]) => {
    item.script(...next);
    await syncItem(server.services, { userId, itemId });
  };
  return { client, userId, itemId, item, sync };
}

const findId = async (client: TestClient, name: string) => {
  const found = (await listAllTransactions(client)).find(
    ({ transaction_id }) => transaction_id === name,
  );
  if (found === undefined) throw new Error(`${name} is not listed`);
  return found.id;
};
const fetchStory = async (client: TestClient, id: string) => {
  const query = { tx_id: id };
  return (await client.request('GET /user/transaction/story', { query })).events;
};
const eventKinds = async (client: TestClient, id: string) =>
  (await fetchStory(client, id)).map(({ event }) => event);
const loggedEvents = (userId: string) =>
  queryDatabase<{ event: string }>(
    server,
    'select * from transaction_events where user_id = $1 order by at',
    [userId],
  );

describe('GET /user/transaction/story', () => {
  test('has every change by the bank and the user since it was pending, under either id', async () => {
    const { client, sync } = await newCustomer({ added: [dinner] });
    const pendingId = await findId(client, 'dinner');
    await client.request('POST /user/tx/updatecategory', {
      body: { tx_id: pendingId, category: 'food_and_drink_restaurant' },
    });
    await sync({ added: [posted], removed: ['dinner'] });
    const id = await findId(client, 'dinner posted');
    const exclude = (exclude_transaction: boolean) =>
      client.request('POST /user/tx/ignore', {
        body: { tx_id: 'dinner posted', exclude_transaction },
      });
    await exclude(true);
    await sync({ removed: ['dinner posted'] });
    // A removed transaction is not listed, but its history is available.
    expect(await listAllTransactions(client)).toEqual([]);
    expect((await eventKinds(client, id)).at(-1)).toBe('removed');
    await sync({ added: [{ ...posted, amount: 25 }] });
    await exclude(false);
    await client.request('POST /user/tx/updatecategory', { body: { tx_id: id, category: null } });
    const story = await fetchStory(client, id);
    expect(story.map(({ event, detail }) => `${event}: ${detail}`)).toEqual([
      'arrived_pending: Scripted reported it as pending: $20.00.',
      'recategorized: You moved it from Fast food to Restaurant.',
      'posted: For $24.00, $4.00 more than when it was pending ($20.00).',
      'excluded: You excluded it from your totals.',
      'removed: Scripted removed it. It no longer counts.',
      'returned: Scripted sent it again. Your changes still apply. Amount changed from $24.00 to $25.00.',
      'included: You included it in your totals.',
      "category_restored: You restored the bank's category: Fast food.",
    ]);
    expect(story.map(({ at }) => at)).toEqual(story.map(({ at }) => at).toSorted());
    expect(await fetchStory(client, pendingId)).toEqual(story);
  });

  test.each<[string, ScriptedPage[][]]>([
    ['the removal comes first', [[{ removed: ['dinner'] }, { added: [posted] }]]],
    [
      'the posted one comes first, in two syncs',
      [[{ added: [posted] }], [{ removed: ['dinner'] }]],
    ],
    [
      'the posted one is sent twice',
      [[{ added: [posted], removed: ['dinner'] }], [{ added: [posted] }]],
    ],
    [
      'the pending id is sent after the posted row',
      [
        [{ added: [{ ...posted, pending_transaction_id: null }] }],
        [{ modified: [posted], removed: ['dinner'] }],
      ],
    ],
  ])('has one posted event when %s', async (_, syncs) => {
    const { client, sync } = await newCustomer({ added: [dinner] });
    for (const pages of syncs) await sync(...pages);
    const story = await eventKinds(client, await findId(client, 'dinner posted'));
    expect(story).toEqual(['arrived_pending', 'posted']);
  });

  test('keeps the pending phase when the bank stops sending the pending id', async () => {
    const { client, sync } = await newCustomer({ added: [dinner] });
    await sync({ added: [posted], removed: ['dinner'] });
    await sync({ modified: [{ ...posted, pending_transaction_id: null }] });
    expect(await eventKinds(client, await findId(client, 'dinner posted'))).toEqual([
      'arrived_pending',
      'posted',
    ]);
  });

  test('has no events for transactions sent again unchanged or changes repeated by the user', async () => {
    const row = { transaction_id: 'lunch', amount: 12 };
    const { client, userId, sync, itemId } = await newCustomer({ added: [row] });
    const id = await findId(client, 'lunch');
    for (const _ of [1, 2]) {
      await sync({ added: [row], modified: [row] });
      await client.request('POST /user/tx/updatecategory', {
        body: { tx_id: id, category: 'travel_flights' },
      });
      await client.request('POST /user/tx/ignore', {
        body: { tx_id: 'lunch', exclude_transaction: true },
      });
    }
    expect((await loggedEvents(userId)).map(({ event }) => event)).toEqual([
      'recategorized',
      'excluded',
    ]);
    const { syncs } = await client.request('GET /institution/:id/history', {
      params: { id: itemId },
    });
    expect(syncs.map(({ added, modified }) => [added, modified])).toEqual([
      [0, 0],
      [0, 0],
      [1, 0],
    ]);
  });

  test('a pending id returns the posted transaction that replaced it', async () => {
    const { client, sync } = await newCustomer({ added: [dinner] });
    const id = await findId(client, 'dinner');
    const fetchTransaction = () => client.call('GET /user/transaction', { query: { tx_id: id } });
    expect((await fetchTransaction()).body.transaction_id).toBe('dinner');
    await sync({ added: [posted], removed: ['dinner'] });
    const listed = (await listAllTransactions(client))[0];
    expect(listed?.transaction_id).toBe('dinner posted');
    expect((await fetchTransaction()).body).toEqual(listed);
    await sync({ removed: ['dinner posted'] });
    expect((await fetchTransaction()).status).toBe(404);
  });

  test('an invalid or unknown id returns 404', async () => {
    const { client } = await newCustomer();
    for (const tx_id of ['no id', '0190a0a0-0000-7000-8000-00000000dead']) {
      const response = await client.call('GET /user/transaction/story', { query: { tx_id } });
      expect(response.status).toBe(404);
    }
  });
});

describe('GET /institution/:id/history', () => {
  test('lists what each sync changed in the accounts', async () => {
    const { client, itemId, item, sync } = await newCustomer({ added: [dinner] });
    item.accounts = [
      { account_id: 'checking', current: 80, mask: '9999' },
      { account_id: 'savings' },
    ];
    await sync();
    await sync();
    item.accounts = [{ account_id: 'checking', current: 80, mask: '9999' }];
    await sync();
    await sync();
    item.accounts.push({ account_id: 'savings' });
    await sync();
    const { syncs } = await client.request('GET /institution/:id/history', {
      params: { id: itemId },
    });
    const changes = syncs.map(({ accounts }) =>
      accounts.map(({ account_id: _, currency: _currency, ...change }) => change),
    );
    const unchanged = { is_new: false, closed: false, reopened: false, changed: [] };
    const savings = { ...unchanged, name: 'savings' };
    expect(changes).toEqual([
      [{ ...savings, reopened: true, balance: { before: 0, after: 100 } }],
      [],
      [{ ...savings, closed: true, balance: { before: 100, after: 0 } }],
      [],
      [
        {
          ...unchanged,
          name: 'checking',
          balance: { before: 100, after: 80 },
          changed: ['number'],
        },
      ],
      [
        { ...unchanged, name: 'checking', is_new: true, balance: { before: null, after: 100 } },
        { ...unchanged, name: 'savings', is_new: true, balance: { before: null, after: 100 } },
      ],
    ]);
  });
});

describe('the transaction and sync log', () => {
  /** Signs up a user with an entry in each log table. */
  async function newCustomerWithLogEntries() {
    const created = await newCustomer({ added: [{ transaction_id: 'lunch', amount: 12 }] });
    await created.sync({ modified: [{ transaction_id: 'lunch', amount: 13 }] });
    expect(await loggedEvents(created.userId)).toHaveLength(1);
    return created;
  }

  test('is append-only, enforced by the database', async () => {
    const { userId } = await newCustomerWithLogEntries();
    const expectRejected = (statement: string) =>
      expect(queryDatabase(server, statement, [userId]), statement).rejects.toThrow(
        /append-only rows are/,
      );
    await expectRejected(`update transaction_events set event = 'removed' where user_id = $1`);
    await expectRejected(`update transaction_events set at = now() where user_id = $1`);
    await expectRejected(`delete from transaction_events where user_id = $1`);
    if (hasTriggers) {
      await expectRejected(`update sync_runs set added = 0 where user_id = $1`);
      await expectRejected(`update sync_runs set finished_at = now() where user_id = $1`);
      await expectRejected(`delete from sync_runs where user_id = $1`);
      for (const table of ['transaction_events', 'sync_runs'])
        await expect(queryDatabase(server, `truncate ${table}`)).rejects.toThrow(/not rewritten/);
    }
    expect(await loggedEvents(userId)).toHaveLength(1);
  });

  test('allows pruning old sync runs, and deletes transaction events with their account', async () => {
    const { userId } = await newCustomerWithLogEntries();
    // Backdates sync runs. Even this requires disabling the trigger.
    await queryDatabase(
      server,
      `begin;
       ${hasTriggers ? 'alter table sync_runs disable trigger sync_runs_not_rewritten;' : ''}
       update sync_runs set ${backdate('finished_at', '91 days')}
       where user_id = '${userId}' and added = 0;
       ${hasTriggers ? 'alter table sync_runs enable trigger sync_runs_not_rewritten;' : ''}
       commit`,
    );
    const deleted = await queryDatabase(
      server,
      `delete from sync_runs
       where user_id = $1 and finished_at < now() - interval '90 days'
       returning added`,
      [userId],
    );
    expect(deleted).toEqual([{ added: 0 }]);
    await queryDatabase(server, 'delete from accounts where user_id = $1', [userId]);
    expect(await loggedEvents(userId)).toEqual([]);
  });

  test('is deleted with an unlinked item and with a deleted user', async () => {
    const { userId, itemId, client } = await newCustomerWithLogEntries();
    await queryDatabase(server, 'update items set unlink_requested_at = now() where id = $1', [
      itemId,
    ]);
    await queryDatabase(server, 'delete from sync_runs where item_id = $1', [itemId]);
    const other = await newCustomerWithLogEntries();
    await queryDatabase(server, 'delete from users where user_id = $1', [other.userId]);
    expect(await loggedEvents(other.userId)).toEqual([]);
    expect(
      await queryDatabase(server, 'select 1 from sync_runs where user_id = $1', [other.userId]),
    ).toEqual([]);
    expect(await loggedEvents(userId)).toHaveLength(1);
    expect(await eventKinds(client, await findId(client, 'lunch'))).toEqual(['arrived', 'changed']);
  });
});
