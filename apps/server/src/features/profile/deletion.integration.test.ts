import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpText } from '../../../../../tests/support/database-dump.ts';
import { readEvents } from '../../../../../tests/support/event-stream.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { enterWithApple, newPerson } from '../../../../../tests/support/provider-sign-in.ts';
import { tablesWithRowsOf } from '../../../../../tests/support/rows-of-user.ts';
import {
  signIn,
  signUp,
  signUpPaid,
  TestClient,
  testPassword,
} from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';

let server: TestServer;
let database: pg.Client;
beforeAll(async () => {
  server = await startTestServer();
  database = new pg.Client({ connectionString: server.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await server.stop();
});

const idOf = async (client: TestClient) => (await client.reply('GET /user/me')).id;

/** Signed in so long ago that it says nothing about who is there now. */
const makeStale = (userId: string) =>
  database.query(
    `update sessions set created_at = now() - interval '10 minutes 1 second' where user_id = $1`,
    [userId],
  );

const gone = (userId: string) =>
  eventually(
    async () => (await tablesWithRowsOf(server.database.url, userId)).length === 0,
    'no table has a row of theirs',
  );

interface SandboxItem {
  item_id: string;
  state: string;
}

describe('GET /user/deletion', () => {
  test('says what would go, and how it has to be confirmed', async () => {
    const client = await signUpPaid(server);
    await client.link({ username: 'user_good', password: 'pass_good' });
    const [{ institution_name = '' } = {}] = (await client.reply('GET /user/sync')).items;
    const { accounts } = await client.reply('GET /user/accounts');
    const { rows } = await database.query<{ count: number }>(
      `select count(*)::integer as count from transactions
       where user_id = $1 and removed_at is null and not superseded`,
      [await idOf(client)],
    );
    expect(await client.reply('GET /user/deletion')).toEqual({
      institutions: [institution_name],
      providers: [],
      accounts: accounts.length,
      transactions: rows[0]?.count,
      subscription: true,
      has_password: true,
      fresh: true,
    });
    await makeStale(await idOf(client));
    expect((await client.reply('GET /user/deletion')).fresh).toBe(false);
  });

  test('says so when there is next to nothing', async () => {
    const client = await signUp(server);
    expect(await client.reply('GET /user/deletion')).toMatchObject({
      institutions: [],
      accounts: 0,
      transactions: 0,
      subscription: false,
    });
  });
});

describe('DELETE /user', () => {
  const end = (client: TestClient, password?: string) =>
    client.call('DELETE /user', { body: password === undefined ? {} : { password } });

  test('is refused without the password, unless the sign-in is fresh, and changes nothing', async () => {
    const client = await signUp(server);
    await makeStale(await idOf(client));
    expect((await end(client)).problem).toMatchObject({
      status: 403,
      code: 'fresh_sign_in_required',
    });
    expect((await end(client, 'not my password')).problem).toMatchObject({
      status: 403,
      code: 'wrong_password',
    });
    expect((await client.call('GET /user/me')).status).toBe(200);
    expect((await end(client, testPassword)).status).toBe(204);
  });

  test('a wrong password is refused in a fresh session too', async () => {
    const client = await signUp(server);
    expect((await end(client, 'not my password')).status).toBe(403);
    expect((await end(client)).status).toBe(204);
  });

  test('ends every session and open page at once; the address signs nobody in', async () => {
    const email = `${randomUUID()}@example.com`;
    const client = await signUp(server, email);
    const tablet = new TestClient(server, await signIn(server, email, testPassword));
    const page = await readEvents(tablet);
    expect((await end(client, testPassword)).status).toBe(204);
    for (const over of [client, tablet]) {
      expect((await over.call('GET /user/me')).status).toBe(401);
      expect((await over.call('POST /user/upgrade_token')).status).toBe(401);
    }
    await expect(signIn(server, email, testPassword)).rejects.toThrow('401');
    await eventually(() => page.ended, 'the open page is closed', 3_000);
  });

  test('frees the address at once, for an account that begins with nothing and stays', async () => {
    const email = `${randomUUID()}@example.com`;
    const before = await signUpPaid(server, email);
    await before.link({ username: 'user_good', password: 'pass_good' });
    const beforeId = await idOf(before);
    await end(before);
    const after = await signUp(server, email);
    await gone(beforeId);
    expect(await after.reply('GET /user/me')).toMatchObject({
      username: email,
      subscription_status: 'free',
    });
    expect(await idOf(after)).not.toBe(beforeId);
    expect(await signIn(server, email, testPassword)).toBeTypeOf('string');
  });

  test('leaves no row, no address and no id behind, gives every access back, and touches nobody else', async () => {
    const email = `Leaving.${randomUUID()}@example.com`;
    const client = await signUp(server, email);
    const id = await idOf(client);
    const stays = await signUpPaid(server);
    const stayingItem = await stays.link({ username: 'user_good', password: 'pass_good' });
    await server.sandbox.control('payments/complete', {
      client_reference_id: id,
      plan: 'yearly',
      email,
    });
    await eventually(
      async () => (await client.reply('GET /user/me')).subscription_status === 'paid',
      'it is paid',
    );
    const item = await client.link({ username: 'user_good', password: 'pass_good' });
    const before = await stays.reply('POST /user/transactions/v2', { body: {} });
    expect(await dumpText(server.database.url)).toContain(id);

    expect((await end(client, testPassword)).status).toBe(204);
    await gone(id);
    await eventually(
      async () => !(await dumpText(server.database.url)).includes(id),
      'no job names them',
    );

    const dump = await dumpText(server.database.url);
    for (const trace of [email, email.toLowerCase(), item])
      expect(dump.includes(trace), trace).toBe(false);
    const items = await server.sandbox.control<SandboxItem[]>('items');
    expect(items.find(({ item_id }) => item_id === item)?.state ?? 'removed').toBe('removed');
    expect(items.find(({ item_id }) => item_id === stayingItem)?.state).not.toBe('removed');
    // There is nothing to cancel any more.
    await expect(
      server.sandbox.control('payments/cancel', { client_reference_id: id }),
    ).rejects.toThrow('no running subscription');
    expect(await stays.reply('POST /user/transactions/v2', { body: {} })).toEqual(before);
    expect(server.logged.filter(({ event }) => event === 'user_deleted')).toContainEqual(
      expect.objectContaining({ user_id: id }),
    );
  });

  describe('of somebody who came with Apple', () => {
    const revocations = async () =>
      (await server.sandbox.control<{ path: string; status: number }[]>('log')).filter(
        ({ path, status }) => path === '/apple/auth/revoke' && status === 200,
      ).length;
    const appleIsAway = () =>
      server.sandbox.control('faults', {
        provider: 'apple',
        route: '/auth/revoke',
        kind: 'http_500',
        times: 1_000,
      });
    const waits = (userId: string) =>
      eventually(
        () =>
          server.logged.some(
            ({ event, user_id }) => event === 'deletion_waits' && user_id === userId,
          ),
        'the deletion waits',
      );
    const passTime = () => database.query('update pgboss.job set start_after = now()');

    test('asks for no password, and ends the access at Apple', async () => {
      const person = newPerson();
      const client = await enterWithApple(server, person);
      const id = await idOf(client);
      const before = await revocations();
      expect(await client.reply('GET /user/deletion')).toMatchObject({
        providers: ['Apple'],
        has_password: false,
        fresh: true,
      });
      await makeStale(id);
      expect((await end(client)).problem.code).toBe('fresh_sign_in_required');
      const fresh = await enterWithApple(server, person);
      expect((await end(fresh)).status).toBe(204);
      await gone(id);
      expect(await revocations()).toBe(before + 1);
      expect(await dumpText(server.database.url)).not.toContain(person.email);
    });

    test('leaves the access alone of who has come back with it as somebody new', async () => {
      const person = newPerson();
      const client = await enterWithApple(server, person);
      const id = await idOf(client);
      const before = await revocations();
      await appleIsAway();
      await end(client);
      await waits(id);
      const back = await enterWithApple(server, person);
      expect(await idOf(back)).not.toBe(id);
      await server.sandbox.control('faults/clear', {});
      await passTime();
      await gone(id);
      expect(await revocations()).toBe(before);
      expect((await enterWithApple(server, person)).token).toBeTypeOf('string');
    });

    test('waits for Apple to be told of what was unlinked before', async () => {
      const person = newPerson();
      const client = await enterWithApple(server, person);
      const id = await idOf(client);
      const before = await revocations();
      // Nobody unlinks their only way in: a password, by hand.
      await database.query(`update users set password_hash = 'x' where user_id = $1`, [id]);
      await appleIsAway();
      await client.reply('DELETE /user/identities/:provider', {
        params: { provider: 'APPLE' },
        body: {},
      });
      await end(client);
      await waits(id);
      expect(await tablesWithRowsOf(server.database.url, id)).toContain('users');
      await server.sandbox.control('faults/clear', {});
      await eventually(async () => {
        await passTime();
        return (await revocations()) === before + 1;
      }, 'Apple was told');
      await eventually(async () => {
        await passTime();
        return (await tablesWithRowsOf(server.database.url, id)).length === 0;
      }, 'they are gone');
    });
  });

  test('twice at once is once', async () => {
    const client = await signUp(server);
    const id = await idOf(client);
    const statuses = (await Promise.all([end(client), end(client), end(client)])).map(
      ({ status }) => status,
    );
    expect(statuses).toContain(204);
    expect(statuses.filter((status) => status !== 204 && status !== 401)).toEqual([]);
    await gone(id);
  });

  test('what providers still say of who has left is taken quietly and kept nowhere', async () => {
    const client = await signUp(server);
    const id = await idOf(client);
    await server.sandbox.control('payments/complete', { client_reference_id: id, plan: 'yearly' });
    await eventually(
      async () => (await client.reply('GET /user/me')).subscription_status === 'paid',
      'it is paid',
    );
    const item = await client.link({ username: 'user_good', password: 'pass_good' });
    await end(client);
    await gone(id);
    const errors = () => server.logged.filter(({ level }) => level === 'error');
    const brokenBefore = errors().length;
    // What the payment provider goes on saying of its customer, and the bank's last word.
    await server.sandbox.control('payments/refund', { client_reference_id: id });
    await server.sandbox.control('webhooks/replay', { item_id: item, times: 2 }).catch(() => {});
    await allWorkedOff();
    expect(errors()).toHaveLength(brokenBefore);
    expect(await waiting()).toBe(0);
    expect(await tablesWithRowsOf(server.database.url, id)).toEqual([]);
    expect(await dumpText(server.database.url)).not.toContain(id);
  });

  test('money that comes from somebody who has left waits for nobody, and operators are told', async () => {
    const client = await signUp(server);
    const id = await idOf(client);
    await end(client);
    await gone(id);
    // What is known of a customer waits until it is known whose it is: here, nobody's.
    await server.sandbox.control('payments/complete', {
      client_reference_id: id,
      plan: 'yearly',
      out_of_order: true,
    });
    await allWorkedOff();
    const told = server.logged.filter(({ event }) => event === 'payment_for_unknown_user');
    expect(told).toContainEqual(
      expect.objectContaining({ level: 'error', reference: expect.stringMatching(/^sub_/) }),
    );
    expect(await waiting()).toBe(0);
    expect(await tablesWithRowsOf(server.database.url, id)).toEqual([]);
    expect(await dumpText(server.database.url)).not.toContain(id);
    // A year later it is paid again: nobody has ended it, and nobody is let in.
    await server.sandbox.control('payments/fail', { client_reference_id: id });
    await server.sandbox.control('payments/pay', { client_reference_id: id });
    await allWorkedOff();
    expect(await waiting()).toBe(0);
    const toldAgain = server.logged.filter(({ event }) => event === 'payment_for_unknown_user');
    expect(toldAgain.length).toBeGreaterThan(told.length);
  });

  const allWorkedOff = () =>
    eventually(async () => {
      const { rowCount } = await database.query(
        'select 1 from webhook_events where worked_off_at is null',
      );
      return rowCount === 0;
    }, 'every event has been worked off');

  /** How many events wait for somebody to turn up. */
  const waiting = async () =>
    (await database.query('select 1 from webhook_events where waits_for is not null')).rowCount;
});
