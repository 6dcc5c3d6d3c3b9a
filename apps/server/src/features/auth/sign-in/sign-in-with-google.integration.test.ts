import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  countUsersWithEmail,
  listActivity,
} from '../../../../../../tests/support/database/database-queries.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  newPerson,
  ProviderBrowser,
  signInWithGoogle,
} from '../../../../../../tests/support/requests/provider-sign-in.ts';
import { sendRaw } from '../../../../../../tests/support/requests/raw-request.ts';
import {
  signIn,
  signUp,
  TestClient,
  testPassword,
} from '../../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let browser: ProviderBrowser;
/** Milliseconds by which the server's clock is ahead. */
let clockOffset = 0;

beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(Date.now() + clockOffset) } });
});
beforeEach(() => {
  browser = new ProviderBrowser(server);
});
afterAll(() => server.stop());

const invalidCredentials = { status: 401, problem: { code: 'invalid_credentials' } };

describe('GET /auth/google/nonce', () => {
  test('returns a new nonce each time and sets an HttpOnly cookie', async () => {
    const first = await sendRaw(server, '/api/auth/google/nonce', { method: 'GET' });
    const { nonce } = JSON.parse(first.text) as { nonce: string };
    expect(nonce).toMatch(/^[\w.-]{60,120}$/);
    const [cookie = ''] = first.headers.getSetCookie();
    expect(cookie).toMatch(/^cairn_google_sign_in=[\w-]{43}; /);
    for (const part of ['Max-Age=600', 'Path=/;', 'HttpOnly', 'SameSite=Lax'])
      expect(cookie).toContain(part);
    expect(cookie).not.toContain(nonce);
    expect(await browser.fetchNonce()).not.toBe(nonce);
  });

  test('keeps an existing cookie, because another tab may be signing in with it', async () => {
    await browser.fetchNonce();
    const { cookie } = browser.headers;
    await browser.fetchNonce();
    expect(browser.headers.cookie).toBe(cookie);
  });

  test('replaces a cookie that is not valid', async () => {
    for (const cookie of [
      'cairn_google_sign_in=x',
      `cairn_google_sign_in=${'"'.repeat(43)}`,
      'cairn_google_sign_in',
    ]) {
      const headers = { cookie };
      const response = await sendRaw(server, '/api/auth/google/nonce', { method: 'GET', headers });
      expect(response.status).toBe(200);
      expect(response.headers.getSetCookie()[0]).toMatch(/^cairn_google_sign_in=[\w-]{43};/);
    }
  });

  test('over https, sets a Secure cookie that no other host can set', async () => {
    const secure = await startTestServer({
      environment: { PUBLIC_URL: 'https://localhost:8443' },
      sandbox: server.sandbox,
    });
    try {
      const response = await sendRaw(secure, '/api/auth/google/nonce', { method: 'GET' });
      const [cookie = ''] = response.headers.getSetCookie();
      expect(cookie).toMatch(/^__Host-cairn_google_sign_in=.*; Path=\/; .*Secure/);
      expect(cookie).not.toContain('Domain');
      // A neighboring domain can plant a cookie only without the prefix.
      const planted = { cookie: `cairn_google_sign_in=${'x'.repeat(43)}` };
      const { headers } = await sendRaw(secure, '/api/auth/google/nonce', {
        method: 'GET',
        headers: planted,
      });
      expect(headers.getSetCookie()[0]).not.toContain('xxx');
    } finally {
      await secure.stop();
    }
  });
});

