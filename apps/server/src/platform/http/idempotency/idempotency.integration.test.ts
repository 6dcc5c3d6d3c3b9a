import { randomUUID } from 'node:crypto';
import type { CallKey } from '@cairn/contract/calls';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backdate } from '../../../../../../tests/support/database/backdate.ts';
import { queryDatabase } from '../../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  type CallOptions,
  signUp,
  signUpPaid,
  TestClient,
} from '../../../../../../tests/support/requests/test-client.ts';
import { asUserId, newId } from '../../identifiers.ts';
import { executeOnce } from './execute-once.ts';

let server: TestServer;
/** A second process on the same database. */
let other: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  const { database, sandbox, dataDir } = server;
  other = await startTestServer({ database, sandbox, dataDir });
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});
beforeEach(async () => {
  client = await signUpPaid(server);
});

const query = <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  queryDatabase<Row>(server, text, values);
const newKey = () => `"${randomUUID()}"`;
const amounts = { earnings: 4_000, bills: 1_500, spending: 1_000 };

const createBudget = (key: string, { by = client, body = amounts } = {}) =>
  by.call('POST /user/budget', { body, headers: { 'idempotency-key': key } });

async function countBudgets(owner = client): Promise<number> {
  const { id } = await owner.request('GET /user/me');
  return (await query('select 1 from budgets where user_id = $1', [id])).length;
}

async function countKeys(): Promise<number> {
  const { id } = await client.request('GET /user/me');
  return (await query('select 1 from idempotency_keys where user_id = $1', [id])).length;
}

describe('a call with an idempotency key', () => {
  test('gets the same response when it is repeated, and creates only one thing', async () => {
    const key = newKey();
    const first = await createBudget(key);
    expect(first.status).toBe(201);
    const second = await createBudget(key);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(await countBudgets()).toBe(1);
  });

  test('is executed again with another key, or without one', async () => {
    await createBudget(newKey());
    expect((await createBudget(newKey())).problem.code).toBe('conflict');
    expect((await client.call('POST /user/budget', { body: amounts })).status).toBe(409);
  });

  test('gets 422 for another body or another call under the same key, and changes nothing', async () => {
    const key = newKey();
    await createBudget(key);
    const otherBody = await createBudget(key, { body: { ...amounts, bills: 1 } });
    expect(otherBody).toMatchObject({ status: 422, problem: { code: 'idempotency_key_reused' } });
    const otherCall = await client.call('POST /user/validate_email', {
      headers: { 'idempotency-key': key },
    });
    expect(otherCall.problem.code).toBe('idempotency_key_reused');
    const [budget] = await client
      .request('GET /user/budget')
      .then(({ budgets }) => budgets.map((each) => each.budget));
    expect(budget?.bills).toBe(1_500);
  });

  test('is rejected if the key is malformed', async () => {
    const { status, problem } = await createBudget('short');
    expect({ status, code: problem.code }).toEqual({ status: 400, code: 'malformed_request' });
    expect(await countBudgets()).toBe(0);
  });

  test('is independent of another user with the same key', async () => {
    const key = newKey();
    const stranger = await signUpPaid(server);
    await createBudget(key);
    const theirs = await createBudget(key, { by: stranger, body: { ...amounts, bills: 7 } });
    expect(theirs.status).toBe(201);
    expect(await countBudgets(stranger)).toBe(1);
  });

  test('is executed again after 24 hours', async () => {
    const key = newKey();
    const first = await createBudget(key);
    await client.request('DELETE /user/budget/:id', {
      params: { id: first.body.budgets[0]?.budget.id ?? '' },
    });
    // The response is repeated even though the budget is gone.
    expect((await createBudget(key)).body).toEqual(first.body);
    expect(await countBudgets()).toBe(0);
    await query(`update idempotency_keys set ${backdate('created_at', '25 hours')}`);
    const later = await createBudget(key, { body: { ...amounts, bills: 2 } });
    expect(later.status).toBe(201);
    expect(await countBudgets()).toBe(1);
  });

  test('can be repeated after an error, because nothing was created', async () => {
    const key = newKey();
    const tooMuch = { ...amounts, spending: -1 };
    expect((await createBudget(key, { body: tooMuch })).problem.code).toBe('unprocessable');
    expect((await createBudget(key)).status).toBe(201);
  });

  test('is rejected again if it was rejected, and its key is not stored', async () => {
    await createBudget(newKey());
    const key = newKey();
    for (let time = 0; time < 3; time += 1)
      expect((await createBudget(key)).problem.code).toBe('conflict');
    expect(await countKeys()).toBe(1);
  });

  test('stores nothing and creates nothing in the demo', async () => {
    const key = newKey();
    const { problem } = await client.call('POST /user/budget', {
      body: amounts,
      demo: true,
      headers: { 'idempotency-key': key },
    });
    expect(problem.code).toBe('demo_read_only');
    expect(await countKeys()).toBe(0);
    expect((await createBudget(key)).status).toBe(201);
  });
});

