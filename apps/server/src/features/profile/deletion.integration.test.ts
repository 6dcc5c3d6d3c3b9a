import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpDatabaseText } from '../../../../../tests/support/database/database-dump.ts';
import { listTablesWithRowsOf } from '../../../../../tests/support/database/user-tables.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { openEventStream } from '../../../../../tests/support/requests/event-stream.ts';
import {
  newPerson,
  signInWithApple,
} from '../../../../../tests/support/requests/provider-sign-in.ts';
import {
  signIn,
  signUp,
  signUpPaid,
  TestClient,
  testPassword,
} from '../../../../../tests/support/requests/test-client.ts';

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

const fetchUserId = async (client: TestClient) => (await client.request('GET /user/me')).id;

/** Backdates the user's sign-in, so that it is no longer fresh. */
const expireFreshness = (userId: string) =>
  database.query(
    `update sessions set created_at = now() - interval '10 minutes 1 second' where user_id = $1`,
    [userId],
  );

const waitForDeletion = (userId: string) =>
  eventually(
    async () => (await listTablesWithRowsOf(server.database.url, userId)).length === 0,
    'no table has a row of the user',
  );

interface SandboxItem {
  item_id: string;
  state: string;
}

describe('GET /user/deletion', () => {
  test('lists what would be deleted and how to confirm it', async () => {
    const client = await signUpPaid(server);
    await client.linkBank({ username: 'user_good', password: 'pass_good' });
    const [{ institution_name = '' } = {}] = (await client.request('GET /user/sync')).items;
    const { accounts } = await client.request('GET /user/accounts');
    const { rows } = await database.query<{ count: number }>(
      `select count(*)::integer as count from transactions
       where user_id = $1 and removed_at is null and not superseded`,
      [await fetchUserId(client)],
    );
    expect(await client.request('GET /user/deletion')).toEqual({
      institutions: [institution_name],
      providers: [],
      accounts: accounts.length,
      transactions: rows[0]?.count,
      subscription: true,
      has_password: true,
      fresh: true,
    });
    await expireFreshness(await fetchUserId(client));
    expect((await client.request('GET /user/deletion')).fresh).toBe(false);
  });

  test('lists nothing for a new user', async () => {
    const client = await signUp(server);
    expect(await client.request('GET /user/deletion')).toMatchObject({
      institutions: [],
      accounts: 0,
      transactions: 0,
      subscription: false,
    });
  });
});

