import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRows } from '../support/bank-rows.ts';
import { eventually } from '../support/eventually.ts';
import { type KillableServer, startKillableServer } from '../support/killable-server.ts';
import { signIn, signUp, type TestClient, testPassword } from '../support/test-client.ts';

// The queue notices within 15 s that a worker is dead, and its lease has run out after 20 s; the rest is
// for a machine that has much else to do.
const resumedWithin = 45_000;
const rowsPerPage = 200;

describe('a first sync, or an unlinking,', () => {
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

  async function paidUser(name: string) {
    const client = await signUp(server.product, `${name}@example.com`);
    const { id } = await client.reply('GET /user/me');
    await query(`update users set paid_until = 'infinity' where user_id = $1`, [id]);
    return { client, id };
  }

  /** A user who unlinks their bank, which holds the answer to that. */
  async function unlinkHolding(name: string) {
    const { client, id } = await paidUser(name);
    const item = server.bank.item(name);
    item.accounts = [{ account_id: `${name}-account` }];
    item.script({
      added: [{ transaction_id: `${name} 1`, account_id: `${name}-account`, amount: 1 }],
    });
    await client.reply('POST /plaid/link/token', { body: { public_token: `public-${name}` } });
    await ends(client);
    const release = item.holdRemoval();
    const [institution] = (await client.reply('GET /institutions')).link_tokens;
    await client.reply('DELETE /institution/:id', { params: { id: institution?.id ?? '' } });
    await eventually(() => item.removalsAsked === 1, 'the bank is asked to remove it');
    return { client, id, item, release };
  }

  /** A user whose bank has three pages and holds the answer to the second. */
  async function linkHolding(name: string) {
    const { client } = await paidUser(name);
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
    const releaseFirst = item.hold();
    await client.reply('POST /plaid/link/token', { body: { public_token: `public-${name}` } });
    await eventually(() => item.asked === 1, 'the sync asks for its first page');
    const release = item.hold();
    releaseFirst();
    await eventually(() => item.asked === 2, 'the sync asks for its second page');
    return { client, release, item };
  }

  const ends = (client: TestClient) =>
    eventually(
      async () => {
        // A server that has just come back may still be short of connections; it says so with 503.
        const { status, body } = await client.call('GET /user/sync');
        return status === 200 && body.state === 'idle' && body.items[0]?.state === 'ok';
      },
      'the sync has ended',
      resumedWithin,
    );

  /** Removed at the bank, and nothing left of it here. */
  const expectUnlinked = async ({
    client,
    id,
    item,
  }: Awaited<ReturnType<typeof unlinkHolding>>) => {
    await eventually(
      async () => {
        const { status, body } = await client.call('GET /institutions');
        return status === 200 && body.link_tokens.length === 0;
      },
      'the bank is unlinked',
      resumedWithin,
    );
    expect(item.removed).toBe(true);
    for (const table of ['items', 'accounts', 'transactions', 'item_directory', 'sync_runs'])
      expect((await query(`select 1 from ${table} where user_id = $1`, [id])).rowCount, table).toBe(
        0,
      );
  };

  const expectAllOnce = async (client: TestClient) => {
    const ids = (await allRows(client)).map(({ transaction_id }) => transaction_id);
    expect(ids).toHaveLength(3 * rowsPerPage);
    expect(new Set(ids).size).toBe(3 * rowsPerPage);
    expect((await query('select 1 from sync_pages')).rowCount).toBe(0);
  };

  test('whose server is killed ends soon after the next start, with every row once or none', async () => {
    const held = await linkHolding('held');
    const writing = await linkHolding('writing');
    const unlinking = await unlinkHolding('unlinking');
    // One dies while it waits for the bank, the other wherever it is by then.
    writing.release();
    await eventually(() => writing.item.asked >= 3, 'the sync asks for its last page');
    await server.kill();
    held.release();
    await server.start();
    // As long as the bank has not confirmed it, everything is there.
    await eventually(
      async () => (await unlinking.client.call('GET /user/sync')).status === 200,
      'the server is back',
    );
    expect(await allRows(unlinking.client)).toHaveLength(1);
    unlinking.release();
    await Promise.all([expectUnlinked(unlinking), ends(held.client), ends(writing.client)]);
    await expectAllOnce(held.client);
    await expectAllOnce(writing.client);
  }, 120_000);

  test('whose database connections all break ends by itself, with every row once', async () => {
    const { client, release } = await linkHolding('cut-off');
    await query(
      `select pg_terminate_backend(pid)
       from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    release();
    client.token = await eventually(
      () => signIn(client.server, 'cut-off@example.com', testPassword).catch(() => undefined),
      'the server is back',
    );
    await ends(client);
    await expectAllOnce(client);
  }, 90_000);
});
