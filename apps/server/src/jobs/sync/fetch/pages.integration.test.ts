import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type ListedTransaction,
  listAllTransactions,
} from '../../../../../../tests/support/bank/listed-transactions.ts';
import {
  type ScriptedBank,
  type ScriptedItem,
  type ScriptedPage,
  startScriptedBank,
} from '../../../../../../tests/support/bank/scripted-bank.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import { expectDailyTotalsToMatch } from '../../../../../../tests/support/reference/daily-totals.ts';
import {
  signUpPaid,
  type TestClient,
} from '../../../../../../tests/support/requests/test-client.ts';
import { owned } from '../../../platform/database/owned-sql.ts';
import { asUserId } from '../../../platform/identifiers.ts';
import { syncItem } from '../sync-item.ts';

// These pages are valid, but the sandbox never sends them.
describe('unusual pages', () => {
  let bank: ScriptedBank;
  let server: TestServer;
  let client: TestClient;
  let item: ScriptedItem;
  let job: { userId: string; itemId: string };
  let bankCount = 0;

  beforeAll(async () => {
    bank = await startScriptedBank();
    server = await startTestServer({ environment: { PLAID_BASE_URL: bank.url } });
    client = await signUpPaid(server);
  });
  afterEach(() => expectDailyTotalsToMatch(server));
  afterAll(async () => {
    await server.stop();
    await bank.stop();
  });

  /** Links a new bank with unique ids for one test, with these pages in its first sync. */
  async function link(...pages: ScriptedPage[]) {
    bankCount += 1;
    const name = `bank${bankCount}-item`;
    item = bank.item(name);
    item.accounts = [{ account_id: `${name}-checking` }, { account_id: `${name}-savings` }];
    item.script(...pages.map(withUniqueIds));
    const { id: userId } = await client.request('GET /user/me');
    await client.request('POST /plaid/link/token', { body: { public_token: `public-${name}` } });
    await client.waitForSyncs();
    const { link_tokens } = await client.request('GET /plaid/link/items');
    job = { userId, itemId: link_tokens.find(({ item_id }) => item_id === name)?.id ?? '' };
  }

  const unique = (id: string) => `${bankCount}:${id}`;
  const withUniqueIds = ({ added, modified, removed }: ScriptedPage): ScriptedPage => {
    const prefixRows = (list: ScriptedPage['added'] = []) =>
      list.map((row) => ({
        ...row,
        transaction_id: unique(row.transaction_id),
        account_id: `bank${bankCount}-item-${row.account_id ?? 'checking'}`,
        pending_transaction_id: row.pending_transaction_id
          ? unique(row.pending_transaction_id)
          : null,
      }));
    return {
      added: prefixRows(added),
      modified: prefixRows(modified),
      removed: (removed ?? []).map(unique),
    };
  };

  async function sync(...pages: ScriptedPage[]) {
    item.script(...pages.map(withUniqueIds));
    await syncItem(server.services, job);
  }

  /** Lists the transactions of this test's bank. */
  async function listRows(): Promise<ListedTransaction[]> {
    const all = await listAllTransactions(client);
    return all.filter(({ transaction_id }) => transaction_id.startsWith(`${bankCount}:`));
  }
  const listSummaries = async () =>
    (await listRows()).map(
      ({ transaction_id, amount }) => `${transaction_id.split(':')[1]} ${amount}`,
    );
  const readRow = async (id: string) => {
    const row = (await listRows()).find(({ transaction_id }) => transaction_id === unique(id));
    if (row === undefined) throw new Error(`${id} is not listed`);
    return row;
  };
  const overrideAndExclude = async (id: string) => {
    const row = await readRow(id);
    await client.request('POST /user/tx/updatecategory', {
      body: { tx_id: row.id, category: 'travel_flights' },
    });
    await client.request('POST /user/tx/ignore', {
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
    ['without the removal ever arriving', [[{ added: [posted] }]]],
    [
      'with the reference arriving later than the row',
      [
        [{ added: [{ ...posted, pending_transaction_id: null }], removed: ['pending'] }],
        [{ modified: [posted] }],
      ],
    ],
    [
      'reported twice',
      [[{ added: [posted], removed: ['pending'] }], [{ added: [posted], removed: ['pending'] }]],
    ],
  ])(
    'a pending transaction that posts %s is counted once and keeps the override',
    async (_, syncs) => {
      await link({ added: [pending] });
      await overrideAndExclude('pending');
      for (const pages of syncs) {
        await sync(...pages);
        // The two are never both listed. If the provider removes the pending one first, neither is listed in between.
        expect((await listRows()).length).toBeLessThanOrEqual(1);
      }
      expect(await listSummaries()).toEqual(['posted 23']);
      expect(await readRow('posted')).toMatchObject({
        pending: false,
        overridden_category: 'travel_flights',
        exclude_transaction: true,
        excluded: 'user',
      });
    },
  );

  test.each<[string, ScriptedPage[][], string[]]>([
    [
      'that posts counts as changed, not as one new and one removed',
      [[{ added: [pending] }], [{ added: [posted], removed: ['pending'] }]],
      ['1 new', '1 changed'],
    ],
    [
      'whose removal arrives later is not counted again',
      [[{ added: [pending] }], [{ added: [posted] }], [{ removed: ['pending'] }]],
      ['1 new', '1 changed', ''],
    ],
    [
      'that arrives together with its posted one counts as one new',
      [[{ added: [pending, posted] }]],
      ['1 new'],
    ],
    [
      'that arrives after its posted one counts as changed',
      [[{ added: [posted] }], [{ added: [pending] }]],
      ['1 new', '1 changed'],
    ],
    [
      'that its bank removes counts as removed',
      [[{ added: [pending] }], [{ removed: ['pending'] }]],
      ['1 new', '1 removed'],
    ],
  ])(
    'in the sync history, a pending transaction %s',
    async (_, [first = [], ...syncs], expected) => {
      await link(...first);
      for (const pages of syncs) await sync(...pages);
      const history = await client.request('GET /institution/:id/history', {
        params: { id: job.itemId },
      });
      const summarize = ({ added, modified, removed }: (typeof history.syncs)[number]) =>
        Object.entries({ new: added, changed: modified, removed })
          .filter(([, count]) => count !== 0)
          .map(([kind, count]) => `${count} ${kind}`)
          .join(', ');
      expect(history.syncs.map(summarize).toReversed()).toEqual(expected);
    },
  );

  test('a pending transaction that arrives after its posted one is not counted', async () => {
    await link({ added: [posted] });
    await sync({ added: [pending] });
    expect(await listSummaries()).toEqual(['posted 23']);
  });

  test('a pending transaction counts again when its posted one is removed', async () => {
    await link({ added: [pending] });
    await sync({ added: [posted] });
    await sync({ removed: ['posted'] });
    expect(await listSummaries()).toEqual(['pending 20']);
  });

  test('a matched pending transfer stays matched when it posts, and is unmatched when its amount changes', async () => {
    const out = { category: 'TRANSFER_OUT_ACCOUNT_TRANSFER' };
    const matching = {
      transaction_id: 'matching',
      amount: -20,
      account_id: 'savings',
      category: 'TRANSFER_IN_ACCOUNT_TRANSFER',
    };
    await link({ added: [{ ...pending, ...out }, matching] });
    expect((await listRows()).map(({ excluded }) => excluded)).toEqual(['transfer', 'transfer']);
    await sync({ added: [{ ...posted, ...out, amount: 20 }], removed: ['pending'] });
    expect((await readRow('matching')).transfer_pair_id).toBe((await readRow('posted')).id);
    await sync({ modified: [{ ...posted, ...out, amount: 21 }] });
    expect((await listRows()).map(({ transfer_pair_id }) => transfer_pair_id)).toEqual([
      null,
      null,
    ]);
  });

  test('recategorizing a transfer unmatches its matching transfer', async () => {
    const outgoing = {
      transaction_id: 'out',
      amount: 70,
      category: 'TRANSFER_OUT_ACCOUNT_TRANSFER',
    };
    const incoming = {
      transaction_id: 'in',
      amount: -70,
      account_id: 'savings',
      category: 'TRANSFER_IN_ACCOUNT_TRANSFER',
    };
    await link({ added: [outgoing, incoming] });
    expect((await listRows()).map(({ excluded }) => excluded)).toEqual(['transfer', 'transfer']);
    await sync({ modified: [{ ...outgoing, category: 'GENERAL_MERCHANDISE_OTHER' }] });
    expect((await listRows()).map(({ transfer_pair_id }) => transfer_pair_id)).toEqual([
      null,
      null,
    ]);
    expect((await listRows()).map(({ excluded }) => excluded)).toEqual([null, null]);
  });

  test('a transaction that moves to another day no longer counts on the old day', async () => {
    const moving = { transaction_id: 'moving', amount: 5 };
    await link({ added: [{ ...moving, date: '2026-05-04' }] });
    await sync({ modified: [{ ...moving, date: '2026-05-06' }] });
    expect((await readRow('moving')).date).toBe('2026-05-06');
    await expectDailyTotalsToMatch(server);
  });

  test('overrides survive the change, removal, and return of a transaction', async () => {
    const row = { transaction_id: 'row', amount: 10 };
    await link({ added: [row] });
    await overrideAndExclude('row');
    await sync({ modified: [{ ...row, amount: 11, name: 'Renamed' }] });
    await sync({ removed: ['row'] });
    expect(await listSummaries()).toEqual([]);
    await sync({ added: [{ ...row, amount: 12 }] });
    expect(await readRow('row')).toMatchObject({
      amount: 12,
      overridden_category: 'travel_flights',
      excluded: 'user',
    });
  });

  test('the last version of a row counts, within a page and across pages', async () => {
    const row = { transaction_id: 'row', amount: 1 };
    await link(
      { added: [row], modified: [{ ...row, amount: 2 }] },
      { modified: [{ ...row, amount: 3 }] },
      { removed: ['row'] },
      { added: [{ ...row, amount: 4 }] },
    );
    expect(await listSummaries()).toEqual(['row 4']);
  });

  test('the removal of an unknown row and an empty page change nothing', async () => {
    await link({ added: [{ transaction_id: 'row', amount: 1 }] });
    await sync({ removed: ['unknown'] }, {});
    expect(await listSummaries()).toEqual(['row 1']);
    expect((await client.request('GET /user/sync')).items.at(-1)?.state).toBe('ok');
  });

  test('transactions of an unlisted account are kept', async () => {
    await link({ added: [{ transaction_id: 'orphan', amount: 9, account_id: 'closed' }] });
    expect(await readRow('orphan')).toMatchObject({
      amount: 9,
      excluded: null,
      plaid_account: { name: 'Unlisted account' },
    });
    item.accounts = [{ account_id: `bank${bankCount}-item-closed`, name: 'Old Savings' }];
    await sync({});
    expect((await readRow('orphan')).plaid_account.name).toBe('Old Savings');
    item.accounts = [];
    await sync({ modified: [{ transaction_id: 'orphan', amount: 8, account_id: 'closed' }] });
    expect((await readRow('orphan')).plaid_account.name).toBe('Old Savings');
  });

  test('rows and cursor are written together or not at all', async () => {
    await link({ added: [{ transaction_id: 'kept', amount: 1 }] });
    const cursor = await readCursor();
    // The second page can't be stored, so the first one must not be either.
    await sync(
      { added: [{ transaction_id: 'new', amount: 2 }] },
      { added: [{ transaction_id: 'bad', amount: 1e30 }] },
    );
    expect(await listSummaries()).toEqual(['kept 1']);
    expect(await readCursor()).toBe(cursor);
    const status = (await client.request('GET /user/sync')).items.at(-1);
    expect(status).toMatchObject({ state: 'retrying', error: expect.stringMatching(/\.$/) });
    await sync({ added: [{ transaction_id: 'new', amount: 2 }] });
    expect((await listSummaries()).sort()).toEqual(['kept 1', 'new 2']);
  });

  const readCursor = async () => {
    const row = await server.services.database.row<{ cursor: string }>(owned`
      select cursor
      from items
      where user_id = ${asUserId(job.userId)}
        and id = ${job.itemId}`);
    return row?.cursor;
  };
});
