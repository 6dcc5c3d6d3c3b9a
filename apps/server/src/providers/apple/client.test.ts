import { decodeProtectedHeader, exportPKCS8, generateKeyPair, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ScriptedProvider,
  sendJsonResponse,
  startScriptedProvider,
} from '../../../../../tests/support/bank/scripted-provider.ts';
import { createLogger } from '../../platform/log.ts';
import { ProviderUnavailable } from '../../platform/providers/provider-request.ts';
import { type AppleProvider, createAppleProvider } from './client.ts';
import { AppleError } from './errors.ts';

const returnUrl = 'https://cairn.example/api/code/apple/callback';
const now = new Date('2026-11-21T12:00:00Z');
const logged: string[] = [];

let provider: ScriptedProvider;
let apple: AppleProvider;
let publicKey: Awaited<ReturnType<typeof generateKeyPair>>['publicKey'];

beforeAll(async () => {
  provider = await startScriptedProvider();
  const pair = await generateKeyPair('ES256', { extractable: true });
  publicKey = pair.publicKey;
  apple = createAppleProvider(
    {
      clientId: 'com.cairn.web',
      teamId: 'TEAM123456',
      keyId: 'KEY1234567',
      privateKey: await exportPKCS8(pair.privateKey),
      baseUrl: provider.url,
      returnUrl,
    },
    createLogger('debug', { write: (line) => void logged.push(line) }),
    { now: () => now },
    {
      timeout: 500,
      retries: { maxAttempts: 3, initialDelay: 1, maxDelay: 1_000, random: () => 1 },
    },
  );
});
beforeEach(() => {
  provider.requests = [];
});
afterAll(() => provider.stop());

const respondWith = (body: unknown, status = 200) => {
  provider.respond = (_path, response) => sendJsonResponse(response, body, {}, status);
};

test('the consent URL requests name and email by form post and encodes spaces as %20', () => {
  const url = apple.authorizeUrl({ state: 's +/=&', nonce: 'n' });
  expect(url).toContain(`${provider.url}/auth/authorize?`);
  expect(url).toContain('response_type=code%20id_token');
  expect(url).not.toContain('+');
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    client_id: 'com.cairn.web',
    redirect_uri: returnUrl,
    response_type: 'code id_token',
    response_mode: 'form_post',
    scope: 'name email',
    state: 's +/=&',
    nonce: 'n',
  });
});

describe('exchanging a code', () => {
  test('authenticates with a client secret that is valid for five minutes', async () => {
    respondWith({ id_token: 'a.b.c', refresh_token: 'r1', access_token: 'a1' });
    expect(await apple.exchangeCode('c1')).toEqual({ idToken: 'a.b.c', refreshToken: 'r1' });
    const [{ call, form } = { call: '', form: new URLSearchParams() }] = provider.requests;
    expect(call).toBe('POST /auth/token');
    const { client_secret: secret = '', ...rest } = Object.fromEntries(form);
    expect(rest).toEqual({
      client_id: 'com.cairn.web',
      grant_type: 'authorization_code',
      code: 'c1',
      redirect_uri: returnUrl,
    });
    expect(decodeProtectedHeader(secret)).toEqual({ alg: 'ES256', kid: 'KEY1234567' });
    const { payload } = await jwtVerify(secret, publicKey, { currentDate: now });
    const iat = now.getTime() / 1_000;
    expect(payload).toEqual({
      iss: 'TEAM123456',
      sub: 'com.cairn.web',
      aud: 'https://appleid.apple.com',
      iat,
      exp: iat + 300,
    });
  });

  test('returns no refresh token if Apple issues none', async () => {
    for (const refresh_token of [undefined, '', 7]) {
      respondWith({ id_token: 'a.b.c', refresh_token });
      expect((await apple.exchangeCode('c1')).refreshToken).toBeNull();
    }
  });

  test.each([
    [400, { error: 'invalid_grant' }, 'expired'],
    [400, { error: 'invalid_client' }, 'misconfigured'],
    [400, { error: 'unauthorized_client' }, 'misconfigured'],
    [400, { error: 'invalid_request' }, 'unexpected'],
    [400, { error: 'toString' }, 'unexpected'],
    [403, 'no', 'unexpected'],
  ])('status %i with %j is an error of kind %s and is not retried', async (status, body, kind) => {
    respondWith(body, status);
    const error = await apple.exchangeCode('canary-code').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppleError);
    expect((error as AppleError).kind).toBe(kind);
    expect(provider.requests).toHaveLength(1);
  });

  test.each([
    ['a server error', 500, {}, 3],
    ['no ID token', 200, { access_token: 'a1' }, 1],
    ['a redirect', 307, {}, 1],
  ])(
    'a response with %s means that Apple is unavailable',
    async (_response, status, body, attempts) => {
      respondWith(body, status);
      await expect(apple.exchangeCode('canary-code')).rejects.toThrow(ProviderUnavailable);
      expect(provider.requests).toHaveLength(attempts);
    },
  );
});

describe('revoking', () => {
  test('sends the refresh token and accepts an empty response', async () => {
    provider.respond = (_path, response) => void response.writeHead(200).end();
    await apple.revoke('canary-refresh');
    const [{ call, form } = { call: '', form: new URLSearchParams() }] = provider.requests;
    expect(call).toBe('POST /auth/revoke');
    expect(form.get('token')).toBe('canary-refresh');
    expect(form.get('token_type_hint')).toBe('refresh_token');
    expect(form.get('client_id')).toBe('com.cairn.web');
  });

  test('throws if Apple rejects it', async () => {
    respondWith({ error: 'invalid_client' }, 400);
    await expect(apple.revoke('canary-refresh')).rejects.toThrow(AppleError);
  });
});

test('the log contains no code, token, or secret', () => {
  expect(logged.length).toBeGreaterThan(5);
  expect(logged.join('')).not.toMatch(/canary|client_secret|eyJ/);
});
