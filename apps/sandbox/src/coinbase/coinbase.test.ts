import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Rehearsal, rehearse } from '../testing/rehearse.ts';

let sandbox: Rehearsal;
beforeEach(async () => {
  sandbox = await rehearse();
});
afterEach(() => sandbox.close());

const back = 'http://localhost:3000/crypto/callback';
const verifier = 'v'.repeat(64);
const state = 'a-state-of-an-app';

const authorizeUrl = (changes: Record<string, string> = {}) =>
  `${sandbox.address}/coinbase/oauth2/auth?${new URLSearchParams({
    response_type: 'code',
    client_id: 'sandbox-client',
    redirect_uri: back,
    state,
    scope: 'wallet:accounts:read offline_access',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  })}`;

async function form(path: string, fields: Record<string, string>, headers = {}) {
  const answer = await fetch(`${sandbox.address}/coinbase/oauth2/${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({
      client_id: 'sandbox-client',
      client_secret: 'sandbox-secret',
      ...fields,
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

async function codeOf(user = 'user_good', changes: Record<string, string> = {}): Promise<string> {
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
  form('token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: back,
    code_verifier: verifier,
    ...fields,
  });

const renew = (refresh_token: string) =>
  form('token', { grant_type: 'refresh_token', refresh_token });

async function read(path: string, token?: string) {
  const answer = await fetch(`${sandbox.address}/coinbase${path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  // The tests look at each part that they use.
  return { status: answer.status, body: (await answer.json()) as DataBody };
}

/** What the data calls answer, as far as the tests look at it. */
interface DataBody {
  data: Wallet[] & { rates: Record<string, string> };
  pagination: { next_uri: string | null };
}
interface Wallet {
  id: string;
  balance: object;
}

const refused = (status: number, id: string) => ({ status, body: { errors: [{ id }] } });

describe('consent', () => {
  test('the page names what is asked for, and sends the code back', async () => {
    const page = await fetch(authorizeUrl());
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('See your accounts and their balances');
    const answer = await fetch(authorizeUrl(), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ decision: 'allow', person: 'user_odd' }),
    });
    const location = new URL(answer.headers.get('location') ?? '');
    expect([answer.status, location.origin + location.pathname]).toEqual([303, back]);
    expect(location.searchParams.get('state')).toBe(state);
    expect((await tokensFor(location.searchParams.get('code') ?? '')).status).toBe(200);
  });

  test('who says no is sent back with access_denied', async () => {
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

  test.each([' ', ',', ', '])('scopes may be separated by "%s"', async (separator) => {
    const scope = ['wallet:accounts:read', 'offline_access'].join(separator);
    const { body } = await tokensFor(await codeOf('user_good', { scope }));
    expect(body.scope).toBe('wallet:accounts:read offline_access');
  });

  test.each([
    [{ client_id: 'other' }, 401, 'invalid_client'],
    [{ redirect_uri: 'https://evil.example/' }, 400, 'invalid_request'],
    [{ response_type: 'token' }, 400, 'unsupported_response_type'],
    [{ state: 'short' }, 400, 'invalid_request'],
    [{ scope: 'wallet:transactions:send' }, 400, 'invalid_scope'],
    [{ code_challenge: 'no' }, 400, 'invalid_request'],
  ])('%o is an error page', async (changes: Record<string, string>, status, code) => {
    const page = await fetch(authorizeUrl(changes));
    expect(page.status).toBe(status);
    expect(await page.text()).toContain(code);
    const { status: told } = await sandbox.post('/control/exchange/consent', {
      authorize_url: authorizeUrl(changes),
    });
    expect(told).toBe(422);
  });
});

describe('tokens', () => {
  test('a code counts once, for its address and its verifier, for ten minutes', async () => {
    const code = await codeOf();
    for (const fields of [
      { code_verifier: 'w'.repeat(64) },
      { redirect_uri: 'http://localhost:3000/' },
    ])
      expect(await tokensFor(code, fields)).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
    const both = await Promise.all([tokensFor(code), tokensFor(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const late = await codeOf();
    sandbox.clock.set('2026-11-21T12:10:00Z');
    expect((await tokensFor(late)).body.error).toBe('invalid_grant');
  });

  test('a refresh token counts once, and gives the next one', async () => {
    const first = (await tokensFor(await codeOf())).body;
    const second = (await renew(first.refresh_token ?? '')).body;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await renew(first.refresh_token ?? '')).body).toMatchObject({ error: 'invalid_grant' });
    expect(await read('/v2/accounts', first.access_token)).toMatchObject(
      refused(401, 'invalid_token'),
    );
    expect((await read('/v2/accounts', second.access_token)).status).toBe(200);
    expect((await renew(second.refresh_token ?? '')).status).toBe(200);
  });

  test('without offline_access there is none', async () => {
    const { body } = await tokensFor(await codeOf('user_good', { scope: 'wallet:accounts:read' }));
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
  });

  test('a wrong secret and an unknown grant are refused', async () => {
    expect(await form('token', { client_secret: 'no', grant_type: 'refresh_token' })).toMatchObject(
      {
        status: 401,
        body: { error: 'invalid_client' },
      },
    );
    expect((await renew('nobody gave it')).body.error).toBe('invalid_grant');
    expect((await form('token', { grant_type: 'password' })).body.error).toBe(
      'unsupported_grant_type',
    );
  });

  test('revoking ends both tokens, and wants a living one as the bearer', async () => {
    const { access_token = '', refresh_token = '' } = (await tokensFor(await codeOf())).body;
    expect((await form('revoke', { token: access_token })).status).toBe(401);
    const bearer = { authorization: `Bearer ${access_token}` };
    expect((await form('revoke', { token: 'another' }, bearer)).status).toBe(200);
    expect((await read('/v2/accounts', access_token)).status).toBe(200);
    expect((await form('revoke', { token: access_token }, bearer)).status).toBe(200);
    expect(await read('/v2/accounts', access_token)).toMatchObject(refused(401, 'revoked_token'));
    expect((await renew(refresh_token)).body.error).toBe('invalid_grant');
  });

  test('control lets access run out and ends a grant', async () => {
    const first = (await tokensFor(await codeOf())).body;
    await sandbox.post('/control/exchange/access', { user: 'user_good', how: 'expire' });
    expect(await read('/v2/accounts', first.access_token)).toMatchObject(
      refused(401, 'expired_token'),
    );
    const { access_token } = (await renew(first.refresh_token ?? '')).body;
    expect((await read('/v2/accounts', access_token)).status).toBe(200);
    const { links } = (await sandbox.get('/control/exchange')) as { links: { renewals: number }[] };
    expect(links.map(({ renewals }) => renewals)).toEqual([1]);
    await sandbox.post('/control/exchange/access', { user: 'user_good', how: 'revoke' });
    expect(await read('/v2/accounts', access_token)).toMatchObject(refused(401, 'revoked_token'));
  });
});

describe('data', () => {
  test('accounts come in pages that name the next one', async () => {
    const { access_token } = (await tokensFor(await codeOf('user_many'))).body;
    const ids = new Set<string>();
    const sizes: number[] = [];
    let next: string | null = '/v2/accounts';
    while (next !== null) {
      const { body } = await read(next, access_token);
      sizes.push(body.data.length);
      for (const { id } of body.data) ids.add(id);
      next = body.pagination.next_uri;
    }
    expect([sizes.slice(0, 3), ids.size]).toEqual([[25, 25, 25], 130]);
    const large = await read('/v2/accounts?limit=100', access_token);
    expect(large.body.data).toHaveLength(100);
    expect(await read('/v2/accounts?limit=101', access_token)).toMatchObject(
      refused(400, 'validation_error'),
    );
  });

  test('an access token lives an hour, and needs the scope', async () => {
    const { access_token } = (await tokensFor(await codeOf())).body;
    const [wallet] = (await read('/v2/accounts', access_token)).body.data;
    expect(wallet).toMatchObject({
      type: 'wallet',
      currency: { code: 'BTC', name: 'Bitcoin', type: 'crypto', exponent: 8 },
      balance: { amount: '0.24150000', currency: 'BTC' },
    });
    const scope = 'wallet:user:read';
    const narrow = (await tokensFor(await codeOf('user_good', { scope }))).body;
    expect(await read('/v2/accounts', narrow.access_token)).toMatchObject(
      refused(403, 'invalid_scope'),
    );
    expect(await read('/v2/accounts')).toMatchObject(refused(401, 'authentication_error'));
    sandbox.clock.set('2026-11-21T13:00:00Z');
    expect(await read('/v2/accounts', access_token)).toMatchObject(refused(401, 'expired_token'));
  });

  test('rates follow from the seed and the hour', async () => {
    const rates = async () => (await read('/v2/exchange-rates?currency=USD')).body.data.rates;
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

  test('control sets holdings and rates, impossible ones too', async () => {
    const { access_token } = (await tokensFor(await codeOf('somebody'))).body;
    expect((await read('/v2/accounts', access_token)).body.data).toEqual([]);
    await sandbox.post('/control/exchange/holdings', {
      user: 'somebody',
      holdings: [
        { code: 'BTC', amount: '0.00000001' },
        { code: 'NEW', amount: 5 },
      ],
    });
    const { data } = (await read('/v2/accounts', access_token)).body;
    expect(data.map(({ balance }) => balance)).toEqual([
      { amount: '0.00000001', currency: 'BTC' },
      { amount: '5', currency: 'NEW' },
    ]);
    await sandbox.post('/control/exchange/rates', { BTC: '0', NEW: 'soon', ETH: '', SOL: 0.5 });
    const { rates } = (await read('/v2/exchange-rates')).body.data;
    expect(rates).toMatchObject({ BTC: '0', NEW: 'soon', SOL: '0.5' });
    expect(rates.ETH).toBeUndefined();
    expect((await sandbox.post('/control/exchange/rates', { BTC: [] })).status).toBe(422);
    expect((await sandbox.post('/control/exchange/holdings', { user: 'x' })).status).toBe(422);
  });

  test('faults speak as the exchange does', async () => {
    const fault = (kind: string, code?: string) =>
      sandbox.post('/control/faults', { provider: 'coinbase', kind, ...(code && { code }) });
    await fault('http_429');
    expect(await read('/v2/exchange-rates')).toMatchObject(refused(429, 'rate_limit_exceeded'));
    await fault('http_500');
    expect(await read('/v2/exchange-rates')).toMatchObject(refused(500, 'internal_server_error'));
    await fault('refuse', 'expired_token');
    expect(await read('/v2/exchange-rates')).toMatchObject(refused(401, 'expired_token'));
    await fault('refuse', 'invalid_grant');
    expect(await renew('x')).toEqual({ status: 400, body: { error: 'invalid_grant' } });
    expect((await fault('refuse', 'NOT_READY')).status).toBe(422);
  });
});