describe('POST /auth/token with Google', () => {
  test("deletes the browser's cookie, so that a cookie planted by an attacker is useless afterward", async () => {
    const { headers } = await browser.signInWithGoogle(newPerson());
    const deletedCookie = headers.getSetCookie().find((line) => line.startsWith('cairn_google'));
    expect(deletedCookie).toMatch(/^cairn_google_sign_in=; Max-Age=0; Path=\/; /);
  });

  test('signs up a new user: verified, free, and without a password', async () => {
    const person = newPerson();
    const { status, body } = await browser.signInWithGoogle(person);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3_600 });
    expect(decodeJwt(body.access_token)).toMatchObject({ username: person.email });
    const client = new TestClient(server, body.access_token);
    expect(await client.request('GET /user/me')).toMatchObject({
      username: person.email,
      subscription_status: 'free',
      email_verified: true,
      providers: ['GOOGLE'],
    });
    expect(await listActivity(client, server)).toEqual(['signed_up', 'signed_in']);
    await expect(signIn(server, person.email, testPassword)).rejects.toThrow('401');
  });

  test('accepts urlencoded and multipart forms', async () => {
    for (const form of [new URLSearchParams(), new FormData()]) {
      form.set('provider', 'GOOGLE');
      form.set('credential', await browser.createCredential(newPerson()));
      const response = await sendRaw(server, '/api/auth/token', {
        body: form,
        headers: browser.headers,
      });
      expect(response.status, response.text).toBe(200);
    }
  });

  test('signs in the same user again after their address changed at Google', async () => {
    const sub = randomUUID();
    const first = await signInWithGoogle(server, { ...newPerson(), sub });
    const later = await signInWithGoogle(server, { ...newPerson(), sub });
    const me = await first.request('GET /user/me');
    expect(await later.request('GET /user/me')).toEqual(me);
    expect(await listActivity(later, server)).toEqual(['signed_up', 'signed_in', 'signed_in']);
  });

  test('responds 409 if another account has the same address in any case', async () => {
    const owner = await signUp(server);
    const { username } = await owner.request('GET /user/me');
    for (const email of [username, username.toUpperCase()]) {
      const response = await browser.signInWithGoogle({ email });
      expect(response).toMatchObject({ status: 409, problem: { code: 'conflict' } });
      expect(response.problem.detail).toMatch(/Sign in to it as usual, then link Google/);
    }
    expect((await owner.request('GET /user/me')).providers).toEqual(['email']);
    expect(await signIn(server, username, testPassword)).toBeTypeOf('string');
    // The owner of the account sees the attempt in their activity.
    expect(await listActivity(owner, server)).toContain('sign_in_failed');
  });

  test('responds 409 to another Google account with the address of an existing one', async () => {
    const { email } = newPerson();
    await signInWithGoogle(server, { email, sub: randomUUID() });
    expect(await browser.signInWithGoogle({ email, sub: randomUUID() })).toMatchObject({
      status: 409,
    });
    expect(await countUsersWithEmail(server, email)).toBe(1);
  });

  test('rejects an address that Google has not verified, for new and existing users', async () => {
    const person = { ...newPerson(), sub: randomUUID() };
    const unverified = { ...person, email_verified: false };
    const unprocessable = { status: 422, problem: { code: 'unprocessable' } };
    expect(await browser.signInWithGoogle(unverified)).toMatchObject(unprocessable);
    expect(await countUsersWithEmail(server, person.email)).toBe(0);
    await signInWithGoogle(server, person);
    expect(await browser.signInWithGoogle(unverified)).toMatchObject(unprocessable);
  });

  test('rejects a credential that was already used', async () => {
    const credential = await browser.createCredential(newPerson());
    expect((await browser.postCredential(credential)).status).toBe(200);
    expect(await browser.postCredential(credential)).toMatchObject(invalidCredentials);
  });

  test('accepts only one of several concurrent requests with the same credential', async () => {
    const credential = await browser.createCredential(newPerson());
    const responses = await Promise.all([1, 2, 3, 4].map(() => browser.postCredential(credential)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  });

  test('rejects a credential in another browser, with or without a cookie', async () => {
    const person = newPerson();
    const credential = await browser.createCredential(person);
    const other = new ProviderBrowser(server);
    expect(await other.postCredential(credential)).toMatchObject(invalidCredentials);
    await other.fetchNonce();
    expect(await other.postCredential(credential)).toMatchObject(invalidCredentials);
    // The rejected requests did not use up the credential.
    expect((await browser.postCredential(credential)).status).toBe(200);
  });

  test('rejects a nonce that was never issued or was issued for another purpose', async () => {
    await browser.fetchNonce();
    const state = new URL(await browser.startAppleSignIn()).searchParams.get('state') ?? '';
    for (const nonce of ['made-up', state]) {
      const credential = await browser.createCredential(newPerson(), nonce);
      expect(await browser.postCredential(credential)).toMatchObject(invalidCredentials);
    }
  });

  test('rejects a nonce older than ten minutes', async () => {
    clockOffset = -11 * 60_000;
    const nonce = await browser.fetchNonce();
    clockOffset = 0;
    const credential = await browser.createCredential(newPerson(), nonce);
    expect(await browser.postCredential(credential)).toMatchObject(invalidCredentials);
  });

  test.each([[''], ['x'], ['a.b.c'], ['é'.repeat(9_000)]])(
    'rejects the malformed credential %j',
    async (credential) => {
      await browser.fetchNonce();
      const response = await browser.postCredential(credential);
      expect(response.status).toBe(401);
      expect(response.problem.detail).toMatch(/Please try again/);
    },
  );

  test('rejects a credential with a forged signature', async () => {
    const credential = await browser.createCredential(newPerson());
    const [head, claims] = credential.split('.');
    const forged = `${head}.${claims}.${Buffer.alloc(256, 1).toString('base64url')}`;
    expect(await browser.postCredential(forged)).toMatchObject(invalidCredentials);
    expect(server.logged).toContainEqual(expect.objectContaining({ event: 'id_token_refused' }));
  });

  test('rejects every provider except email and GOOGLE', async () => {
    for (const provider of ['TOKEN', 'APPLE', 'google', '__proto__', ''])
      expect(
        await new TestClient(server).call('POST /auth/token', {
          body: { provider, credential: await browser.createCredential(newPerson()) },
          headers: browser.headers,
        }),
      ).toMatchObject({ status: 422, problem: { code: 'unprocessable' } });
  });
});

test('three concurrent sign-ins of a new user succeed and create one account', async () => {
  await browser.fetchNonce();
  for (let round = 0; round < 5; round += 1) {
    const person = { ...newPerson(), sub: randomUUID() };
    const credentials = await Promise.all([1, 2, 3].map(() => browser.createCredential(person)));
    const responses = await Promise.all(
      credentials.map((credential) => browser.postCredential(credential)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const ids = responses.map(({ body }) => decodeJwt(body.access_token).id);
    expect(new Set(ids).size).toBe(1);
    expect(await countUsersWithEmail(server, person.email)).toBe(1);
  }
});

test('a concurrent sign-up and Google sign-in with one address create one account', async () => {
  for (let round = 0; round < 5; round += 1) {
    const person = newPerson();
    const credential = await browser.createCredential(person);
    const statuses = await Promise.all([
      browser.postCredential(credential).then(({ status }) => status),
      new TestClient(server)
        .call('POST /signup', { body: { email: person.email, password: testPassword } })
        .then(({ status }) => status),
    ]);
    expect([
      [200, 409],
      [409, 201],
    ]).toContainEqual(statuses);
    expect(await countUsersWithEmail(server, person.email)).toBe(1);
  }
});
