import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAllTransactions } from '../support/bank/listed-transactions.ts';
import { eventually } from '../support/eventually.ts';
import { type KillableServer, startKillableServer } from '../support/processes/killable-server.ts';
import { signIn, signUp, type TestClient, testPassword } from '../support/requests/test-client.ts';

// In milliseconds. The queue detects a dead worker within 15 s, and its lease expires after 20 s. The additional time is
// for slow machines.
const resumeTimeout = 45_000;
const rowsPerPage = 200;

describe('first syncs and an unlinking', () => {
  let server: KillableServer;
  beforeAll(async () => {
    server = await startKillableServer();
  });
  afterAll(() => server.stop());

  const query = async (text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: server.database.url });
    await client.connect();
    try {
      return await client.query(text, values);
    } finally {
      await client.end();
    }
  };

  async function createPaidUser(name: string) {
    const client = await signUp(server.product, `${name}@example.com`);
    const { id } = await client.request('GET /user/me');
    await query(`update users set paid_until = 'infinity' where user_id = $1`, [id]);
    return { client, id };
  }

  /** Creates a user who unlinks their bank. The aggregator holds back its response. */
  async function unlinkAndHold(name: string) {
    const { client, id } = await createPaidUser(name);
    const item = server.bank.item(name);
    item.accounts = [{ account_id: `${name}-account` }];
    item.script({
      added: [{ transaction_id: `${name} 1`, account_id: `${name}-account`, amount: 1 }],
    });
    await client.request('POST /plaid/link/token', { body: { public_token: `public-${name}` } });
    await waitForSync(client);
    const release = item.holdRemoval();
    const [institution] = (await client.request('GET /institutions')).link_tokens;
    await client.request('DELETE /institution/:id', { params: { id: institution?.id ?? '' } });
    await eventually(() => item.removalCalls === 1, 'the aggregator is asked to remove the item');
    return { client, id, item, release };
  }

  /** Creates a user whose bank has three pages. The aggregator holds back the second page. */
  async function linkAndHold(name: string) {
    const { client } = await createPaidUser(name);
    const item = server.bank.item(name);
    item.accounts = [{ account_id: `${name}-account` }];
    item.script(
      ...[1, 2, 3].map((page) => ({
        added: Array.from({ length: rowsPerPage }, (_, index) => ({
          transaction_id: `${name} ${page} ${index}`,
          account_id: `${name}-account`,
          amount: 1,
        })),
      })),
    );
    const releaseFirst = item.holdSync();
    await client.request('POST /plaid/link/token', { body: { public_token: `public-${name}` } });
    await eventually(() => item.syncCalls === 1, 'the sync requests its first page');
    const release = item.holdSync();
    releaseFirst();
    await eventually(() => item.syncCalls === 2, 'the sync requests its second page');
    return { client, release, item };
  }

  const waitForSync = (client: TestClient) =>
    eventually(
      async () => {
        // A server that has just restarted may still lack connections and respond with 503.
        const { status, body } = await client.call('GET /user/sync');
        return status === 200 && body.state === 'idle' && body.items[0]?.state === 'ok';
      },
      'the sync has ended',
      resumeTimeout,
    );

  /** Expects the item to be removed at the aggregator, and all its rows to be deleted. */
  const expectUnlinked = async ({
    client,
    id,
    item,
  }: Awaited<ReturnType<typeof unlinkAndHold>>) => {
    await eventually(
      async () => {
        const { status, body } = await client.call('GET /institutions');
        return status === 200 && body.link_tokens.length === 0;
      },
      'the bank is unlinked',
      resumeTimeout,
    );
    expect(item.removed).toBe(true);
    for (const table of ['items', 'accounts', 'transactions', 'item_directory', 'sync_runs'])
      expect((await query(`select 1 from ${table} where user_id = $1`, [id])).rowCount, table).toBe(
        0,
      );
  };

  const expectEveryRowOnce = async (client: TestClient) => {
    const ids = (await listAllTransactions(client)).map(({ transaction_id }) => transaction_id);
    expect(ids).toHaveLength(3 * rowsPerPage);
    expect(new Set(ids).size).toBe(3 * rowsPerPage);
    expect((await query('select 1 from sync_pages')).rowCount).toBe(0);
  };

  test('complete after the server is killed and restarted, with every row stored once or deleted', async () => {
    const waiting = await linkAndHold('waiting');
    const writing = await linkAndHold('writing');
    const unlinking = await unlinkAndHold('unlinking');
    // One sync is interrupted while it waits for the bank, the other one at any later point.
    writing.release();
    await eventually(() => writing.item.syncCalls >= 3, 'the sync requests its last page');
    await server.kill();
    waiting.release();
    await server.start();
    // Until the aggregator confirms the removal, everything is kept.
    await eventually(
      async () => (await unlinking.client.call('GET /user/sync')).status === 200,
      'the server is available again',
    );
    expect(await listAllTransactions(unlinking.client)).toHaveLength(1);
    unlinking.release();
    await Promise.all([
      expectUnlinked(unlinking),
      waitForSync(waiting.client),
      waitForSync(writing.client),
    ]);
    await expectEveryRowOnce(waiting.client);
    await expectEveryRowOnce(writing.client);
  }, 120_000);

  test('complete without a restart after all database connections break, with every row stored once', async () => {
    const { client, release } = await linkAndHold('cut-off');
    await query(
      `select pg_terminate_backend(pid)
       from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    release();
    client.token = await eventually(
      () => signIn(client.server, 'cut-off@example.com', testPassword).catch(() => undefined),
      'the server is available again',
    );
    await waitForSync(client);
    await expectEveryRowOnce(client);
  }, 90_000);
});
