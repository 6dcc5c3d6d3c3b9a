import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAppleToken } from '../../apps/server/src/identity/apple-tokens.ts';
import { asUserId } from '../../apps/server/src/platform/identifiers.ts';
import { workedExample } from '../support/bank/worked-example.ts';
import { dumpDatabaseText } from '../support/database/database-dump.ts';
import { queryDatabase } from '../support/database/database-queries.ts';
import { eventually } from '../support/eventually.ts';
import { extractCode, waitForMail } from '../support/mail/mail.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { newPerson, ProviderBrowser } from '../support/requests/provider-sign-in.ts';
import { sendJson, sendRaw } from '../support/requests/raw-request.ts';
import { signIn, signUp, signUpPaid, TestClient } from '../support/requests/test-client.ts';

// Values that occur nowhere else.
const password = 'canary-password-8Gq2';
const wrongPassword = 'canary-wrong-Lm4x7';
const newPassword = 'canary-new-Zt9k3';
const email = 'canary@example.com';
const today = Temporal.Now.plainDateISO('UTC').with({ day: 15 });

let server: TestServer;
let client: TestClient;
let accessToken: string;
let publicToken: string;
let codes: { reset: string; verify: string; change: string; unused: string };
/** The secrets of a provider sign-in. */
let signInSecrets: Record<string, string>;
/** The names of provider calls inside transactions. */
const callsInTransactions: string[] = [];
let providerCalls = 0;

beforeAll(async () => {
  server = await startTestServer();
  watchProviderCalls(server);
  client = new TestClient(server);
  await client.request('POST /signup', { body: { email, password } });
  client.token = await signIn(server, email, password);
  const { id } = await client.request('GET /user/me');
  await server.sandbox.control('payments/complete', { client_reference_id: id, plan: 'yearly' });
  const other = await signUpPaid(server);
  await Promise.all([sendPasswordsEverywhere(), sendTokensEverywhere()]);
  await signInWithProviders();
  publicToken = await server.sandbox.createPublicToken(workedExample(today));
  await client.request('POST /plaid/', {});
  await client.request('POST /plaid/link/token', { body: { public_token: publicToken } });
  await client.waitForSyncs();
  // Rejected requests: the provider's errors contain what they reject.
  await client.call('POST /plaid/link/token', { body: { public_token: publicToken } });
  await other.call('POST /plaid/link/token', { body: { public_token: publicToken } });
  await failSyncs();
  accessToken = await readAccessToken(id);
  await sendJson(
    server,
    '/api/plaid/link/token',
    JSON.stringify({ public_token: accessToken }),
    client.token,
  );
  codes = await sendCodesEverywhere();
  await client.call('POST /auth/logout');
});
afterAll(() => server.stop());

/** Records provider calls inside database transactions. */
function watchProviderCalls({ services }: TestServer): void {
  const openTransaction = new AsyncLocalStorage<true>();
  const { database, plaid, google, apple } = services;
  const begin = database.transaction;
  database.transaction = (work, options) => openTransaction.run(true, () => begin(work, options));
  for (const provider of [plaid, google ?? {}, apple ?? {}])
    for (const [name, call] of Object.entries(provider) as [
      string,
      (...parameters: unknown[]) => unknown,
    ][])
      Object.assign(provider, {
        [name]: (...parameters: unknown[]) => {
          providerCalls += 1;
          if (openTransaction.getStore()) callsInTransactions.push(name);
          return call(...parameters);
        },
      });
}

async function sendPasswordsEverywhere(): Promise<void> {
  const path = '/api/auth/token';
  const form = new FormData();
  form.set('username', email);
  form.set('password', wrongPassword);
  await sendRaw(server, path, { body: form });
  await sendRaw(server, path, {
    body: new URLSearchParams({ username: email, password: wrongPassword }),
  });
  await sendRaw(server, path, { body: new URLSearchParams({ username: wrongPassword, password }) });
  await sendRaw(server, path, { body: new URLSearchParams({ password, surprise: wrongPassword }) });
  await sendRaw(server, path, { headers: { 'content-type': 'text/plain' }, body: password });
  await sendJson(server, path, `{"password":"${password}`);
  await sendJson(server, path, JSON.stringify({ password: { is: password } }));
  await sendRaw(server, `${path}?password=${password}`, {});
  await sendJson(server, '/api/signup', JSON.stringify({ email, password: wrongPassword }));
  await sendJson(server, '/api/signup', JSON.stringify({ email: wrongPassword, password }));
  await sendJson(
    server,
    '/api/signup',
    JSON.stringify({ email: `x${email}`, password: `${password}\0` }),
  );
}

