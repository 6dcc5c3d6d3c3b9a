import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRows } from '../../../../../tests/support/bank-rows.ts';
import {
  type ScriptedBank,
  type ScriptedPage,
  startScriptedBank,
} from '../../../../../tests/support/scripted-bank.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { askDatabase } from '../../../../../tests/support/user-rows.ts';
import { syncItem } from '../../jobs/sync/sync-item.ts';

let bank: ScriptedBank;
let server: TestServer;
let names = 0;

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

/** Somebody with one bank and what it says first. */
async function customer(...pages: ScriptedPage[]) {
  names += 1;
  const name = `story${names}`;
  const item = bank.item(name);
  item.script(...pages);
  const client = await signUpPaid(server);
  const { id: userId } = await client.reply('GET /user/me');
  await client.reply('POST /plaid/link/token', { body: { public_token: `public-${name}` } });
  await client.syncIdle();
  const [linked] = (await client.reply('GET /institutions')).link_tokens;
  const itemId = linked?.id ?? '';
  const sync = async (...next: ScriptedPage[]) => {
    item.script(...next);
    await syncItem(server.services, { userId, itemId });
  };
  return { client, userId, itemId, item, sync };
}

const idOf = async (client: TestClient, name: string) => {
  const found = (await allRows(client)).find(({ transaction_id }) => transaction_id === name);
  if (found === undefined) throw new Error(`${name} is not listed`);
  return found.id;
};
const storyOf = async (client: TestClient, id: string) => {
  const query = { tx_id: id };
  return (await client.reply('GET /user/transaction/story', { query })).events;
};
const happened = async (client: TestClient, id: string) =>
  (await storyOf(client, id)).map(({ event }) => event);
const eventsOf = (userId: string) =>
  askDatabase<{ event: string }>(
    server,
    'select * from transaction_events where user_id = $1 order by at',
    [userId],
  );

describe('GET /user/transaction/story', () => {
  test('goes from pending through what bank and user did, in one piece under either id', async () => {
    const { client, sync } = await customer({ added: [dinner] });
    const pendingId = await idOf(client, 'dinner');
    await client.reply('POST /user/tx/updatecategory', {
      body: { tx_id: pendingId, category: 'food_and_drink_restaurant' },
    });
    await sync({ added: [posted], removed: ['dinner'] });
    const id = await idOf(client, 'dinner posted');
    const exclude = (exclude_transaction: boolean) =>
      client.reply('POST /user/tx/ignore', {
        body: { tx_id: 'dinner posted', exclude_transaction },
      });
    await exclude(true);
    await sync({ removed: ['dinner posted'] });
    // It is listed nowhere, and can still be asked about.
    expect(await allRows(client)).toEqual([]);
    expect((await happened(client, id)).at(-1)).toBe('removed');
    await sync({ added: [{ ...posted, amount: 25 }] });
    await exclude(false);
    await client.reply('POST /user/tx/updatecategory', { body: { tx_id: id, category: null } });
    const story = await storyOf(client, id);
    expect(story.map(({ event, detail }) => `${event}: ${detail}`)).toEqual([
      'arrived_pending: Scripted reported it as pending: $20.00.',
      'recategorized: You moved it from Fast food to Restaurant.',
      'posted: For $24.00; while it was pending it was $20.00, so $4.00 more.',
      'excluded: You left it out of your totals.',
      'removed: Scripted took it back: it no longer counts.',
      'returned: Scripted sent it again. What you had decided still holds. It is $25.00; it was $24.00.',
      'included: You let it count again.',
      'category_restored: You took your category back: Fast food, as its bank has it.',
    ]);
    expect(story.map(({ at }) => at)).toEqual(story.map(({ at }) => at).toSorted());
    expect(await storyOf(client, pendingId)).toEqual(story);
  });

  test.each<[string, ScriptedPage[][]]>([
    ['the removal first', [[{ removed: ['dinner'] }, { added: [posted] }]]],
    ['the posted one first, in two syncs', [[{ added: [posted] }], [{ removed: ['dinner'] }]]],
    ['twice over', [[{ added: [posted], removed: ['dinner'] }], [{ added: [posted] }]]],
    [
      'the link coming later than the row',
      [
        [{ added: [{ ...posted, pending_transaction_id: null }] }],
        [{ modified: [posted], removed: ['dinner'] }],
      ],
    ],
  ])('says once that it posted: %s', async (_, syncs) => {
    const { client, sync } = await customer({ added: [dinner] });
    for (const pages of syncs) await sync(...pages);
    const story = await happened(client, await idOf(client, 'dinner posted'));
    expect(story).toEqual(['arrived_pending', 'posted']);
  });

  test('stays in one piece where the bank no longer says which one was pending', async () => {
    const { client, sync } = await customer({ added: [dinner] });
    await sync({ added: [posted], removed: ['dinner'] });
    await sync({ modified: [{ ...posted, pending_transaction_id: null }] });
    expect(await happened(client, await idOf(client, 'dinner posted'))).toEqual([
      'arrived_pending',
      'posted',
    ]);
  });

  test('writes nothing for what is sent again as it was, or decided again as it is', async () => {
    const row = { transaction_id: 'lunch', amount: 12 };
    const { client, userId, sync, itemId } = await customer({ added: [row] });
    const id = await idOf(client, 'lunch');
    for (const _ of [1, 2]) {
      await sync({ added: [row], modified: [row] });
      await client.reply('POST /user/tx/updatecategory', {
        body: { tx_id: id, category: 'travel_flights' },
      });
      await client.reply('POST /user/tx/ignore', {
        body: { tx_id: 'lunch', exclude_transaction: true },
      });
    }
    expect((await eventsOf(userId)).map(({ event }) => event)).toEqual([
      'recategorized',
      'excluded',
    ]);
    const { syncs } = await client.reply('GET /institution/:id/history', {
      params: { id: itemId },
    });
    expect(syncs.map(({ added, modified }) => [added, modified])).toEqual([
      [0, 0],
      [0, 0],
      [1, 0],
    ]);
  });

  test('leads from a pending one to the posted one, also where the dialog asks for it by the old id', async () => {
    const { client, sync } = await customer({ added: [dinner] });
    const id = await idOf(client, 'dinner');
    const one = () => client.call('GET /user/transaction', { query: { tx_id: id } });
    expect((await one()).body.transaction_id).toBe('dinner');
    await sync({ added: [posted], removed: ['dinner'] });
    const listed = (await allRows(client))[0];
    expect(listed?.transaction_id).toBe('dinner posted');
    expect((await one()).body).toEqual(listed);
    await sync({ removed: ['dinner posted'] });
    expect((await one()).status).toBe(404);
  });

  test('of an id that is none, or of nobody, is not there', async () => {
    const { client } = await customer();
    for (const tx_id of ['no id', '0190a0a0-0000-7000-8000-00000000dead']) {
      const answer = await client.call('GET /user/transaction/story', { query: { tx_id } });
      expect(answer.status).toBe(404);
    }
  });
});

