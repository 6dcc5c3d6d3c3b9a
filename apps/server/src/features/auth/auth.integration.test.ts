import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { sendRaw } from '../../../../../tests/support/raw-request.ts';
import {
  signIn,
  signUp,
  TestClient,
  testPassword,
} from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';

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
  test('takes a urlencoded form and answers a token of one hour', async () => {
    const answer = await post(
      new URLSearchParams({ username: email, password: testPassword, provider: 'email' }),
    );
    expect(answer.status).toBe(200);
    const body = JSON.parse(answer.text) as { access_token: string };
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

  test('takes a multipart form', async () => {
    expect(
      (await post(form({ username: email, password: testPassword, provider: 'email' }))).status,
    ).toBe(200);
  });

  test('knows the address in any letter case and with spaces around it', async () => {
    for (const username of [email.toLowerCase(), email.toUpperCase(), ` ${email} `])
      expect(await signIn(server, username, testPassword)).toBeTypeOf('string');
  });

  test('takes the client id of nobody: an empty credential is no sign-in', async () => {
    expect((await post(new URLSearchParams({}))).status).toBe(401);
    expect((await post(form({ username: email }))).status).toBe(401);
  });

  test('answers the same to a wrong password and to an unknown user', async () => {
    const ask = async (username: string, password: string) => {
      const { status, headers, text } = await post(new URLSearchParams({ username, password }));
      const { request_id: _own, ...problem } = JSON.parse(text) as Record<string, unknown>;
      const named = [...headers].filter(
        ([name]) => !['date', 'content-length', 'keep-alive'].includes(name),
      );
      return { status, problem, headers: named };
    };
    const wrong = await ask(email, 'not the password');
    const unknown = await ask(`${randomUUID()}@example.com`, 'not the password');
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({
      status: 401,
      problem: { code: 'invalid_credentials', detail: 'Invalid username or password' },
    });
  });

  test('the password counts to the last character and in its own letter case', async () => {
    const long = `${'abcdefghij'.repeat(25)}123456`;
    const address = `${randomUUID()}@example.com`;
    await new TestClient(server).reply('POST /signup', {
      body: { email: address, password: long },
    });
    expect(await signIn(server, address, long)).toBeTypeOf('string');
    for (const close of [
      long.slice(0, -1),
      `${long}x`,
      `${long.slice(0, -1)}7`,
      long.toUpperCase(),
      ` ${long}`,
    ])
      expect((await post(new URLSearchParams({ username: address, password: close }))).status).toBe(
        401,
      );
  });
});

describe('POST /auth/logout', () => {
  test('ends the session at once, and no other', async () => {
    const [one, other] = [
      await signIn(server, email, testPassword),
      await signIn(server, email, testPassword),
    ];
    const leaving = new TestClient(server, one);
    // A token that was verified before is remembered; the session is asked for all the same.
    expect((await leaving.call('GET /user/me')).status).toBe(200);
    expect((await leaving.call('POST /auth/logout')).status).toBe(204);
    expect((await leaving.call('GET /user/me')).status).toBe(401);
    expect((await leaving.call('POST /user/upgrade_token')).status).toBe(401);
    expect((await leaving.call('POST /auth/logout')).status).toBe(401);
    expect((await new TestClient(server, other).call('GET /user/me')).status).toBe(200);
  });
});

describe('POST /user/upgrade_token', () => {
  test('answers a new token for the same session', async () => {
    const fresh = await client.reply('POST /user/upgrade_token');
    expect(fresh.access_token).not.toBe(client.token);
    const [was, is] = [decodeJwt(client.token ?? ''), decodeJwt(fresh.access_token)];
    expect(is.sid).toBe(was.sid);
    expect(is.jti).not.toBe(was.jti);
    expect((await new TestClient(server, fresh.access_token).call('GET /user/me')).status).toBe(
      200,
    );
  });

  test('carries paid once a payment has come in, and the old token opens everything too', async () => {
    const buyer = await signUp(server);
    const { id } = await buyer.reply('GET /user/me');
    expect((await buyer.call('GET /user/accounts')).status).toBe(403);
    await server.sandbox.control('payments/complete', { client_reference_id: id, plan: 'yearly' });
    const token = await eventually(async () => {
      const { access_token } = await buyer.reply('POST /user/upgrade_token');
      return decodeJwt(access_token).subscription === 'paid' && access_token;
    }, 'the token says paid');
    expect((await new TestClient(server, token).call('GET /user/accounts')).status).toBe(200);
    expect(decodeJwt(buyer.token ?? '').subscription).toBe('free');
    expect((await buyer.call('GET /user/accounts')).status).toBe(200);
  });
});