async function sendTokensEverywhere(): Promise<void> {
  const token = client.token ?? '';
  await sendRaw(server, `/api/user/me?access_token=${token}`, { method: 'GET' });
  await sendRaw(server, `/api/${token}`, { method: 'GET', token });
  await sendRaw(server, `/api/institution/${token}`, { method: 'GET', token });
  await sendRaw(server, '/api/user/me', { method: 'GET', token: `${token}x` });
  await sendRaw(server, '/api/user/me', { method: 'GET', headers: { cookie: `jwt=${token}` } });
  await sendJson(server, '/api/user/tx/ignore', JSON.stringify({ [token]: 1 }), token);
}

/** Signs in, links, and unlinks, successfully and not, and records every secret. */
async function signInWithProviders(): Promise<void> {
  const browser = new ProviderBrowser(server);
  const credential = await browser.createCredential(newPerson());
  const authorizeUrl = new URL(await browser.startAppleSignIn());
  const location = await browser.consent(authorizeUrl.href, newPerson());
  const code = new URL(location, server.url).searchParams.get('code') ?? '';
  for (const _attempt of [1, 2]) {
    await browser.postCredential(credential);
    await browser.redeemAppleCode(code);
  }
  const { id } = await client.request('GET /user/me');
  const linkCode = await browser.appleCode(newPerson());
  const linkRequest = { body: { provider: 'APPLE', code: linkCode }, headers: browser.headers };
  await client.request('POST /user/identities', linkRequest);
  const [row] = await queryDatabase<{ sealed: string }>(
    server,
    'select sealed_refresh_token as sealed from user_identities where user_id = $1',
    [id],
  );
  const refreshToken = openAppleToken(server.services.sealer, asUserId(id), row?.sealed ?? '');
  await server.sandbox.control('faults', { provider: 'apple', kind: 'http_500', times: 3 });
  await client.request('DELETE /user/identities/:provider', { params: { provider: 'APPLE' } });
  signInSecrets = {
    credential,
    code,
    linkCode,
    refreshToken,
    state: authorizeUrl.searchParams.get('state') ?? '',
    nonce: authorizeUrl.searchParams.get('nonce') ?? '',
    ...cookiesOf(browser),
    googleNonce: String(decodeJwt(credential).nonce),
  };
}

/** The secrets in the browser's cookies, by the cookies' names. */
const cookiesOf = ({ headers }: ProviderBrowser): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(headers.cookie?.replaceAll('; ', '&')));

/** Makes syncs fail with errors of the SDK, which contain the request. */
async function failSyncs(): Promise<void> {
  for (const kind of ['http_500', 'malformed_json', 'drop_connection']) {
    await server.sandbox.control('faults', { provider: 'plaid', kind, times: 3 });
    await client.request('POST /user/plaid/sync_transactions', {});
    await client.waitForSyncs();
  }
  await server.sandbox.control('faults/clear', {});
  await client.request('POST /user/plaid/sync_transactions', {});
  await client.waitForSyncs();
}

/** Uses codes from emails, correctly and not. Some of the emails are delayed. Returns the codes. */
async function sendCodesEverywhere() {
  const otherEmail = 'canary-codes@example.com';
  const user = await signUp(server, otherEmail);
  await server.sandbox.control('faults', { provider: 'mail', kind: 'http_500', times: 2 });
  await user.request('POST /user/validate_email');
  const verify = extractCode(await waitForMail(server, otherEmail, 'Verify'));
  await user.request('POST /user/check_email_validation', { body: { code: verify } });
  await user.request('POST /user/email', { body: { email: `new-${otherEmail}` } });
  const change = extractCode(await waitForMail(server, `new-${otherEmail}`, 'Confirm your new'));
  await user.call('POST /user/resetpwd', { body: { code: change, password: newPassword } });
  await user.request('POST /user/forgotpwd', { body: { email: otherEmail } });
  const reset = extractCode(await waitForMail(server, otherEmail, 'Set a new password'));
  await user.call('POST /user/resetpwd', { body: { code: reset, password: 'short' } });
  await user.request('POST /user/resetpwd', { body: { code: reset, password: newPassword } });
  await user.call('POST /user/resetpwd', { body: { code: reset, password: newPassword } });
  await sendRaw(server, `/api/user/resetpwd?code=${reset}`, {});
  await user.request('POST /user/forgotpwd', { body: { email: otherEmail } });
  const unused = extractCode(await waitForMail(server, otherEmail, 'Set a new password', 1));
  // An email that is never sent, so its content stays stored.
  await server.sandbox.control('faults', { provider: 'mail', kind: 'http_500', times: 1_000 });
  await user.request('POST /user/forgotpwd', { body: { email } });
  await eventually(
    async () =>
      (await dumpDatabaseText(server.database.url)).includes('The mail server rejected the mail'),
    'an email is waiting',
  );
  return { reset, verify, change, unused };
}

