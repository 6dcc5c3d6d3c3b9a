import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ageOneTimeCodes,
  countUsersWithEmail,
  listActivity,
  queryDatabase,
} from '../../../../../../tests/support/database/database-queries.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  newPerson,
  ProviderBrowser,
  signInWithApple,
  signInWithGoogle,
} from '../../../../../../tests/support/requests/provider-sign-in.ts';
import { expectProblem, sendRaw } from '../../../../../../tests/support/requests/raw-request.ts';
import { signUp, TestClient } from '../../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let browser: ProviderBrowser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => {
  browser = new ProviderBrowser(server);
});
afterAll(() => server.stop());

const invalidCredentials = { status: 401, problem: { code: 'invalid_credentials' } };
const callback = '/api/code/apple/callback';
/** Posts a form to the callback, as the browser does from Apple's site. */
const postCallback = (fields: Record<string, string>) =>
  sendRaw(server, callback, { body: new URLSearchParams(fields) });
/** Posts to the callback and returns the redirect's location. */
const postAndGetRedirect = async (fields: Record<string, string>) => {
  const { status, headers } = await postCallback(fields);
  expect(status).toBe(303);
  return headers.get('location');
};
const stateOf = (authorizeUrl: string) => new URL(authorizeUrl).searchParams.get('state') ?? '';

const unexpectedErrors = () => server.logged.filter(({ event }) => event === 'unexpected_error');

describe('GET /code/apple', () => {
  test('redirects to Apple with a state and a nonce, and sets a cookie', async () => {
    const response = await sendRaw(server, '/api/code/apple', { method: 'GET' });
    expect(response.status).toBe(302);
    expect(response.headers.get('cache-control')).toBe('no-store');
    // A second attempt to send the response would log an unexpected error.
    expect(unexpectedErrors()).toEqual([]);
    const url = new URL(response.headers.get('location') ?? '');
    expect(url.origin + url.pathname).toBe(
      `http://127.0.0.1:${server.sandbox.port}/apple/auth/authorize`,
    );
    const parameters = Object.fromEntries(url.searchParams);
    expect(parameters).toMatchObject({
      client_id: 'sandbox-client',
      redirect_uri: `${server.url}${callback}`,
      response_type: 'code id_token',
      response_mode: 'form_post',
      scope: 'name email',
    });
    for (const secret of [parameters.state, parameters.nonce])
      expect(Buffer.from(secret ?? '', 'base64url')).toHaveLength(32);
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(
      /^cairn_apple_sign_in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=L/,
    );
  });

  test('ignores redirect parameters in the query', async () => {
    const query = '?redirect_uri=https://evil.example&next=//evil.example&return_to=/x';
    const response = await sendRaw(server, `/api/code/apple${query}`, { method: 'GET' });
    expect(response.headers.get('location')).not.toContain('evil');
  });
});

describe('POST /code/apple/callback', () => {
  test('redirects to our page with a code and no personal data', async () => {
    const person = newPerson();
    const location = await browser.consent(await browser.startAppleSignIn(), person);
    const url = new URL(location, server.url);
    expect(url.origin).toBe(server.url);
    expect(url.pathname).toBe('/apple/cb');
    expect([...url.searchParams.keys()]).toEqual(['code']);
    expect(location).not.toContain(person.email);
  });

  test('redirects with the error cancelled if the user declined at Apple', async () => {
    const location = await browser.consent(await browser.startAppleSignIn(), {
      ...newPerson(),
      deny: true,
    });
    expect(new URL(location, server.url).search).toBe('?error=cancelled');
  });

  test('redirects with the error failed for a valid state and any other error', async () => {
    for (const fields of [
      { error: 'invalid_scope' },
      { error: 'https://evil.example' },
      { code: 'c' },
      {},
    ]) {
      const state = stateOf(await browser.startAppleSignIn());
      expect(await postAndGetRedirect({ ...fields, state } as Record<string, string>)).toBe(
        '/apple/cb?error=failed',
      );
    }
  });

  test('redirects with the error expired for a state that we never issued or issued for another purpose', async () => {
    const nonce = await browser.fetchNonce();
    for (const state of ['made-up', nonce, ' '])
      expect(await postAndGetRedirect({ state, code: 'c', id_token: 'a.b.c' })).toBe(
        '/apple/cb?error=expired',
      );
  });

  test('redirects with the error expired for a state older than ten minutes', async () => {
    const authorizeUrl = await browser.startAppleSignIn();
    await ageOneTimeCodes(server);
    const location = await browser.consent(authorizeUrl, newPerson());
    expect(new URL(location, server.url).search).toBe('?error=expired');
  });

  test('redirects with the error expired for a state that was already used', async () => {
    const authorizeUrl = await browser.startAppleSignIn();
    const person = newPerson();
    await browser.consent(authorizeUrl, person);
    const secondLocation = await browser.consent(authorizeUrl, person);
    expect(new URL(secondLocation, server.url).search).toBe('?error=expired');
  });

  test('redirects with the error expired for a token that is not from Apple, without exchanging the code', async () => {
    const state = stateOf(await browser.startAppleSignIn());
    const google = await browser.createCredential(newPerson());
    const before = await countTokenCalls();
    for (const id_token of ['a.b.c', google]) {
      const fields = { state: stateOf(await browser.startAppleSignIn()), code: 'c', id_token };
      expect(await postAndGetRedirect(fields)).toBe('/apple/cb?error=expired');
    }
    expect(await postAndGetRedirect({ state, code: 'c', id_token: '' })).toBe(
      '/apple/cb?error=failed',
    );
    expect(await countTokenCalls()).toBe(before);
  });

  test('responds 400 without a state', async () => {
    for (const fields of [{}, { state: '' }, { code: 'c', id_token: 'a.b.c' }])
      expectProblem(await postCallback(fields as Record<string, string>), 400);
  });

  test('puts no posted field into the redirect URL', async () => {
    const state = stateOf(await browser.startAppleSignIn());
    const fields = { state, error: 'x', user: '{"email":"a@b.co"}', redirect: '//evil.example' };
    expect(await postAndGetRedirect(fields)).toBe('/apple/cb?error=failed');
  });
});