describe('DELETE /user', () => {
  const deleteUser = (client: TestClient, password?: string) =>
    client.call('DELETE /user', { body: password === undefined ? {} : { password } });

  test('requires the password or a fresh sign-in', async () => {
    const client = await signUp(server);
    await expireFreshness(await fetchUserId(client));
    expect((await deleteUser(client)).problem).toMatchObject({
      status: 403,
      code: 'step_up_required',
    });
    expect((await deleteUser(client, 'not my password')).problem).toMatchObject({
      status: 403,
      code: 'wrong_password',
    });
    expect((await client.call('GET /user/me')).status).toBe(200);
    expect((await deleteUser(client, testPassword)).status).toBe(204);
  });

  test('rejects a wrong password in a fresh session too', async () => {
    const client = await signUp(server);
    expect((await deleteUser(client, 'not my password')).status).toBe(403);
    expect((await deleteUser(client)).status).toBe(204);
  });

  test('ends every session and event stream at once, and the address can no longer sign in', async () => {
    const email = `${randomUUID()}@example.com`;
    const client = await signUp(server, email);
    const tablet = new TestClient(server, await signIn(server, email, testPassword));
    const stream = await openEventStream(tablet);
    expect((await deleteUser(client, testPassword)).status).toBe(204);
    for (const ended of [client, tablet]) {
      expect((await ended.call('GET /user/me')).status).toBe(401);
      expect((await ended.call('POST /user/upgrade_token')).status).toBe(401);
    }
    await expect(signIn(server, email, testPassword)).rejects.toThrow('401');
    await eventually(() => stream.ended, 'the event stream is closed', 3_000);
  });

  test('makes the address available at once for a new account, which starts empty and is not deleted', async () => {
    const email = `${randomUUID()}@example.com`;
    const deleted = await signUpPaid(server, email);
    await deleted.linkBank({ username: 'user_good', password: 'pass_good' });
    const deletedId = await fetchUserId(deleted);
    await deleteUser(deleted);
    const created = await signUp(server, email);
    await waitForDeletion(deletedId);
    expect(await created.request('GET /user/me')).toMatchObject({
      username: email,
      subscription_status: 'free',
    });
    expect(await fetchUserId(created)).not.toBe(deletedId);
    expect(await signIn(server, email, testPassword)).toBeTypeOf('string');
  });

  test('leaves no trace of the user, revokes all access, and does not affect other users', async () => {
    const email = `Deleted.${randomUUID()}@example.com`;
    const client = await signUp(server, email);
    const id = await fetchUserId(client);
    const other = await signUpPaid(server);
    const otherItem = await other.linkBank({ username: 'user_good', password: 'pass_good' });
    await server.sandbox.control('payments/complete', {
      client_reference_id: id,
      plan: 'yearly',
      email,
    });
    await eventually(
      async () => (await client.request('GET /user/me')).subscription_status === 'paid',
      'the subscription is paid',
    );
    const item = await client.linkBank({ username: 'user_good', password: 'pass_good' });
    const before = await other.request('POST /user/transactions/v2', { body: {} });
    expect(await dumpDatabaseText(server.database.url)).toContain(id);

    expect((await deleteUser(client, testPassword)).status).toBe(204);
    await waitForDeletion(id);
    await eventually(
      async () => !(await dumpDatabaseText(server.database.url)).includes(id),
      'no job mentions the user',
    );

    const dump = await dumpDatabaseText(server.database.url);
    for (const trace of [email, email.toLowerCase(), item])
      expect(dump.includes(trace), trace).toBe(false);
    const items = await server.sandbox.control<SandboxItem[]>('items');
    expect(items.find(({ item_id }) => item_id === item)?.state ?? 'removed').toBe('removed');
    expect(items.find(({ item_id }) => item_id === otherItem)?.state).not.toBe('removed');
    // The subscription was canceled.
    await expect(
      server.sandbox.control('payments/cancel', { client_reference_id: id }),
    ).rejects.toThrow('no active subscription');
    expect(await other.request('POST /user/transactions/v2', { body: {} })).toEqual(before);
    expect(server.logged.filter(({ event }) => event === 'user_deleted')).toContainEqual(
      expect.objectContaining({ user_id: id }),
    );
  });

  describe('of a user who signed up with Apple', () => {
    const countRevocations = async () =>
      (await server.sandbox.control<{ path: string; status: number }[]>('log')).filter(
        ({ path, status }) => path === '/apple/auth/revoke' && status === 200,
      ).length;
    const makeAppleUnavailable = () =>
      server.sandbox.control('faults', {
        provider: 'apple',
        route: '/auth/revoke',
        kind: 'http_500',
        times: 1_000,
      });
    const waitForDelay = (userId: string) =>
      eventually(
        () =>
          server.logged.some(
            ({ event, user_id }) => event === 'deletion_delayed' && user_id === userId,
          ),
        'the deletion is delayed',
      );
    const runDelayedJobs = () => database.query('update pgboss.job set start_after = now()');

    test('needs a fresh sign-in instead of a password, and revokes the access at Apple', async () => {
      const person = newPerson();
      const client = await signInWithApple(server, person);
      const id = await fetchUserId(client);
      const before = await countRevocations();
      expect(await client.request('GET /user/deletion')).toMatchObject({
        providers: ['Apple'],
        has_password: false,
        fresh: true,
      });
      await expireFreshness(id);
      expect((await deleteUser(client)).problem.code).toBe('step_up_required');
      const fresh = await signInWithApple(server, person);
      expect((await deleteUser(fresh)).status).toBe(204);
      await waitForDeletion(id);
      expect(await countRevocations()).toBe(before + 1);
      expect(await dumpDatabaseText(server.database.url)).not.toContain(person.email);
    });

    test('does not revoke the access at Apple if it belongs to a new account by then', async () => {
      const person = newPerson();
      const client = await signInWithApple(server, person);
      const id = await fetchUserId(client);
      const before = await countRevocations();
      await makeAppleUnavailable();
      await deleteUser(client);
      await waitForDelay(id);
      const newUser = await signInWithApple(server, person);
      expect(await fetchUserId(newUser)).not.toBe(id);
      await server.sandbox.control('faults/clear', {});
      await runDelayedJobs();
      await waitForDeletion(id);
      expect(await countRevocations()).toBe(before);
      expect((await signInWithApple(server, person)).token).toBeTypeOf('string');
    });

    test('waits for the revocation of an identity that was unlinked before the deletion', async () => {
      const person = newPerson();
      const client = await signInWithApple(server, person);
      const id = await fetchUserId(client);
      const before = await countRevocations();
      // The only sign-in method cannot be unlinked, so add a password.
      await database.query(`update users set password_hash = 'x' where user_id = $1`, [id]);
      await makeAppleUnavailable();
      await client.request('DELETE /user/identities/:provider', {
        params: { provider: 'APPLE' },
        body: {},
      });
      await deleteUser(client);
      await waitForDelay(id);
      expect(await listTablesWithRowsOf(server.database.url, id)).toContain('users');
      await server.sandbox.control('faults/clear', {});
      await eventually(async () => {
        await runDelayedJobs();
        return (await countRevocations()) === before + 1;
      }, 'access is revoked at Apple');
      await eventually(async () => {
        await runDelayedJobs();
        return (await listTablesWithRowsOf(server.database.url, id)).length === 0;
      }, 'the user is deleted');
    });
  });

  test('deletes a user once for concurrent requests', async () => {
    const client = await signUp(server);
    const id = await fetchUserId(client);
    const statuses = (
      await Promise.all([deleteUser(client), deleteUser(client), deleteUser(client)])
    ).map(({ status }) => status);
    expect(statuses).toContain(204);
    expect(statuses.filter((status) => status !== 204 && status !== 401)).toEqual([]);
    await waitForDeletion(id);
  });

  test('accepts later webhook events about a deleted user without storing them', async () => {
    const client = await signUp(server);
    const id = await fetchUserId(client);
    await server.sandbox.control('payments/complete', { client_reference_id: id, plan: 'yearly' });
    await eventually(
      async () => (await client.request('GET /user/me')).subscription_status === 'paid',
      'the subscription is paid',
    );
    const item = await client.linkBank({ username: 'user_good', password: 'pass_good' });
    await deleteUser(client);
    await waitForDeletion(id);
    const errors = () => server.logged.filter(({ level }) => level === 'error');
    const errorsBefore = errors().length;
    // Further events of the payment provider and of the bank.
    await server.sandbox.control('payments/refund', { client_reference_id: id });
    await server.sandbox.control('webhooks/replay', { item_id: item, times: 2 }).catch(() => {});
    await waitForProcessing();
    expect(errors()).toHaveLength(errorsBefore);
    expect(await countDeferredEvents()).toBe(0);
    expect(await listTablesWithRowsOf(server.database.url, id)).toEqual([]);
    expect(await dumpDatabaseText(server.database.url)).not.toContain(id);
  });

  test('logs an error for a payment by a deleted user, and does not defer its events', async () => {
    const client = await signUp(server);
    const id = await fetchUserId(client);
    await deleteUser(client);
    await waitForDeletion(id);
    // Events of an unknown customer are deferred until its user is known, but this user is deleted.
    await server.sandbox.control('payments/complete', {
      client_reference_id: id,
      plan: 'yearly',
      out_of_order: true,
    });
    await waitForProcessing();
    const errors = server.logged.filter(({ event }) => event === 'payment_for_unknown_user');
    expect(errors).toContainEqual(
      expect.objectContaining({ level: 'error', reference: expect.stringMatching(/^sub_/) }),
    );
    expect(await countDeferredEvents()).toBe(0);
    expect(await listTablesWithRowsOf(server.database.url, id)).toEqual([]);
    expect(await dumpDatabaseText(server.database.url)).not.toContain(id);
    // The subscription still renews a year later, and the payment gives no access.
    await server.sandbox.control('payments/fail', { client_reference_id: id });
    await server.sandbox.control('payments/pay', { client_reference_id: id });
    await waitForProcessing();
    expect(await countDeferredEvents()).toBe(0);
    const errorsAfterRenewal = server.logged.filter(
      ({ event }) => event === 'payment_for_unknown_user',
    );
    expect(errorsAfterRenewal.length).toBeGreaterThan(errors.length);
  });

  const waitForProcessing = () =>
    eventually(async () => {
      const { rowCount } = await database.query(
        'select 1 from webhook_events where processed_at is null',
      );
      return rowCount === 0;
    }, 'every event is processed');

  const countDeferredEvents = async () =>
    (await database.query('select 1 from webhook_events where deferred_for is not null')).rowCount;
});