async function readAccessToken(userId: string): Promise<string> {
  const connection = new pg.Client({ connectionString: server.database.url });
  await connection.connect();
  const { rows } = await connection.query<{ id: string; access_token_sealed: string }>(
    'select id, access_token_sealed from items where user_id = $1',
    [userId],
  );
  await connection.end();
  const [item] = rows;
  if (item === undefined) throw new Error('The item does not exist');
  return server.services.sealer.open(item.access_token_sealed, `${userId}/${item.id}`);
}

describe('a secret that was sent in every possible place', () => {
  const secrets = () => ({
    password,
    wrongPassword,
    sessionToken: client.token ?? 'none',
    sessionSignature: client.token?.split('.')[2] ?? 'none',
    accessToken,
    publicToken,
    newPassword,
    ...codes,
    providerKey: 'sandbox-secret',
    ...signInSecrets,
  });

  test('is not in the log', () => {
    const log = server.logged.map((line) => JSON.stringify(line)).join('\n');
    expect(server.logged.length).toBeGreaterThan(20);
    for (const [name, secret] of Object.entries(secrets()))
      expect(log.includes(secret), name).toBe(false);
  });

  test('is not in the database in plain text', async () => {
    const dump = await dumpDatabaseText(server.database.url);
    expect(dump).toContain(email);
    for (const [name, secret] of Object.entries(secrets()))
      expect(dump.includes(secret), name).toBe(false);
    expect(dump).toContain('$argon2id$v=19$m=47104,t=1,p=1$');
  });
});

test('an email code has at least 128 bits, and only its hash is stored', async () => {
  const dump = await dumpDatabaseText(server.database.url);
  for (const code of Object.values(codes)) {
    expect(Buffer.from(code, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
    expect(dump).toContain(createHash('sha256').update(code).digest('hex'));
  }
});

describe("a provider's token at rest", () => {
  test('is an access token of the sandbox', () => expect(accessToken).toMatch(/^access-sandbox-/));

  test('is checked together with all secrets of provider sign-ins', () => {
    expect(Object.keys(signInSecrets)).toHaveLength(9);
    for (const secret of Object.values(signInSecrets)) expect(secret.length).toBeGreaterThan(20);
  });

  test('cannot be decrypted if it is copied to another user', () => {
    const { sealer } = server.services;
    const sealed = sealer.seal(accessToken, 'one-user/one-item');
    expect(() => sealer.open(sealed, 'another-user/one-item')).toThrow();
  });
});

test('no provider call is made inside a transaction', () => {
  expect(providerCalls).toBeGreaterThan(5);
  expect(callsInTransactions).toEqual([]);
});

describe('the log', () => {
  test('has a request ID, a UTC time, and the user of signed-in requests', () => {
    const requests = server.logged.filter(({ event }) => event === 'request');
    expect(requests.length).toBeGreaterThan(10);
    for (const line of requests) {
      expect(line.request_id).toMatch(/^[0-9a-f-]{36}$/);
      expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
    }
    expect(requests.some(({ user_id }) => typeof user_id === 'string')).toBe(true);
  });

  test('records sign-ups, sign-ins, and linking', () => {
    const events = new Set(server.logged.map(({ event }) => event));
    for (const event of [
      'signed_up',
      'signed_in',
      'institution_linked',
      'sign_in_linked',
      'sign_in_unlinked',
    ])
      expect(events).toContain(event);
  });
});
