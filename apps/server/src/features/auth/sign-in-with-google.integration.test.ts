import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  enterWithGoogle,
  newPerson,
  ProviderBrowser,
} from '../../../../../tests/support/provider-sign-in.ts';
import { sendRaw } from '../../../../../tests/support/raw-request.ts';
import {
  signIn,
  signUp,
  TestClient,
  testPassword,
} from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { activityOf, ageCodes, usersNamed } from '../../../../../tests/support/user-rows.ts';

let server: TestServer;
let browser: ProviderBrowser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => {
  browser = new ProviderBrowser(server);
});
afterAll(() => server.stop());

const refusal = { status: 401, problem: { code: 'invalid_credentials' } };

describe('GET /auth/google/nonce', () => {
  test('gives another nonce each time, and the browser a cookie that scripts cannot read', async () => {
    const first = await sendRaw(server, '/api/auth/google/nonce', { method: 'GET' });
    const { nonce } = JSON.parse(first.text) as { nonce: string };
    expect(Buffer.from(nonce, 'base64url')).toHaveLength(32);
    const [cookie = ''] = first.headers.getSetCookie();
    expect(cookie).toMatch(/^cairn_google_sign_in=[\w-]{43}; /);
    for (const part of ['Max-Age=600', 'Path=/api', 'HttpOnly', 'SameSite=Lax'])
      expect(cookie).toContain(part);
    expect(cookie).not.toContain(nonce);
    expect(await browser.nonce()).not.toBe(nonce);
  });

  test('keeps the cookie that the browser has: another tab may be signing in with it', async () => {
    await browser.nonce();
    const { cookie } = browser.headers;
    await browser.nonce();
    expect(browser.headers.cookie).toBe(cookie);
  });

  test('makes a new cookie where the one sent is none of ours', async () => {
    for (const cookie of [
      'cairn_google_sign_in=x',
      `cairn_google_sign_in=${'"'.repeat(43)}`,
      'cairn_google_sign_in',
    ]) {
      const headers = { cookie };
      const answer = await sendRaw(server, '/api/auth/google/nonce', { method: 'GET', headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie()[0]).toMatch(/^cairn_google_sign_in=[\w-]{43};/);
    }
  });

  test('over https the cookie is sent over https only', async () => {
    const secure = await startTestServer({
      environment: { PUBLIC_URL: 'https://cairn.example' },
      sandbox: server.sandbox,
    });
    try {
      const answer = await sendRaw(secure, '/api/auth/google/nonce', { method: 'GET' });
      const [cookie = ''] = answer.headers.getSetCookie();
      expect(cookie).toMatch(/^__Secure-cairn_google_sign_in=.*; Secure/);
    } finally {
      await secure.stop();
    }
  });
});

describe('POST /auth/token with Google', () => {
  test('opens an account for a new person: verified, without a password, free', async () => {
    const person = newPerson();
    const { status, body } = await browser.signInWithGoogle(person);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3_600 });
    expect(decodeJwt(body.access_token)).toMatchObject({ username: person.email });
    const client = new TestClient(server, body.access_token);
    expect(await client.reply('GET /user/me')).toMatchObject({
      username: person.email,
      subscription_status: 'free',
      email_verified: true,
      providers: ['GOOGLE'],
    });
    expect(await activityOf(client, server)).toEqual(['signed_up', 'signed_in']);
    await expect(signIn(server, person.email, testPassword)).rejects.toThrow('401');
  });

  test('takes the forms that signing in with a password takes', async () => {
    for (const form of [new URLSearchParams(), new FormData()]) {
      form.set('provider', 'GOOGLE');
      form.set('credential', await browser.credential(newPerson()));
      const answer = await sendRaw(server, '/api/auth/token', {
        body: form,
        headers: browser.headers,
      });
      expect(answer.status, answer.text).toBe(200);
    }
  });

  test('knows the same person again, whatever their address is by then', async () => {
    const sub = randomUUID();
    const first = await enterWithGoogle(server, { ...newPerson(), sub });
    const again = await enterWithGoogle(server, { ...newPerson(), sub });
    const me = await first.reply('GET /user/me');
    expect(await again.reply('GET /user/me')).toEqual(me);
    expect(await activityOf(again, server)).toEqual(['signed_up', 'signed_in', 'signed_in']);
  });

  test('does not let somebody in whose address an account has, not even in other letters', async () => {
    const owner = await signUp(server);
    const { username } = await owner.reply('GET /user/me');
    for (const email of [username, username.toUpperCase()]) {
      const answer = await browser.signInWithGoogle({ email });
      expect(answer).toMatchObject({ status: 409, problem: { code: 'conflict' } });
      expect(answer.problem.detail).toMatch(/Sign in to it as before, then link Google/);
    }
    expect((await owner.reply('GET /user/me')).providers).toEqual(['email']);
    expect(await signIn(server, username, testPassword)).toBeTypeOf('string');
    // Who owns the account can read that somebody tried.
    expect(await activityOf(owner, server)).toContain('sign_in_refused');
  });

  test('nor somebody else with the address of an account that Google opened', async () => {
    const { email } = newPerson();
    await enterWithGoogle(server, { email, sub: randomUUID() });
    expect(await browser.signInWithGoogle({ email, sub: randomUUID() })).toMatchObject({
      status: 409,
    });
    expect(await usersNamed(server, email)).toBe(1);
  });

  test('refuses an address that Google has not verified, known or not', async () => {
    const person = { ...newPerson(), sub: randomUUID() };
    const unverified = { ...person, email_verified: false };
    const refused = { status: 422, problem: { code: 'unprocessable' } };
    expect(await browser.signInWithGoogle(unverified)).toMatchObject(refused);
    expect(await usersNamed(server, person.email)).toBe(0);
    await enterWithGoogle(server, person);
    expect(await browser.signInWithGoogle(unverified)).toMatchObject(refused);
  });

  test('refuses a credential that was used before', async () => {
    const credential = await browser.credential(newPerson());
    expect((await browser.useCredential(credential)).status).toBe(200);
    expect(await browser.useCredential(credential)).toMatchObject(refusal);
  });

  test('of one credential posted many times at once, one counts', async () => {
    const credential = await browser.credential(newPerson());
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.useCredential(credential)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  });

  test('refuses a credential in another browser, and in one without the cookie', async () => {
    const person = newPerson();
    const credential = await browser.credential(person);
    const other = new ProviderBrowser(server);
    expect(await other.useCredential(credential)).toMatchObject(refusal);
    await other.nonce();
    expect(await other.useCredential(credential)).toMatchObject(refusal);
    // Nobody else could use it up.
    expect((await browser.useCredential(credential)).status).toBe(200);
  });

  test('refuses a nonce that we never gave, and one that was given for something else', async () => {
    await browser.nonce();
    const state = new URL(await browser.setOut()).searchParams.get('state') ?? '';
    for (const nonce of ['made-up', state]) {
      const credential = await browser.credential(newPerson(), nonce);
      expect(await browser.useCredential(credential)).toMatchObject(refusal);
    }
  });

  test('refuses a nonce that is more than ten minutes old', async () => {
    const nonce = await browser.nonce();
    await ageCodes(server);
    const credential = await browser.credential(newPerson(), nonce);
    expect(await browser.useCredential(credential)).toMatchObject(refusal);
  });

  test.each([[''], ['x'], ['a.b.c'], ['é'.repeat(9_000)]])('refuses %j', async (credential) => {
    await browser.nonce();
    const answer = await browser.useCredential(credential);
    expect(answer.status).toBe(401);
    expect(answer.problem.detail).toMatch(/Please try again/);
  });

  test("refuses one that was signed by somebody else, and Apple's", async () => {
    const credential = await browser.credential(newPerson());
    const [head, claims] = credential.split('.');
    const forged = `${head}.${claims}.${Buffer.alloc(256, 1).toString('base64url')}`;
    expect(await browser.useCredential(forged)).toMatchObject(refusal);
    expect(server.logged).toContainEqual(expect.objectContaining({ event: 'id_token_refused' }));
  });

  test("takes no provider but email and Google: TOKEN is the client's own affair", async () => {
    for (const provider of ['TOKEN', 'APPLE', 'google', '__proto__', ''])
      expect(
        await new TestClient(server).call('POST /auth/token', {
          body: { provider, credential: await browser.credential(newPerson()) },
          headers: browser.headers,
        }),
      ).toMatchObject({ status: 422, problem: { code: 'unprocessable' } });
  });
});

test('of three tabs in which a new person signs in at once, all are in, with one account', async () => {
  await browser.nonce();
  for (let round = 0; round < 5; round += 1) {
    const person = { ...newPerson(), sub: randomUUID() };
    const credentials = await Promise.all([1, 2, 3].map(() => browser.credential(person)));
    const answers = await Promise.all(credentials.map((each) => browser.useCredential(each)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const ids = answers.map(({ body }) => decodeJwt(body.access_token).id);
    expect(new Set(ids).size).toBe(1);
    expect(await usersNamed(server, person.email)).toBe(1);
  }
});

test('of a sign-up and a sign-in with Google that want one address at once, one gets it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const person = newPerson();
    const credential = await browser.credential(person);
    const statuses = await Promise.all([
      browser.useCredential(credential).then(({ status }) => status),
      new TestClient(server)
        .call('POST /signup', { body: { email: person.email, password: testPassword } })
        .then(({ status }) => status),
    ]);
    expect([
      [200, 409],
      [409, 201],
    ]).toContainEqual(statuses);
    expect(await usersNamed(server, person.email)).toBe(1);
  }
});
