import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SandboxHarness, startSandbox } from '../testing/sandbox-harness.ts';

let sandbox: SandboxHarness;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const redirectUri = 'http://localhost:3000/crypto/callback';
const verifier = 'v'.repeat(64);
const state = 'a-state-of-an-app';

const authorizeUrl = (changes: Record<string, string> = {}) =>
  `${sandbox.address}/coinbase/oauth2/auth?${new URLSearchParams({
    response_type: 'code',
    client_id: 'sandbox-client',
    redirect_uri: redirectUri,
    state,
    scope: 'wallet:accounts:read offline_access',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  })}`;

async function postForm(path: string, fields: Record<string, string>, headers = {}) {
  const response = await fetch(`${sandbox.address}/coinbase/oauth2/${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({
      client_id: 'sandbox-client',
      client_secret: 'sandbox-secret',
      ...fields,
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

async function obtainCode(
  user = 'user_good',
  changes: Record<string, string> = {},
): Promise<string> {
  const { status, body } = await sandbox.post('/control/exchange/consent', {
    authorize_url: authorizeUrl(changes),
    user,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const { location } = body as { location: string };
  expect(new URL(location).searchParams.get('state')).toBe(state);
  return new URL(location).searchParams.get('code') ?? '';
}

const tokensFor = async (code: string, fields: Record<string, string> = {}) =>
  postForm('token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...fields,
  });

const refreshTokens = (refresh_token: string) =>
  postForm('token', { grant_type: 'refresh_token', refresh_token });

async function get(path: string, token?: string) {
  const response = await fetch(`${sandbox.address}/coinbase${path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  // The tests assert the fields that they use.
  return { status: response.status, body: (await response.json()) as DataBody };
}

/** The fields of a data response that the tests check. */
interface DataBody {
  data: Wallet[] & { rates: Record<string, string> };
  pagination: { next_uri: string | null };
}
interface Wallet {
  id: string;
  balance: object;
}

const errorWith = (status: number, id: string) => ({ status, body: { errors: [{ id }] } });

describe("the exchange's consent page", () => {
  test('lists the requested scopes and redirects back with a code', async () => {
    const page = await fetch(authorizeUrl());
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('See your accounts and their balances');
    const response = await fetch(authorizeUrl(), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ decision: 'allow', person: 'user_odd' }),
    });
    const location = new URL(response.headers.get('location') ?? '');
    expect([response.status, location.origin + location.pathname]).toEqual([303, redirectUri]);
    expect(location.searchParams.get('state')).toBe(state);
    expect((await tokensFor(location.searchParams.get('code') ?? '')).status).toBe(200);
  });

  test('redirects back with access_denied if access is denied', async () => {
    const { body } = await sandbox.post('/control/exchange/consent', {
      authorize_url: authorizeUrl(),
      deny: true,
    });
    const { searchParams } = new URL((body as { location: string }).location);
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual([
      'access_denied',
      state,
    ]);
  });

  test.each([' ', ',', ', '])('accepts scopes separated by "%s"', async (separator) => {
    const scope = ['wallet:accounts:read', 'offline_access'].join(separator);
    const { body } = await tokensFor(await obtainCode('user_good', { scope }));
    expect(body.scope).toBe('wallet:accounts:read offline_access');
  });

  test.each([
    [{ client_id: 'other' }, 401, 'invalid_client'],
    [{ redirect_uri: 'https://evil.example/' }, 400, 'invalid_request'],
    [{ response_type: 'token' }, 400, 'unsupported_response_type'],
    [{ state: 'short' }, 400, 'invalid_request'],
    [{ scope: 'wallet:transactions:send' }, 400, 'invalid_scope'],
    [{ code_challenge: 'no' }, 400, 'invalid_request'],
  ])('shows an error for %o', async (changes: Record<string, string>, status, code) => {
    const page = await fetch(authorizeUrl(changes));
    expect(page.status).toBe(status);
    expect(await page.text()).toContain(code);
    const { status: controlStatus } = await sandbox.post('/control/exchange/consent', {
      authorize_url: authorizeUrl(changes),
    });
    expect(controlStatus).toBe(422);
  });
});

