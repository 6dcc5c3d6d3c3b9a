import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  enterWithApple,
  enterWithGoogle,
  newPerson,
  ProviderBrowser,
} from '../../../../../tests/support/provider-sign-in.ts';
import { expectProblem, sendRaw } from '../../../../../tests/support/raw-request.ts';
import { signUp, TestClient } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import {
  activityOf,
  ageCodes,
  askDatabase,
  usersNamed,
} from '../../../../../tests/support/user-rows.ts';

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
const callback = '/api/code/apple/callback';
/** Posts to the callback what Apple's site would let a browser post. */
const post = (fields: Record<string, string>) =>
  sendRaw(server, callback, { body: new URLSearchParams(fields) });
const goesTo = async (fields: Record<string, string>) => {
  const { status, headers } = await post(fields);
  expect(status).toBe(303);
  return headers.get('location');
};
const stateOf = (authorizeUrl: string) => new URL(authorizeUrl).searchParams.get('state') ?? '';

describe('GET /code/apple', () => {
  test('leads to Apple with a state and a nonce, and gives the browser a cookie', async () => {
    const answer = await sendRaw(server, '/api/code/apple', { method: 'GET' });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const url = new URL(answer.headers.get('location') ?? '');
    expect(url.origin + url.pathname).toBe(
      `http://127.0.0.1:${server.sandbox.port}/apple/auth/authorize`,
    );
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({
      client_id: 'sandbox-client',
      redirect_uri: `${server.url}${callback}`,
      response_type: 'code id_token',
      response_mode: 'form_post',
      scope: 'name email',
    });
    for (const secret of [asked.state, asked.nonce])
      expect(Buffer.from(secret ?? '', 'base64url')).toHaveLength(32);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(
      /^cairn_apple_sign_in=[\w-]{43}; Max-Age=600; Path=\/api; HttpOnly; SameSite=L/,
    );
  });

  test('goes nowhere else, whatever the address asks for', async () => {
    const elsewhere = '?redirect_uri=https://evil.example&next=//evil.example&return_to=/x';
    const answer = await sendRaw(server, `/api/code/apple${elsewhere}`, { method: 'GET' });
    expect(answer.headers.get('location')).not.toContain('evil');
  });
});

describe('POST /code/apple/callback', () => {
  test('leads to a page of ours with a code, and with nothing that says who it is', async () => {
    const person = newPerson();
    const location = await browser.consent(await browser.setOut(), person);
    const url = new URL(location, server.url);
    expect(url.origin).toBe(server.url);
    expect(url.pathname).toBe('/apple/cb');
    expect([...url.searchParams.keys()]).toEqual(['code']);
    expect(location).not.toContain(person.email);
  });

  test('whose person said no leads to the same page, which can say so', async () => {
    const location = await browser.consent(await browser.setOut(), { ...newPerson(), deny: true });
    expect(new URL(location, server.url).search).toBe('?error=cancelled');
  });

  test('with a state of ours and any other error says that it failed', async () => {
    for (const fields of [
      { error: 'invalid_scope' },
      { error: 'https://evil.example' },
      { code: 'c' },
      {},
    ]) {
      const state = stateOf(await browser.setOut());
      expect(await goesTo({ ...fields, state } as Record<string, string>)).toBe(
        '/apple/cb?error=failed',
      );
    }
  });

  test('with a state that we never gave, or gave for something else, has run out', async () => {
    const nonce = await browser.nonce();
    for (const state of ['made-up', nonce, ' '])
      expect(await goesTo({ state, code: 'c', id_token: 'a.b.c' })).toBe('/apple/cb?error=expired');
  });

  test('with a state that is more than ten minutes old has run out', async () => {
    const authorizeUrl = await browser.setOut();
    await ageCodes(server);
    const location = await browser.consent(authorizeUrl, newPerson());
    expect(new URL(location, server.url).search).toBe('?error=expired');
  });

  test('with a state that was used before has run out', async () => {
    const authorizeUrl = await browser.setOut();
    const person = newPerson();
    await browser.consent(authorizeUrl, person);
    const again = await browser.consent(authorizeUrl, person);
    expect(new URL(again, server.url).search).toBe('?error=expired');
  });

  test('with a token that is not from Apple has run out, and no code is asked for', async () => {
    const state = stateOf(await browser.setOut());
    const google = await browser.credential(newPerson());
    const before = await tokenCalls();
    for (const id_token of ['a.b.c', google]) {
      const fields = { state: stateOf(await browser.setOut()), code: 'c', id_token };
      expect(await goesTo(fields)).toBe('/apple/cb?error=expired');
    }
    expect(await goesTo({ state, code: 'c', id_token: '' })).toBe('/apple/cb?error=failed');
    expect(await tokenCalls()).toBe(before);
  });

  test('without a state is not from Apple', async () => {
    for (const fields of [{}, { state: '' }, { code: 'c', id_token: 'a.b.c' }])
      expectProblem(await post(fields as Record<string, string>), 400);
  });

  test('tells nobody anything about tokens or people in its address, whatever is posted', async () => {
    const state = stateOf(await browser.setOut());
    const fields = { state, error: 'x', user: '{"email":"a@b.co"}', redirect: '//evil.example' };
    expect(await goesTo(fields)).toBe('/apple/cb?error=failed');
  });
});