describe('concurrent calls with the same key', () => {
  test.each([
    ['one process', () => server],
    ['two processes', () => other],
  ])(
    'in %s have one effect: the second gets 409 until the first has succeeded, and then its response',
    async (_case, second) => {
      const { body } = await createBudget(newKey());
      await query('delete from budgets');
      const key = randomUUID();
      const request = { call: 'POST /user/budget', params: {}, query: {}, body: amounts } as const;
      const userId = asUserId((await client.request('GET /user/me')).id);
      const finish = Promise.withResolvers<void>();
      const first = executeOnce(server.services.database, { key, userId, request }, async () => {
        await finish.promise;
        return body;
      });
      await eventually(async () => (await countKeys()) === 2, 'the first call has the key');
      const by = new TestClient(second(), client.token);
      const during = await createBudget(key, { by });
      expect(during).toMatchObject({ status: 409, problem: { code: 'idempotency_key_in_use' } });
      expect(Number(during.headers.get('retry-after'))).toBeGreaterThan(0);
      finish.resolve();
      await first;
      expect(await createBudget(key, { by })).toMatchObject({ status: 201, body });
      expect(await countBudgets()).toBe(0);
    },
  );

  test('have one effect even if eight are sent at the same moment', async () => {
    const key = newKey();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        createBudget(key, { by: new TestClient(index % 2 ? other : server, client.token) }),
      ),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0);
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
    expect(
      responses.filter(({ status }) => status === 409).map(({ problem }) => problem.code),
    ).toEqual(statuses.filter((status) => status === 409).map(() => 'idempotency_key_in_use'));
    expect(await countBudgets()).toBe(1);
  });
});

describe('a process that is killed', () => {
  /** Makes the key look as if the process had been killed before it stored the response. */
  const forgetResponse = () =>
    query(
      `update idempotency_keys set response = null, leased_until = now() - interval '1 second'`,
    );

  test('after the effect and before the response leaves one effect, and a repetition gets the response', async () => {
    const key = newKey();
    const first = await createBudget(key);
    await forgetResponse();
    const second = await createBudget(key);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(await countBudgets()).toBe(1);
  });

  test('does not send a second email for a repeated call', async () => {
    const headers = { 'idempotency-key': newKey() };
    const { id } = await client.request('GET /user/me');
    const countEmails = async () =>
      (
        await query('select 1 from one_time_codes where user_id = $1 and purpose = $2', [
          id,
          'verify_email',
        ])
      ).length;
    await client.request('POST /user/validate_email', { headers });
    const sent = await countEmails();
    await forgetResponse();
    const { body } = await client.call('POST /user/validate_email', { headers });
    expect(body.message).toContain('sent');
    expect(await countEmails()).toBe(sent);
  });

  test('before the effect blocks the key only until its lease expires', async () => {
    const key = newKey();
    await createBudget(key);
    await query('delete from budgets');
    await query(
      `update idempotency_keys set response = null, effect_at = null, leased_until = now() + interval '15 seconds'`,
    );
    expect((await createBudget(key)).problem.code).toBe('idempotency_key_in_use');
    await query(`update idempotency_keys set leased_until = now() - interval '1 second'`);
    expect((await createBudget(key)).status).toBe(201);
    expect(await countBudgets()).toBe(1);
  });
});