describe("the exchange's tokens", () => {
  test('a code can be exchanged once, only within ten minutes, with its redirect URI and verifier', async () => {
    const code = await obtainCode();
    for (const fields of [
      { code_verifier: 'w'.repeat(64) },
      { redirect_uri: 'http://localhost:3000/' },
    ])
      expect(await tokensFor(code, fields)).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
    const responses = await Promise.all([tokensFor(code), tokensFor(code)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    const expiringCode = await obtainCode();
    sandbox.clock.set('2026-11-21T12:10:00Z');
    expect((await tokensFor(expiringCode)).body.error).toBe('invalid_grant');
  });

  test('using a code again, even after it has expired, revokes the tokens that were issued for it', async () => {
    const code = await obtainCode();
    const { access_token = '', refresh_token = '' } = (await tokensFor(code)).body;
    expect((await get('/v2/accounts', access_token)).status).toBe(200);
    sandbox.clock.set('2026-11-21T12:11:00Z');
    expect((await tokensFor(code)).body.error).toBe('invalid_grant');
    expect(await get('/v2/accounts', access_token)).toMatchObject(errorWith(401, 'revoked_token'));
    expect((await refreshTokens(refresh_token)).body.error).toBe('invalid_grant');
  });

  test('a refresh token can be used once and is replaced by a new one', async () => {
    const first = (await tokensFor(await obtainCode())).body;
    const second = (await refreshTokens(first.refresh_token ?? '')).body;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await refreshTokens(first.refresh_token ?? '')).body).toMatchObject({
      error: 'invalid_grant',
    });
    expect(await get('/v2/accounts', first.access_token)).toMatchObject(
      errorWith(401, 'invalid_token'),
    );
    expect((await get('/v2/accounts', second.access_token)).status).toBe(200);
    expect((await refreshTokens(second.refresh_token ?? '')).status).toBe(200);
  });

  test('there is no refresh token without offline_access', async () => {
    const { body } = await tokensFor(
      await obtainCode('user_good', { scope: 'wallet:accounts:read' }),
    );
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
  });

  test('a wrong secret and an unknown grant are rejected', async () => {
    expect(
      await postForm('token', { client_secret: 'no', grant_type: 'refresh_token' }),
    ).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    expect((await refreshTokens('unknown')).body.error).toBe('invalid_grant');
    expect((await postForm('token', { grant_type: 'password' })).body.error).toBe(
      'unsupported_grant_type',
    );
  });

  test('revoking invalidates both tokens and requires a valid bearer token', async () => {
    const { access_token = '', refresh_token = '' } = (await tokensFor(await obtainCode())).body;
    expect((await postForm('revoke', { token: access_token })).status).toBe(401);
    const bearer = { authorization: `Bearer ${access_token}` };
    expect((await postForm('revoke', { token: 'another' }, bearer)).status).toBe(200);
    expect((await get('/v2/accounts', access_token)).status).toBe(200);
    expect((await postForm('revoke', { token: access_token }, bearer)).status).toBe(200);
    expect(await get('/v2/accounts', access_token)).toMatchObject(errorWith(401, 'revoked_token'));
    expect((await refreshTokens(refresh_token)).body.error).toBe('invalid_grant');
  });

  test('control calls expire access and revoke a grant', async () => {
    const first = (await tokensFor(await obtainCode())).body;
    await sandbox.post('/control/exchange/access', { user: 'user_good', how: 'expire' });
    expect(await get('/v2/accounts', first.access_token)).toMatchObject(
      errorWith(401, 'expired_token'),
    );
    const { access_token } = (await refreshTokens(first.refresh_token ?? '')).body;
    expect((await get('/v2/accounts', access_token)).status).toBe(200);
    const { links } = (await sandbox.get('/control/exchange')) as { links: { renewals: number }[] };
    expect(links.map(({ renewals }) => renewals)).toEqual([1]);
    await sandbox.post('/control/exchange/access', { user: 'user_good', how: 'revoke' });
    expect(await get('/v2/accounts', access_token)).toMatchObject(errorWith(401, 'revoked_token'));
  });
});