describe('GET /institution/:id/history', () => {
  test('says what each sync changed of the accounts', async () => {
    const { client, itemId, item, sync } = await customer({ added: [dinner] });
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
    const { syncs } = await client.reply('GET /institution/:id/history', {
      params: { id: itemId },
    });
    const told = syncs.map(({ accounts }) =>
      accounts.map(({ account_id: _, currency: _dollars, ...what }) => what),
    );
    const same = { is_new: false, closed: false, reopened: false, changed: [] };
    const savings = { ...same, name: 'savings' };
    expect(told).toEqual([
      [{ ...savings, reopened: true, balance: { before: 0, after: 100 } }],
      [],
      [{ ...savings, closed: true, balance: { before: 100, after: 0 } }],
      [],
      [
        {
          ...same,
          name: 'checking',
          balance: { before: 100, after: 80 },
          changed: ['number'],
        },
      ],
      [
        { ...same, name: 'checking', is_new: true, balance: { before: null, after: 100 } },
        { ...same, name: 'savings', is_new: true, balance: { before: null, after: 100 } },
      ],
    ]);
  });
});

describe('the log', () => {
  /** Somebody with an entry in each of its tables. */
  async function withEntries() {
    const made = await customer({ added: [{ transaction_id: 'lunch', amount: 12 }] });
    await made.sync({ modified: [{ transaction_id: 'lunch', amount: 13 }] });
    expect(await eventsOf(made.userId)).toHaveLength(1);
    return made;
  }

  test('is only ever added to, in the database too', async () => {
    const { userId } = await withEntries();
    const refused = (statement: string) =>
      expect(askDatabase(server, statement, [userId]), statement).rejects.toThrow(
        /what has happened is/,
      );
    await refused(`update transaction_events set event = 'removed' where user_id = $1`);
    await refused(`update transaction_events set at = now() where user_id = $1`);
    await refused(`delete from transaction_events where user_id = $1`);
    await refused(`update sync_runs set added = 0 where user_id = $1`);
    await refused(`update sync_runs set finished_at = now() where user_id = $1`);
    await refused(`delete from sync_runs where user_id = $1`);
    for (const table of ['transaction_events', 'sync_runs'])
      await expect(askDatabase(server, `truncate ${table}`)).rejects.toThrow(/not rewritten/);
    expect(await eventsOf(userId)).toHaveLength(1);
  });

  test('lets a sync of long ago go, and what happened to a row with the row', async () => {
    const { userId } = await withEntries();
    // As if that time had passed: even this needs the guard to be off.
    await askDatabase(
      server,
      `begin;
       alter table sync_runs disable trigger sync_runs_not_rewritten;
       update sync_runs set finished_at = finished_at - interval '91 days'
       where user_id = '${userId}' and added = 0;
       alter table sync_runs enable trigger sync_runs_not_rewritten;
       commit`,
    );
    const gone = await askDatabase(
      server,
      `delete from sync_runs
       where user_id = $1 and finished_at < now() - interval '90 days'
       returning added`,
      [userId],
    );
    expect(gone).toEqual([{ added: 0 }]);
    await askDatabase(server, 'delete from accounts where user_id = $1', [userId]);
    expect(await eventsOf(userId)).toEqual([]);
  });

  test('goes with an institution that is unlinked, and with its user', async () => {
    const { userId, itemId, client } = await withEntries();
    await askDatabase(server, 'update items set unlink_asked_at = now() where id = $1', [itemId]);
    await askDatabase(server, 'delete from sync_runs where item_id = $1', [itemId]);
    const other = await withEntries();
    await askDatabase(server, 'delete from users where user_id = $1', [other.userId]);
    expect(await eventsOf(other.userId)).toEqual([]);
    expect(
      await askDatabase(server, 'select 1 from sync_runs where user_id = $1', [other.userId]),
    ).toEqual([]);
    expect(await eventsOf(userId)).toHaveLength(1);
    expect(await happened(client, await idOf(client, 'lunch'))).toEqual(['arrived', 'changed']);
  });
});
