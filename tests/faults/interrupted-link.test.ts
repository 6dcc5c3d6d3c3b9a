import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../tools/product/free-port.ts';
import { consentAtExchange, listExchangeLinks } from '../support/bank/exchange.ts';
import { customPerson } from '../support/bank/listed-transactions.ts';
import { type ScriptedProvider, startScriptedProvider } from '../support/bank/scripted-provider.ts';
import { queryDirectly } from '../support/database/direct-connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { listTablesWithRowsOf } from '../support/database/user-tables.ts';
import { eventually } from '../support/eventually.ts';
import { expireLeasesOfKilledProcess } from '../support/expire-leases.ts';
import { type SandboxProcess, startSandbox } from '../support/processes/sandbox-process.ts';
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';
import { signUpPaid, TestClient } from '../support/requests/test-client.ts';

const person = customPerson({ name: 'Everyday', transactions: [{ amount: 4.5 }] });

let database: TestDatabase;
let sandbox: SandboxProcess;
/** A proxy in front of the exchange's token endpoint. */
let proxy: ScriptedProvider;
let environment: Record<string, string>;
let dataDir: string;
/** The process that is killed. */
let first: ServerProcess;
/** Another process on the same database. */
let second: ServerProcess;

beforeAll(async () => {
  const port = String(await freePort());
  const publicUrl = `http://localhost:${port}`;
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  [database, sandbox, proxy] = await Promise.all([
    createTestDatabase(),
    startSandbox(publicUrl),
    startScriptedProvider(),
  ]);
  environment = {
    PUBLIC_URL: publicUrl,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SANDBOX_PORT: String(sandbox.port),
    SMTP_PORT: String(sandbox.smtpPort),
    COINBASE_LOGIN_URL: `${proxy.url}/coinbase`,
    PORT: port,
  };
  first = await startServerProcess(environment);
  second = await startServerProcess({ ...environment, PORT: String(await freePort()) });
});
beforeEach(async () => {
  await sandbox.control('faults/clear', {});
  proxy.respond = forward;
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await proxy.stop();
  await sandbox.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Sends the proxy's newest request to the exchange. Returns the response to the caller only if `isDelivered` is true. */
async function forwardToExchange(path: string, response: ServerResponse, isDelivered: boolean) {
  const { headers, form } = proxy.requests.at(-1) ?? {};
  const { status, body } = await fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: headers?.authorization ? { authorization: headers.authorization } : {},
    body: form ?? null,
  }).then(async (sent) => ({ status: sent.status, body: await sent.text() }));
  if (isDelivered) response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}
const forward = (path: string, response: ServerResponse) =>
  void forwardToExchange(path, response, true);

/** Runs a query in its own connection, and returns its rows. */
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await queryDirectly<Row & Record<string, unknown>>(database.url, text, values)).rows;

const addFault = (route: string, kind: string, more: object = {}) =>
  sandbox.control('faults', { provider: 'plaid', route, kind, ...more });
const waitUntilFaultsAreUsed = () =>
  eventually(
    async () => (await sandbox.control<unknown[]>('faults')).length === 0,
    'the calls have reached the provider',
  );
const makeDue = (job: string) =>
  query(`update pgboss.job set start_after = now() where name = $1 and state = 'created'`, [job]);

let isFirstKilled = false;
/** Kills the first process, and lets the second one take over its work at once. */
async function killFirst(): Promise<void> {
  await first.kill();
  isFirstKilled = true;
  await expireLeasesOfKilledProcess(database.url);
}
afterEach(async () => {
  if (!isFirstKilled) return;
  first = await startServerProcess(environment);
  isFirstKilled = false;
  await eventually(
    async () => (await fetch(`${first.url}/readyz`)).ok,
    'the first process is ready',
  );
});

/** Creates a paid user with a client for each process. */
async function signUpOnBoth() {
  const onSecond = await signUpPaid({ url: second.url, sandbox });
  const onFirst = new TestClient({ url: first.url, sandbox }, onSecond.token);
  return { onFirst, onSecond, id: (await onSecond.request('GET /user/me')).id };
}

/** Creates a user with a public token to link. */
async function signUpWithBank(institution = 'ins_1') {
  const user = await signUpOnBoth();
  const body = { public_token: await sandbox.createPublicToken({ ...person, institution }) };
  const link = (client: TestClient) => client.call('POST /plaid/link/token', { body });
  return { ...user, link };
}