describe("the exchange's data", () => {
  test('accounts are paged, and each page links to the next', async () => {
    const { access_token } = (await tokensFor(await obtainCode('user_many'))).body;
    const ids = new Set<string>();
    const sizes: number[] = [];
    let nextUri: string | null = '/v2/accounts';
    while (nextUri !== null) {
      const { body } = await get(nextUri, access_token);
      sizes.push(body.data.length);
      for (const { id } of body.data) ids.add(id);
      nextUri = body.pagination.next_uri;
    }
    expect([sizes.slice(0, 3), ids.size]).toEqual([[25, 25, 25], 130]);
    const large = await get('/v2/accounts?limit=100', access_token);
    expect(large.body.data).toHaveLength(100);
    expect(await get('/v2/accounts?limit=101', access_token)).toMatchObject(
      errorWith(400, 'validation_error'),
    );
  });

  test('reading accounts requires the accounts scope, and an access token expires after an hour', async () => {
    const { access_token } = (await tokensFor(await obtainCode())).body;
    const [wallet] = (await get('/v2/accounts', access_token)).body.data;
    expect(wallet).toMatchObject({
      type: 'wallet',
      currency: { code: 'BTC', name: 'Bitcoin', type: 'crypto', exponent: 8 },
      balance: { amount: '0.24150000', currency: 'BTC' },
    });
    const scope = 'wallet:user:read';
    const otherScope = (await tokensFor(await obtainCode('user_good', { scope }))).body;
    expect(await get('/v2/accounts', otherScope.access_token)).toMatchObject(
      errorWith(403, 'invalid_scope'),
    );
    expect(await get('/v2/accounts')).toMatchObject(errorWith(401, 'authentication_error'));
    sandbox.clock.set('2026-11-21T13:00:00Z');
    expect(await get('/v2/accounts', access_token)).toMatchObject(errorWith(401, 'expired_token'));
  });

  test('rates depend on the seed and the hour', async () => {
    const rates = async () => (await get('/v2/exchange-rates?currency=USD')).body.data.rates;
    const now = await rates();
    expect(now).toMatchObject({ USD: '1.0', BTC: expect.stringMatching(/^0\.0000\d+$/) });
    expect(now.OLDC).toBeUndefined();
    expect(await rates()).toEqual(now);
    sandbox.clock.set('2026-11-21T13:00:00Z');
    expect((await rates()).BTC).not.toBe(now.BTC);
    sandbox.clock.set('2026-11-21T12:00:00Z');
    await sandbox.post('/control/reset', { seed: 2 });
    expect((await rates()).BTC).not.toBe(now.BTC);
  });

  test('control calls set holdings and rates, including invalid ones', async () => {
    const { access_token } = (await tokensFor(await obtainCode('new_user'))).body;
    expect((await get('/v2/accounts', access_token)).body.data).toEqual([]);
    await sandbox.post('/control/exchange/holdings', {
      user: 'new_user',
      holdings: [
        { code: 'BTC', amount: '0.00000001' },
        { code: 'NEW', amount: 5 },
      ],
    });
    const { data } = (await get('/v2/accounts', access_token)).body;
    expect(data.map(({ balance }) => balance)).toEqual([
      { amount: '0.00000001', currency: 'BTC' },
      { amount: '5', currency: 'NEW' },
    ]);
    await sandbox.post('/control/exchange/rates', { BTC: '0', NEW: 'soon', ETH: '', SOL: 0.5 });
    const { rates } = (await get('/v2/exchange-rates')).body.data;
    expect(rates).toMatchObject({ BTC: '0', NEW: 'soon', SOL: '0.5' });
    expect(rates.ETH).toBeUndefined();
    expect((await sandbox.post('/control/exchange/rates', { BTC: [] })).status).toBe(422);
    expect((await sandbox.post('/control/exchange/holdings', { user: 'x' })).status).toBe(422);
  });

  test("faults use the exchange's error format", async () => {
    const addFault = (kind: string, code?: string) =>
      sandbox.post('/control/faults', { provider: 'coinbase', kind, ...(code && { code }) });
    await addFault('http_429');
    expect(await get('/v2/exchange-rates')).toMatchObject(errorWith(429, 'rate_limit_exceeded'));
    await addFault('http_500');
    expect(await get('/v2/exchange-rates')).toMatchObject(errorWith(500, 'internal_server_error'));
    await addFault('refuse', 'expired_token');
    expect(await get('/v2/exchange-rates')).toMatchObject(errorWith(401, 'expired_token'));
    await addFault('refuse', 'invalid_grant');
    expect(await refreshTokens('x')).toEqual({ status: 400, body: { error: 'invalid_grant' } });
    expect((await addFault('refuse', 'NOT_READY')).status).toBe(422);
  });
});
