import { hash, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { sendRaw } from '../../../../../tests/support/requests/raw-request.ts';
import {
  signIn,
  signUp,
  TestClient,
  testPassword,
} from '../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let email: string;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  email = `Ada.${randomUUID()}@Example.com`;
  client = await signUp(server, email);
});
afterAll(() => server.stop());

const post = (body: FormData | URLSearchParams) => sendRaw(server, '/api/auth/token', { body });
const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

describe('POST /auth/token', () => {
  test('accepts a urlencoded form and returns a token for one hour', async () => {
    const response = await post(
      new URLSearchParams({ username: email, password: testPassword, provider: 'email' }),
    );
    expect(response.status).toBe(200);
    const body = JSON.parse(response.text) as { access_token: string };
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3_600,
    });
    expect(decodeJwt(body.access_token)).toMatchObject({
      username: email,
      subscription: 'free',
      email_verified: false,
    });
  });

  test('accepts a multipart form', async () => {
    expect(
      (await post(form({ username: email, password: testPassword, provider: 'email' }))).status,
    ).toBe(200);
  });

  test('ignores the case of the address and surrounding spaces', async () => {
    for (const username of [email.toLowerCase(), email.toUpperCase(), ` ${email} `])
      expect(await signIn(server, username, testPassword)).toBeTypeOf('string');
  });

  test('rejects missing credentials', async () => {
    expect((await post(new URLSearchParams({}))).status).toBe(401);
    expect((await post(form({ username: email }))).status).toBe(401);
  });

  test('gives a wrong password and an unknown user the same response', async () => {
    const attempt = async (username: string, password: string) => {
      const { status, headers, text } = await post(new URLSearchParams({ username, password }));
      const { request_id: _requestId, ...problem } = JSON.parse(text) as Record<string, unknown>;
      const stableHeaders = [...headers].filter(
        ([name]) => !['date', 'content-length', 'keep-alive'].includes(name),
      );
      return { status, problem, headers: stableHeaders };
    };
    const wrong = await attempt(email, 'not the password');
    const unknown = await attempt(`${randomUUID()}@example.com`, 'not the password');
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({
      status: 401,
      problem: { code: 'invalid_credentials', detail: 'Invalid username or password' },
    });
  });

  test('compares the whole password, including its case', async () => {
    // The longest password that is accepted, without repetitions.
    const digits = ['a', 'b', 'c', 'd'].map((text) => hash('sha256', text)).join('');
    const long = `${digits.slice(0, -1)}6`;
    const address = `${randomUUID()}@example.com`;
    await new TestClient(server).request('POST /signup', {
      body: { email: address, password: long },
    });
    expect(await signIn(server, address, long)).toBeTypeOf('string');
    for (const similar of [
      long.slice(0, -1),
      `${long}x`,
      `${long.slice(0, -1)}7`,
      long.toUpperCase(),
      ` ${long}`,
    ])
      expect(
        (await post(new URLSearchParams({ username: address, password: similar }))).status,
      ).toBe(401);
  });
});

describe('POST /auth/logout', () => {
  test('ends this session immediately, and no other session', async () => {
    const [token, otherToken] = [
      await signIn(server, email, testPassword),
      await signIn(server, email, testPassword),
    ];
    const signingOut = new TestClient(server, token);
    // Verified tokens are cached, but the session is checked on every request.
    expect((await signingOut.call('GET /user/me')).status).toBe(200);
    expect((await signingOut.call('POST /auth/logout')).status).toBe(204);
    expect((await signingOut.call('GET /user/me')).status).toBe(401);
    expect((await signingOut.call('POST /user/upgrade_token')).status).toBe(401);
    expect((await signingOut.call('POST /auth/logout')).status).toBe(401);
    expect((await new TestClient(server, otherToken).call('GET /user/me')).status).toBe(200);
  });
});

describe('POST /user/upgrade_token', () => {
  test('returns a new token for the same session', async () => {
    const fresh = await client.request('POST /user/upgrade_token');
    expect(fresh.access_token).not.toBe(client.token);
    const [before, after] = [decodeJwt(client.token ?? ''), decodeJwt(fresh.access_token)];
    expect(after.sid).toBe(before.sid);
    expect(after.jti).not.toBe(before.jti);
    expect((await new TestClient(server, fresh.access_token).call('GET /user/me')).status).toBe(
      200,
    );
  });

  test('returns a paid token after a payment, and the old token gains access too', async () => {
    const buyer = await signUp(server);
    const { id } = await buyer.request('GET /user/me');
    expect((await buyer.call('GET /user/accounts')).status).toBe(403);
    await server.sandbox.control('payments/complete', { client_reference_id: id, plan: 'yearly' });
    const token = await eventually(async () => {
      const { access_token } = await buyer.request('POST /user/upgrade_token');
      return decodeJwt(access_token).subscription === 'paid' && access_token;
    }, 'the new token says that the user has paid');
    expect((await new TestClient(server, token).call('GET /user/accounts')).status).toBe(200);
    expect(decodeJwt(buyer.token ?? '').subscription).toBe('free');
    expect((await buyer.call('GET /user/accounts')).status).toBe(200);
  });
});