test('an execution that has lost its key to another one has no effect', async () => {
  const { database } = server.services;
  const userId = asUserId((await client.request('GET /user/me')).id);
  const request = { call: 'POST /user/budget', params: {}, query: {}, body: amounts } as const;
  const execution = executeOnce(database, { key: randomUUID(), userId, request }, async (once) => {
    // The process was paused for so long that its lease expired.
    await query('update idempotency_keys set attempt = $1 where user_id = $2', [newId(), userId]);
    await once((effects) =>
      effects.transaction((transaction) =>
        transaction.executeSql('insert into activity (user_id, id, event) values ($1, $2, $3)', [
          userId,
          newId(),
          'exported',
        ]),
      ),
    );
  });
  await expect(execution).rejects.toMatchObject({ code: 'idempotency_key_in_use' });
  expect(
    await query(`select 1 from activity where user_id = $1 and event = 'exported'`, [userId]),
  ).toEqual([]);
});

describe('linking a bank', () => {
  test('with the same key links it once, in both processes', async () => {
    const public_token = await server.sandbox.createPublicToken({
      username: 'user_good',
      password: 'pass_good',
    });
    const options: CallOptions<'POST /plaid/link/token'> = {
      body: { public_token },
      headers: { 'idempotency-key': newKey() },
    };
    const first = await client.request('POST /plaid/link/token', options);
    const second = await new TestClient(other, client.token).request(
      'POST /plaid/link/token',
      options,
    );
    expect(second).toEqual(first);
    const { id } = await client.request('GET /user/me');
    expect(await query('select 1 from items where user_id = $1', [id])).toHaveLength(1);
    await client.waitForSyncs();
  });

  test('and then unlinking it deletes the stored responses, but repeated calls still have no effect', async () => {
    await client.linkBank({ username: 'user_good', password: 'pass_good' });
    const key = newKey();
    const { id: userId } = await client.request('GET /user/me');
    const created = await createBudget(key);
    expect(created.status).toBe(201);
    const [item] = (await client.request('GET /institutions')).link_tokens;
    await client.request('DELETE /institution/:id', { params: { id: item?.id ?? '' } });
    const readStored = () =>
      query('select 1 from idempotency_keys where user_id = $1 and response is not null', [userId]);
    await eventually(async () => (await readStored()).length === 0, 'the response is deleted');
    expect((await createBudget(key)).status).toBe(201);
    expect(await countBudgets()).toBe(1);
  });
});

test('a call that does not create anything ignores the Idempotency-Key header', async () => {
  const headers = { 'idempotency-key': 'short' };
  const free = await signUp(server);
  const ignored: CallKey[] = ['GET /user/me', 'POST /user/upgrade_token'];
  for (const call of ignored) expect((await free.call(call, { headers })).status).toBe(200);
});

test('neither a key nor a body with a password can be read from what is stored', async () => {
  const key = randomUUID();
  await client.request('POST /user/email', {
    body: { email: 'next@example.com', password: 'correct horse battery' },
    headers: { 'idempotency-key': key },
  });
  const rows = await query<{ text: string }>(
    'select k::text as text from idempotency_keys k where response is not null',
  );
  const stored = rows.map(({ text }) => text).join();
  expect(stored).toContain('next@example.com');
  expect(stored).not.toContain(key);
  expect(stored).not.toContain('correct horse');
});
