import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { allRows, type ListedRow } from '../../../../../tests/support/bank-rows.ts';
import { expectDaysToAddUp } from '../../../../../tests/support/day-totals.ts';
import {
  type ScriptedBank,
  type ScriptedItem,
  type ScriptedPage,
  startScriptedBank,
} from '../../../../../tests/support/scripted-bank.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { asUserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';
import { syncItem } from './sync-item.ts';

// Pages as the aggregator may send them and no sandbox would choose to.
describe('whatever pages come', () => {
  let bank: ScriptedBank;
  let server: TestServer;
  let client: TestClient;
  let item: ScriptedItem;
  let job: { userId: string; itemId: string };
  let names = 0;

  beforeAll(async () => {
    bank = await startScriptedBank();
    server = await startTestServer({ environment: { PLAID_BASE_URL: bank.url } });
    client = await signUpPaid(server);
  });
  afterEach(() => expectDaysToAddUp(server));
  afterAll(async () => {
    await server.stop();
    await bank.stop();
  });

  /** A bank of its own for one test, its ids made unique, with these pages in its first sync. */
  async function link(...pages: ScriptedPage[]) {
    names += 1;
    const name = `bank${names}-item`;
    item = bank.item(name);
    item.accounts = [{ account_id: `${name}-checking` }, { account_id: `${name}-savings` }];
    item.script(...pages.map(own));
    const { id: userId } = await client.reply('GET /user/me');
    await client.reply('POST /plaid/link/token', { body: { public_token: `public-${name}` } });
    await client.syncIdle();
    const { link_tokens } = await client.reply('GET /plaid/link/items');
    job = { userId, itemId: link_tokens.find(({ item_id }) => item_id === name)?.id ?? '' };
  }

  const unique = (id: string) => `${names}:${id}`;
  const own = ({ added, modified, removed }: ScriptedPage): ScriptedPage => {
    const rows = (list: ScriptedPage['added'] = []) =>
      list.map((row) => ({
        ...row,
        transaction_id: unique(row.transaction_id),
        account_id: `bank${names}-item-${row.account_id ?? 'checking'}`,
        pending_transaction_id: row.pending_transaction_id
          ? unique(row.pending_transaction_id)
          : null,
      }));
    return { added: rows(added), modified: rows(modified), removed: (removed ?? []).map(unique) };
  };

  async function sync(...pages: ScriptedPage[]) {
    item.script(...pages.map(own));
    await syncItem(server.services, job);
  }

  /** The listed rows of this test's bank. */
  async function rows(): Promise<ListedRow[]> {
    const mine = await allRows(client);
    return mine.filter(({ transaction_id }) => transaction_id.startsWith(`${names}:`));
  }
  const listed = async () =>
    (await rows()).map(({ transaction_id, amount }) => `${transaction_id.split(':')[1]} ${amount}`);
  const rowOf = async (id: string) => {
    const found = (await rows()).find(({ transaction_id }) => transaction_id === unique(id));
    if (found === undefined) throw new Error(`${id} is not listed`);
    return found;
  };
  const decide = async (id: string) => {
    const row = await rowOf(id);
    await client.reply('POST /user/tx/updatecategory', {
      body: { tx_id: row.id, category: 'travel_flights' },
    });
    await client.reply('POST /user/tx/ignore', {
      body: { tx_id: row.transaction_id, exclude_transaction: true },
    });
  };

  const pending = { transaction_id: 'pending', amount: 20, pending: true };
  const posted = { transaction_id: 'posted', amount: 23, pending_transaction_id: 'pending' };

  test.each<[string, ScriptedPage[][]]>([
    ['on one page', [[{ added: [posted], removed: ['pending'] }]]],
    ['on two pages, the posted one first', [[{ added: [posted] }, { removed: ['pending'] }]]],
    ['on two pages, the removal first', [[{ removed: ['pending'] }, { added: [posted] }]]],
    ['in two syncs, the posted one first', [[{ added: [posted] }], [{ removed: ['pending'] }]]],
    ['in two syncs, the removal first', [[{ removed: ['pending'] }], [{ added: [posted] }]]],
    ['with the removal never coming', [[{ added: [posted] }]]],
    [
      'with the link coming later than the row',
      [
        [{ added: [{ ...posted, pending_transaction_id: null }], removed: ['pending'] }],
        [{ modified: [posted] }],
      ],
    ],
    [
      'twice over',
      [[{ added: [posted], removed: ['pending'] }], [{ added: [posted], removed: ['pending'] }]],
    ],
  ])('a pending row posts %s: counted once, with what the user decided', async (_, syncs) => {
    await link({ added: [pending] });
    await decide('pending');
    for (const pages of syncs) {
      await sync(...pages);
      // Never both; in between none, where the provider says so.
      expect((await rows()).length).toBeLessThanOrEqual(1);
    }
    expect(await listed()).toEqual(['posted 23']);
    expect(await rowOf('posted')).toMatchObject({
      pending: false,
      overridden_category: 'travel_flights',
      exclude_transaction: true,
      excluded: 'user',
    });
  });

  test.each<[string, ScriptedPage[][], string[]]>([
    [
      'that posts is changed, not one new and one taken back',
      [[{ added: [pending] }], [{ added: [posted], removed: ['pending'] }]],
      ['1 new', '1 changed'],
    ],
    [
      'whose removal comes later is no news then',
      [[{ added: [pending] }], [{ added: [posted] }], [{ removed: ['pending'] }]],
      ['1 new', '1 changed', ''],
    ],
    [
      'that comes along with its posted one is one new',
      [[{ added: [pending, posted] }]],
      ['1 new'],
    ],
    [
      'that comes after its posted one is nothing new',
      [[{ added: [posted] }], [{ added: [pending] }]],
      ['1 new', '1 changed'],
    ],
    [
      'that its bank takes back is taken back',
      [[{ added: [pending] }], [{ removed: ['pending'] }]],
      ['1 new', '1 taken back'],
    ],
  ])(
    'in what a sync says it brought, a pending row %s',
    async (_, [first = [], ...syncs], told) => {
      await link(...first);
      for (const pages of syncs) await sync(...pages);
      const history = await client.reply('GET /institution/:id/history', {
        params: { id: job.itemId },
      });
      const words = ({ added, modified, removed }: (typeof history.syncs)[number]) =>
        Object.entries({ new: added, changed: modified, 'taken back': removed })
          .filter(([, count]) => count !== 0)
          .map(([what, count]) => `${count} ${what}`)
          .join(', ');
      expect(history.syncs.map(words).toReversed()).toEqual(told);
    },
  );

  test('a pending row that comes after its posted one is not counted either', async () => {
    await link({ added: [posted] });
    await sync({ added: [pending] });
    expect(await listed()).toEqual(['posted 23']);
  });

  test('a pending row counts again when its posted one is taken back', async () => {
    await link({ added: [pending] });
    await sync({ added: [posted] });
    await sync({ removed: ['posted'] });
    expect(await listed()).toEqual(['pending 20']);
  });

  test('the pairing goes with a pending half that posts, and ends where its amount differs', async () => {
    const out = { category: 'TRANSFER_OUT_ACCOUNT_TRANSFER' };
    const half = {
      transaction_id: 'half',
      amount: -20,
      account_id: 'savings',
      category: 'TRANSFER_IN_ACCOUNT_TRANSFER',
    };
    await link({ added: [{ ...pending, ...out }, half] });
    expect((await rows()).map(({ excluded }) => excluded)).toEqual(['transfer', 'transfer']);
    await sync({ added: [{ ...posted, ...out, amount: 20 }], removed: ['pending'] });
    expect((await rowOf('half')).transfer_pair_id).toBe((await rowOf('posted')).id);
    await sync({ modified: [{ ...posted, ...out, amount: 21 }] });
    expect((await rows()).map(({ transfer_pair_id }) => transfer_pair_id)).toEqual([null, null]);
  });

  test('a half that turns out to be no transfer frees the other', async () => {
    const half = { transaction_id: 'out', amount: 70, category: 'TRANSFER_OUT_ACCOUNT_TRANSFER' };
    const other = {
      transaction_id: 'in',
      amount: -70,
      account_id: 'savings',
      category: 'TRANSFER_IN_ACCOUNT_TRANSFER',
    };
    await link({ added: [half, other] });
    expect((await rows()).map(({ excluded }) => excluded)).toEqual(['transfer', 'transfer']);
    await sync({ modified: [{ ...half, category: 'GENERAL_MERCHANDISE_OTHER' }] });
    expect((await rows()).map(({ transfer_pair_id }) => transfer_pair_id)).toEqual([null, null]);
    expect((await rows()).map(({ excluded }) => excluded)).toEqual([null, null]);
  });

  test('a row that moves to another day leaves nothing of it behind on the one before', async () => {
    const moving = { transaction_id: 'moving', amount: 5 };
    await link({ added: [{ ...moving, date: '2026-05-04' }] });
    await sync({ modified: [{ ...moving, date: '2026-05-06' }] });
    expect((await rowOf('moving')).date).toBe('2026-05-06');
    await expectDaysToAddUp(server);
  });

  test('decisions on a row outlive its change, its removal and its return', async () => {
    const row = { transaction_id: 'row', amount: 10 };
    await link({ added: [row] });
    await decide('row');
    await sync({ modified: [{ ...row, amount: 11, name: 'Renamed' }] });
    await sync({ removed: ['row'] });
    expect(await listed()).toEqual([]);
    await sync({ added: [{ ...row, amount: 12 }] });
    expect(await rowOf('row')).toMatchObject({
      amount: 12,
      overridden_category: 'travel_flights',
      excluded: 'user',
    });
  });

  test('the last word on a row counts, within a page and over pages', async () => {
    const row = { transaction_id: 'row', amount: 1 };
    await link(
      { added: [row], modified: [{ ...row, amount: 2 }] },
      { modified: [{ ...row, amount: 3 }] },
      { removed: ['row'] },
      { added: [{ ...row, amount: 4 }] },
    );
    expect(await listed()).toEqual(['row 4']);
  });

  test('the removal of an unknown row, and a page that says nothing, change nothing', async () => {
    await link({ added: [{ transaction_id: 'row', amount: 1 }] });
    await sync({ removed: ['never-heard-of'] }, {});
    expect(await listed()).toEqual(['row 1']);
    expect((await client.reply('GET /user/sync')).items.at(-1)?.state).toBe('ok');
  });

  test('rows of an account that no list names are kept', async () => {
    await link({ added: [{ transaction_id: 'orphan', amount: 9, account_id: 'closed' }] });
    expect(await rowOf('orphan')).toMatchObject({
      amount: 9,
      excluded: null,
      plaid_account: { name: 'Unlisted account' },
    });
    item.accounts = [{ account_id: `bank${names}-item-closed`, name: 'Old Savings' }];
    await sync({});
    expect((await rowOf('orphan')).plaid_account.name).toBe('Old Savings');
    item.accounts = [];
    await sync({ modified: [{ transaction_id: 'orphan', amount: 8, account_id: 'closed' }] });
    expect((await rowOf('orphan')).plaid_account.name).toBe('Old Savings');
  });

  test('rows and cursor move together or not at all', async () => {
    await link({ added: [{ transaction_id: 'kept', amount: 1 }] });
    const cursor = await cursorOf();
    // The second page cannot be stored, so the first must not be either.
    await sync(
      { added: [{ transaction_id: 'new', amount: 2 }] },
      { added: [{ transaction_id: 'bad', amount: 1e30 }] },
    );
    expect(await listed()).toEqual(['kept 1']);
    expect(await cursorOf()).toBe(cursor);
    const status = (await client.reply('GET /user/sync')).items.at(-1);
    expect(status).toMatchObject({ state: 'retrying', error: expect.stringMatching(/\.$/) });
    await sync({ added: [{ transaction_id: 'new', amount: 2 }] });
    expect((await listed()).sort()).toEqual(['kept 1', 'new 2']);
  });

  const cursorOf = async () => {
    const row = await server.services.database.row<{ cursor: string }>(owned`
      select cursor
      from items
      where user_id = ${asUserId(job.userId)}
        and id = ${job.itemId}`);
    return row?.cursor;
  };
});