/** Creates a user who has consented at the exchange. */
async function signUpWithConsent(holder: string) {
  const user = await signUpOnBoth();
  const consent = await consentAtExchange(user.onFirst, holder);
  const link = (client: TestClient) => client.call('POST /cb/code', consent);
  return { ...user, holder, link };
}

const outcome = (request: Promise<{ status: number }>) =>
  request.then(
    ({ status }) => status,
    () => 'aborted',
  );

async function deleteUser({ onSecond, id }: { onSecond: TestClient; id: string }): Promise<void> {
  expect((await onSecond.call('DELETE /user', { body: {} })).status).toBe(204);
  await eventually(async () => {
    await makeDue('delete-user');
    return (await listTablesWithRowsOf(database.url, id)).length === 0;
  }, 'the user is deleted');
}

const listBanks = async (client: TestClient) =>
  (await client.request('GET /plaid/link/items')).details;

/** The items that exist at the aggregator, and those that Cairn can revoke. */
async function compareItems() {
  const items = await sandbox.control<{ item_id: string; state: string }[]>('items');
  const known = await query<{ id: string }>(
    `select provider_item_id as id from items where access_token_sealed <> '' order by 1`,
  );
  return {
    alive: items
      .filter(({ state }) => state !== 'removed')
      .map(({ item_id }) => item_id)
      .sort(),
    known: known.map(({ id }) => id).sort(),
  };
}

const isAlive = async (holder: string) =>
  (await listExchangeLinks({ url: second.url, sandbox }, holder)).some(({ revoked }) => !revoked);

describe('a bank whose linking was interrupted by a killed process', () => {
  test.each([
    ['before the public token was exchanged', '/item/public_token/exchange'],
    ['before the institution was fetched', '/item/get'],
    ['before the webhook URL was set', '/item/webhook/update'],
  ])(
    '%s is linked by a retry in another process or by a job, or revoked by the deletion of the user',
    async (_point, route) => {
      const [retrying, idle, deleting] = await Promise.all([
        signUpWithBank(),
        signUpWithBank(),
        signUpWithBank(),
      ]);
      await addFault(route, 'timeout', { times: 3 });
      const requests = [retrying, idle, deleting].map(({ onFirst, link }) =>
        outcome(link(onFirst)),
      );
      await waitUntilFaultsAreUsed();
      await killFirst();
      expect(await Promise.all(requests)).toEqual(['aborted', 'aborted', 'aborted']);

      const linked = await retrying.link(retrying.onSecond);
      expect(linked.status).toBe(201);
      expect((await retrying.link(retrying.onSecond)).body).toEqual(linked.body);
      await deleteUser(deleting);
      await makeDue('finish-link');
      await eventually(
        async () => (await query('select 1 from link_intents')).length === 0,
        'nothing is left to finish',
      );
      for (const { onSecond } of [retrying, idle]) {
        await onSecond.waitForSyncs();
        expect(await listBanks(onSecond)).toMatchObject([
          { state: 'ok', item_details: { institution_name: 'Harbor Savings' } },
        ]);
        const { events } = await onSecond.request('GET /user/activity');
        expect(events.filter(({ event }) => event === 'institution_linked')).toMatchObject([
          { detail: 'Harbor Savings' },
        ]);
      }
      const { alive, known } = await compareItems();
      expect(alive).toEqual(known);
    },
    120_000,
  );
});