/** How often the sandbox was asked to exchange a code. */
async function tokenCalls(): Promise<number> {
  const log = await server.sandbox.control<{ path: string }[]>('log');
  return log.filter(({ path }) => path === '/apple/auth/token').length;
}

describe('POST /user/check_apple_otc', () => {
  test('opens an account for a new person and answers a name and a token', async () => {
    const person = newPerson();
    const { status, body } = await browser.signInWithApple(person);
    expect(status).toBe(200);
    expect(body).toEqual({ username: person.email, access_token: expect.any(String) });
    const client = new TestClient(server, body.access_token);
    expect(await client.reply('GET /user/me')).toMatchObject({
      username: person.email,
      email_verified: true,
      providers: ['APPLE'],
    });
    expect(await activityOf(client, server)).toEqual(['signed_up', 'signed_in']);
  });

  test('takes the hidden address for what it is: one that mail reaches', async () => {
    const email = `${randomUUID()}@privaterelay.appleid.com`;
    const client = await enterWithApple(server, { email });
    expect((await client.reply('GET /user/me')).username).toBe(email);
  });

  test('knows the same person again, under the name that they have here', async () => {
    const person = { ...newPerson(), sub: randomUUID() };
    const first = await enterWithApple(server, person);
    const { body } = await browser.signInWithApple({ ...newPerson(), sub: person.sub });
    expect(body.username).toBe(person.email);
    expect(decodeJwt(body.access_token).id).toBe((await first.reply('GET /user/me')).id);
  });

  test('does not let somebody in whose address an account has', async () => {
    const owner = await signUp(server);
    const { username } = await owner.reply('GET /user/me');
    const answer = await browser.signInWithApple({ email: username });
    expect(answer).toMatchObject({ status: 409, problem: { code: 'conflict' } });
    expect(answer.problem.detail).toMatch(/then link Apple in your profile/);
    expect((await owner.reply('GET /user/me')).providers).toEqual(['email']);
  });

  test("nor by a Google account's subject: who somebody is goes by the issuer too", async () => {
    const sub = randomUUID();
    const google = await enterWithGoogle(server, { ...newPerson(), sub });
    const apple = await enterWithApple(server, { ...newPerson(), sub });
    const ids = await Promise.all([google, apple].map((each) => each.reply('GET /user/me')));
    expect(ids[0]?.id).not.toBe(ids[1]?.id);
  });

  test('refuses an address that Apple has not verified', async () => {
    const person = { ...newPerson(), email_verified: false };
    expect(await browser.signInWithApple(person)).toMatchObject({
      status: 422,
      problem: { code: 'unprocessable' },
    });
    expect(await usersNamed(server, person.email)).toBe(0);
  });

  test('refuses a code that was used before; of many at once, one counts', async () => {
    const code = await browser.appleCode(newPerson());
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.useAppleCode(code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    expect(await browser.useAppleCode(code)).toMatchObject(refusal);
  });

  test('refuses a code in another browser, and in one without the cookie', async () => {
    const code = await browser.appleCode(newPerson());
    const other = new ProviderBrowser(server);
    expect(await other.useAppleCode(code)).toMatchObject(refusal);
    await other.setOut();
    expect(await other.useAppleCode(code)).toMatchObject(refusal);
    expect((await browser.useAppleCode(code)).status).toBe(200);
  });

  test('refuses a code that has run out, one that we never gave, and one for something else', async () => {
    const code = await browser.appleCode(newPerson());
    await ageCodes(server);
    const state = stateOf(await browser.setOut());
    for (const each of [code, 'made-up', '', state, await browser.nonce()])
      expect(await browser.useAppleCode(each)).toMatchObject(refusal);
  });
});

test("Apple's refresh token is kept sealed, bound to its user, the newest of them", async () => {
  const person = { ...newPerson(), sub: randomUUID() };
  const client = await enterWithApple(server, person);
  const { id } = await client.reply('GET /user/me');
  const kept = async () => {
    const [row] = await askDatabase<{ sealed_refresh_token: string }>(
      server,
      'select sealed_refresh_token from user_identities where user_id = $1',
      [id],
    );
    return row?.sealed_refresh_token ?? '';
  };
  const { sealer } = server.services;
  const first = sealer.open(await kept(), `apple ${id}`);
  expect(first.length).toBeGreaterThan(20);
  expect(await kept()).not.toContain(first);
  const sealed = await kept();
  expect(() => sealer.open(sealed, `apple ${randomUUID()}`)).toThrow();
  await enterWithApple(server, person);
  const second = sealer.open(await kept(), `apple ${id}`);
  expect(second).not.toBe(first);
});