/** Counts the code exchanges that the sandbox received. */
async function countTokenCalls(): Promise<number> {
  const log = await server.sandbox.control<{ path: string }[]>('log');
  return log.filter(({ path }) => path === '/apple/auth/token').length;
}

describe('POST /user/check_apple_otc', () => {
  test('signs up a new user and returns their username and a token', async () => {
    const person = newPerson();
    const { status, body } = await browser.signInWithApple(person);
    expect(status).toBe(200);
    expect(body).toEqual({ username: person.email, access_token: expect.any(String) });
    const client = new TestClient(server, body.access_token);
    expect(await client.request('GET /user/me')).toMatchObject({
      username: person.email,
      email_verified: true,
      providers: ['APPLE'],
    });
    expect(await listActivity(client, server)).toEqual(['signed_up', 'signed_in']);
  });

  test('accepts a private relay address', async () => {
    const email = `${randomUUID()}@privaterelay.appleid.com`;
    const client = await signInWithApple(server, { email });
    expect((await client.request('GET /user/me')).username).toBe(email);
  });

  test('signs in the same user again, with the username of their account', async () => {
    const person = { ...newPerson(), sub: randomUUID() };
    const first = await signInWithApple(server, person);
    const { body } = await browser.signInWithApple({ ...newPerson(), sub: person.sub });
    expect(body.username).toBe(person.email);
    expect(decodeJwt(body.access_token).id).toBe((await first.request('GET /user/me')).id);
  });

  test('responds 409 if another account has the same address', async () => {
    const owner = await signUp(server);
    const { username } = await owner.request('GET /user/me');
    const response = await browser.signInWithApple({ email: username });
    expect(response).toMatchObject({ status: 409, problem: { code: 'conflict' } });
    expect(response.problem.detail).toMatch(/then link Apple in your profile/);
    expect((await owner.request('GET /user/me')).providers).toEqual(['email']);
  });

  test('distinguishes identities with the same subject by issuer', async () => {
    const sub = randomUUID();
    const google = await signInWithGoogle(server, { ...newPerson(), sub });
    const apple = await signInWithApple(server, { ...newPerson(), sub });
    const ids = await Promise.all([google, apple].map((client) => client.request('GET /user/me')));
    expect(ids[0]?.id).not.toBe(ids[1]?.id);
  });

  test('rejects an address that Apple has not verified', async () => {
    const person = { ...newPerson(), email_verified: false };
    expect(await browser.signInWithApple(person)).toMatchObject({
      status: 422,
      problem: { code: 'unprocessable' },
    });
    expect(await countUsersWithEmail(server, person.email)).toBe(0);
  });

  test('accepts a code once, even from concurrent requests', async () => {
    const code = await browser.appleCode(newPerson());
    const responses = await Promise.all([1, 2, 3, 4].map(() => browser.redeemAppleCode(code)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    expect(await browser.redeemAppleCode(code)).toMatchObject(invalidCredentials);
  });

  test('rejects a code in another browser, with or without a cookie', async () => {
    const code = await browser.appleCode(newPerson());
    const other = new ProviderBrowser(server);
    expect(await other.redeemAppleCode(code)).toMatchObject(invalidCredentials);
    await other.startAppleSignIn();
    expect(await other.redeemAppleCode(code)).toMatchObject(invalidCredentials);
    expect((await browser.redeemAppleCode(code)).status).toBe(200);
  });

  test('rejects a code that has expired, was never issued, or was issued for another purpose', async () => {
    const code = await browser.appleCode(newPerson());
    await ageOneTimeCodes(server);
    const state = stateOf(await browser.startAppleSignIn());
    for (const invalid of [code, 'made-up', '', state, await browser.fetchNonce()])
      expect(await browser.redeemAppleCode(invalid)).toMatchObject(invalidCredentials);
  });
});

test("Apple's newest refresh token is stored sealed and bound to its user", async () => {
  const person = { ...newPerson(), sub: randomUUID() };
  const client = await signInWithApple(server, person);
  const { id } = await client.request('GET /user/me');
  const readSealedToken = async () => {
    const [row] = await queryDatabase<{ sealed_refresh_token: string }>(
      server,
      'select sealed_refresh_token from user_identities where user_id = $1',
      [id],
    );
    return row?.sealed_refresh_token ?? '';
  };
  const { sealer } = server.services;
  const first = sealer.open(await readSealedToken(), `apple ${id}`);
  expect(first.length).toBeGreaterThan(20);
  expect(await readSealedToken()).not.toContain(first);
  const sealed = await readSealedToken();
  expect(() => sealer.open(sealed, `apple ${randomUUID()}`)).toThrow();
  await signInWithApple(server, person);
  const second = sealer.open(await readSealedToken(), `apple ${id}`);
  expect(second).not.toBe(first);
});
