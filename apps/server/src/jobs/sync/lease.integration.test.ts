import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAllTransactions } from '../../../../../tests/support/bank/listed-transactions.ts';
import {
  type ScriptedBank,
  startScriptedBank,
} from '../../../../../tests/support/bank/scripted-bank.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUpPaid, TestClient } from '../../../../../tests/support/requests/test-client.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import { asUserId } from '../../platform/identifiers.ts';
import { syncItem } from './sync-item.ts';

describe('two processes on one database', () => {
  let bank: ScriptedBank;
  let server: TestServer;
  let second: TestServer;

  beforeAll(async () => {
    bank = await startScriptedBank();
    const environment = { PLAID_BASE_URL: bank.url };
    server = await startTestServer({ environment });
    const { database, sandbox, dataDir } = server;
    second = await startTestServer({ environment, database, sandbox, dataDir });
  });
  afterAll(async () => {
    await second.stop();
    await server.stop();
    await bank.stop();
  });

  async function linkBank(name: string) {
    const client = await signUpPaid(server);
    await client.request('POST /plaid/link/token', { body: { public_token: `public-${name}` } });
    await client.waitForSyncs();
    return client;
  }

  async function readJob(client: TestClient) {
    const { id: userId } = await client.request('GET /user/me');
    const [item] = (await client.request('GET /plaid/link/items')).link_tokens;
    return { userId, itemId: item?.id ?? '' };
  }

  const expireLease = ({ userId, itemId }: { userId: string; itemId: string }) =>
    server.services.database.run(owned`
      update items
      set lease_until = now() - interval '1 second'
      where user_id = ${asUserId(userId)}
        and id = ${itemId}`);

  test('never sync one item at the same time, and lose no requested sync', async () => {
    const client = await linkBank('once');
    const item = bank.item('once');
    const requestsBefore = item.syncCalls;
    const job = await readJob(client);
    const release = item.holdSync();
    const elsewhere = new TestClient(second, client.token);
    await client.request('POST /user/plaid/sync_transactions');
    await eventually(() => item.syncCalls > requestsBefore, 'a sync has started');
    // Further syncs are requested from both processes while it runs.
    const syncs = [server, second, server, second].map(({ services }) => syncItem(services, job));
    expect((await elsewhere.request('POST /user/plaid/sync_transactions')).state).toBe('running');
    await Promise.all(syncs);
    item.script({ added: [{ transaction_id: 'arrived-meanwhile', amount: 3 }] });
    release();
    await eventually(
      async () => (await listAllTransactions(client)).length === 1,
      'the later sync has run',
    );
    expect(item.maxConcurrentSyncCalls).toBe(1);
  });

  test('a paused worker that lost its lease changes nothing', async () => {
    const client = await linkBank('paused');
    const item = bank.item('paused');
    const job = await readJob(client);
    const callsBefore = item.syncCalls;
    item.script({ added: [{ transaction_id: 'old', amount: 1 }] });
    const release = item.holdSync();
    const paused = syncItem(server.services, job);
    await eventually(() => item.syncCalls > callsBefore, 'the first worker sends a request');
    await expireLease(job);
    // The second worker acquires the lease and stages its first page.
    item.script({ added: [{ transaction_id: 'new', amount: 2 }] }, {});
    const secondSync = syncItem(second.services, job);
    await eventually(() => item.syncCalls > callsBefore + 1, 'the second worker sends a request');
    release();
    await Promise.all([paused, secondSync]);
    const rows = await listAllTransactions(client);
    expect(rows.map(({ transaction_id }) => transaction_id)).toEqual(['new']);
    expect(await client.request('GET /user/sync')).toMatchObject({
      state: 'idle',
      items: [{ state: 'ok', error: null, added: 1 }],
    });
    expect(server.logged.some(({ event }) => event === 'sync_lease_lost')).toBe(true);
    expect(await countStagedPages(job.userId)).toBe(0);
  });

  test('a worker that loses its lease after the last page writes nothing', async () => {
    const client = await linkBank('late');
    const item = bank.item('late');
    const job = await readJob(client);
    const before = item.accountsCalls;
    item.script({ added: [{ transaction_id: 'old', amount: 1 }] });
    const release = item.holdAccounts();
    const late = syncItem(server.services, job);
    await eventually(() => item.accountsCalls > before, 'the first worker has fetched every page');
    await expireLease(job);
    item.script({ added: [{ transaction_id: 'new', amount: 2 }] });
    const releaseSecond = item.holdAccounts();
    const secondSync = syncItem(second.services, job);
    await eventually(
      () => item.accountsCalls > before + 1,
      'the second worker has fetched every page',
    );
    release();
    await late;
    expect(await listAllTransactions(client)).toEqual([]);
    expect((await client.request('GET /user/sync')).state).toBe('running');
    releaseSecond();
    await secondSync;
    const rows = await listAllTransactions(client);
    expect(rows.map(({ transaction_id }) => transaction_id)).toEqual(['new']);
  });

  test.each([
    ['fails', 'ITEM_LOGIN_REQUIRED'],
    ['has to start over', 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION'],
  ])(
    'a worker that %s after losing its lease does not affect the worker that has it now',
    async (_, errorCode) => {
      const client = await linkBank(errorCode);
      const item = bank.item(errorCode);
      const job = await readJob(client);
      const callsBefore = item.syncCalls;
      item.script({ errorCode });
      const releaseFailing = item.holdSync();
      const failing = syncItem(server.services, job);
      await eventually(() => item.syncCalls > callsBefore, 'the first worker sends a request');
      await expireLease(job);
      item.script({ added: [{ transaction_id: `kept-${errorCode}`, amount: 2 }] }, {});
      const releaseFirstPage = item.holdSync();
      const secondSync = syncItem(second.services, job);
      await eventually(() => item.syncCalls > callsBefore + 1, 'the second worker sends a request');
      const releaseSecondPage = item.holdSync();
      releaseFirstPage();
      // Its first page is staged by now. The failure of the first worker must not delete it.
      await eventually(
        () => item.syncCalls > callsBefore + 2,
        'the second worker requests its second page',
      );
      releaseFailing();
      if (errorCode === 'ITEM_LOGIN_REQUIRED') await failing;
      else await eventually(() => item.syncCalls > callsBefore + 3, 'the first worker starts over');
      expect((await client.request('GET /user/sync')).items[0]).toMatchObject({
        state: 'running',
        error: null,
      });
      releaseSecondPage();
      await Promise.all([failing, secondSync]);
      const rows = await listAllTransactions(client);
      expect(rows.map(({ transaction_id }) => transaction_id)).toEqual([`kept-${errorCode}`]);
    },
  );

  test('two banks of one user that sync at the same time still match the transfers between them', async () => {
    const client = await linkBank('left-1');
    await client.request('POST /plaid/link/token', { body: { public_token: 'public-right-1' } });
    await client.waitForSyncs();
    const { id: userId } = await client.request('GET /user/me');
    const { link_tokens } = await client.request('GET /plaid/link/items');
    bank.item('left-1').accounts = [{ account_id: 'left', name: 'Left', mask: '1' }];
    bank.item('right-1').accounts = [{ account_id: 'right', name: 'Right', mask: '2' }];
    for (let round = 1; round <= 8; round += 1) {
      bank.item('left-1').script({
        added: [
          {
            transaction_id: `out-${round}`,
            account_id: 'left',
            amount: round,
            category: 'TRANSFER_OUT_ACCOUNT_TRANSFER',
          },
        ],
      });
      bank.item('right-1').script({
        added: [
          {
            transaction_id: `in-${round}`,
            account_id: 'right',
            amount: -round,
            category: 'TRANSFER_IN_ACCOUNT_TRANSFER',
          },
        ],
      });
      await Promise.all(
        link_tokens.map(({ id }, index) =>
          syncItem((index === 0 ? server : second).services, { userId, itemId: id }),
        ),
      );
    }
    const rows = await listAllTransactions(client);
    expect(rows).toHaveLength(16);
    expect(rows.filter(({ excluded }) => excluded !== 'transfer')).toEqual([]);
  });

  const countStagedPages = async (userId: string) =>
    (
      await server.services.database.rows(owned`
        select page
        from sync_pages
        where user_id = ${asUserId(userId)}`)
    ).length;
});