describe('linking a bank', () => {
  test('twice at once in two processes gives both the same item', async () => {
    const { onFirst, onSecond, link } = await signUpWithBank('ins_2');
    await addFault('/item/public_token/exchange', 'slow', { latency_ms: 1_500 });
    const [one, other] = await Promise.all([link(onFirst), link(onSecond)]);
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(other.body).toEqual(one.body);
    expect(await listBanks(onFirst)).toHaveLength(1);
  });

  test('asks the user to start over and tells the operator if the response with the tokens was lost', async () => {
    const { onFirst, id, link } = await signUpWithBank('ins_3');
    await addFault('/item/public_token/exchange', 'truncated');
    expect(await link(onFirst)).toMatchObject({ status: 422, problem: { code: 'link_expired' } });
    // The log arrives through a pipe, maybe after the response.
    await expect
      .poll(() => first.logged)
      .toContainEqual(
        expect.objectContaining({
          event: 'link_outcome_unknown',
          level: 'error',
          provider: 'plaid',
          user_id: id,
        }),
      );
    expect(await query('select 1 from link_intents where user_id = $1', [id])).toEqual([]);
  });

  test('again after an error does not link the bank a second time later', async () => {
    const { onFirst, id, link } = await signUpWithBank('ins_4');
    await addFault('/item/public_token/exchange', 'http_500', { times: 3 });
    expect((await link(onFirst)).status).toBe(502);
    const itemId = await onFirst.linkBank({ ...person, institution: 'ins_4' });
    // Otherwise, a job would finish the first attempt.
    expect(await query('select 1 from link_intents where user_id = $1', [id])).toEqual([]);
    expect(await listBanks(onFirst)).toMatchObject([{ item_id: itemId }]);
  });

  test('while the user is deleted revokes the access at the aggregator', async () => {
    const { onFirst, onSecond, id, link } = await signUpWithBank('ins_5');
    const before = await compareItems();
    await addFault('/item/public_token/exchange', 'slow', { latency_ms: 3_000 });
    const linking = link(onFirst);
    await waitUntilFaultsAreUsed();
    await deleteUser({ onSecond, id });
    expect((await linking).status).toBe(401);
    expect((await compareItems()).alive).toEqual(before.alive);
  });
});

describe('an exchange whose linking was interrupted by a killed process', () => {
  test('before the code was exchanged is linked by a retry in another process or by a job, or revoked by the deletion of the user', async () => {
    const [retrying, idle, deleting] = await Promise.all([
      signUpWithConsent('retries early'),
      signUpWithConsent('idle early'),
      signUpWithConsent('deletes early'),
    ]);
    const { length } = proxy.requests;
    proxy.respond = () => {};
    const requests = [retrying, idle, deleting].map(({ onFirst, link }) => outcome(link(onFirst)));
    await eventually(() => proxy.requests.length === length + 3, 'the exchange is called');
    await killFirst();
    expect(await Promise.all(requests)).toEqual(['aborted', 'aborted', 'aborted']);
    proxy.respond = forward;

    for (const _attempt of ['first', 'second'])
      expect(await retrying.link(retrying.onSecond)).toMatchObject({ body: { linked: true } });
    await deleteUser(deleting);
    await makeDue('finish-link');
    await eventually(
      async () => (await query('select 1 from link_intents')).length === 0,
      'nothing is left to finish',
    );
    for (const { onSecond, holder } of [retrying, idle]) {
      expect(await onSecond.request('GET /cb')).toMatchObject({ state: 'ok' });
      expect(await listExchangeLinks({ url: second.url, sandbox }, holder)).toHaveLength(1);
    }
    expect(await isAlive(deleting.holder)).toBe(false);
  }, 120_000);

  test('before the tokens or the holdings arrived leaves no access that Cairn does not know about', async () => {
    const retrying = await signUpWithConsent('retries late');
    const idle = await signUpWithConsent('idle late');
    const deleting = await signUpWithConsent('deletes late');
    const linked = await signUpWithConsent('is linked');
    await sandbox.control('faults', {
      provider: 'coinbase',
      route: '/v2/accounts',
      kind: 'timeout',
    });
    const requests = [outcome(linked.link(linked.onFirst))];
    await waitUntilFaultsAreUsed();
    proxy.respond = (path, response) => void forwardToExchange(path, response, false);
    for (const { onFirst, link, holder } of [retrying, idle, deleting]) {
      requests.push(outcome(link(onFirst)));
      await eventually(() => isAlive(holder), 'the exchange has issued tokens');
    }
    await killFirst();
    expect(new Set(await Promise.all(requests))).toEqual(new Set(['aborted']));
    proxy.respond = forward;

    expect(await linked.link(linked.onSecond)).toMatchObject({ body: { linked: true } });
    expect(await linked.onSecond.request('GET /cb')).toMatchObject({ state: 'ok' });
    expect(await isAlive(linked.holder)).toBe(true);
    expect(await retrying.link(retrying.onSecond)).toMatchObject({
      status: 422,
      problem: { code: 'link_expired' },
    });
    expect(await isAlive(retrying.holder)).toBe(false);
    await deleteUser(deleting);
    expect(await isAlive(deleting.holder)).toBe(false);
    await makeDue('finish-link');
    await eventually(async () => !(await isAlive(idle.holder)), 'the lost tokens are revoked');
  }, 120_000);
});
