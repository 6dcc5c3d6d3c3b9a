import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as jose from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SandboxHarness, startSandbox } from '../testing/sandbox-harness.ts';

const APP = 'http://localhost:3000';
const DANA = 'dana.diaz.sandbox@gmail.com';

let sandbox: SandboxHarness;

beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const createCredential = (body: object) => sandbox.post('/control/identity/google', body);

async function fetchCredential(body: object): Promise<string> {
  const response = await createCredential(body);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return (response.body as { credential: string }).credential;
}

/** Verifies a credential against the served key set, as an app's server does. */
async function verify(credential: string, issuer = sandbox) {
  const keys = jose.createRemoteJWKSet(new URL(`${issuer.address}/google/oauth2/v3/certs`));
  return jose.jwtVerify(credential, keys, {
    algorithms: ['RS256'],
    issuer: 'https://accounts.google.com',
    audience: 'sandbox-client',
    currentDate: new Date(issuer.clock.now()),
  });
}

const fetchClaims = async (body: object) => (await verify(await fetchCredential(body))).payload;

const query = (changes: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: 'sandbox-client',
    origin: APP,
    channel_id: 'channel-1',
    nonce: 'nonce-1',
    ...changes,
  }).toString();

/** Submits the chooser and returns the resulting page. */
async function choose(fields: Record<string, string>, changes?: Record<string, string>) {
  const response = await fetch(`${sandbox.address}/google/gsi/select?${query(changes)}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  const page = await response.text();
  return { status: response.status, page, credential: /data-credential="([^"]+)"/.exec(page)?.[1] };
}

const chooser = async () => (await fetch(`${sandbox.address}/google/gsi/select?${query()}`)).text();

describe('ID tokens', () => {
  test('have the claims of a sign-in, are signed with a served key, and expire after an hour', async () => {
    const credential = await fetchCredential({ email: 'wren@harborworks.example', nonce: 'n-1' });
    const { payload, protectedHeader } = await verify(credential);
    const now = sandbox.clock.now() / 1000;
    expect(payload).toEqual({
      iss: 'https://accounts.google.com',
      azp: 'sandbox-client',
      aud: 'sandbox-client',
      sub: expect.stringMatching(/^1\d{20}$/),
      hd: 'harborworks.example',
      email: 'wren@harborworks.example',
      email_verified: true,
      nonce: 'n-1',
      name: 'Wren Adeyemi',
      given_name: 'Wren',
      family_name: 'Adeyemi',
      picture: `${sandbox.address}/google/picture/W.svg`,
      nbf: now - 300,
      iat: now,
      exp: now + 3600,
      jti: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'JWT' });
    sandbox.clock.set('2026-11-21T13:00:01Z');
    await expect(verify(credential)).rejects.toThrow(jose.errors.JWTExpired);
  });

  test('have a stable subject for an email regardless of letter case, or a given subject', async () => {
    const { sub } = await fetchClaims({ email: 'dana@example.com', nonce: 'a' });
    expect((await fetchClaims({ email: 'Dana@Example.com', nonce: 'b' })).sub).toBe(sub);
    expect((await fetchClaims({ email: 'fee@example.com', nonce: 'c' })).sub).not.toBe(sub);
    expect((await fetchClaims({ email: 'dana@example.com', nonce: 'd', sub: '42' })).sub).toBe(
      '42',
    );
    await sandbox.post('/control/reset', { seed: 7 });
    expect((await fetchClaims({ email: 'dana@example.com', nonce: 'e' })).sub).not.toBe(sub);
  });

  test('use email_verified, name, and domain from the call, otherwise from the account', async () => {
    const nonce = 'n';
    expect(await fetchClaims({ email: 'x@example.com', nonce })).toMatchObject({
      email_verified: true,
    });
    expect(await fetchClaims({ email: 'milo@postbox.example', nonce })).toMatchObject({
      email_verified: false,
    });
    expect(
      await fetchClaims({ email: 'x@example.com', nonce, email_verified: false }),
    ).toMatchObject({
      email_verified: false,
    });
    const claims = await fetchClaims({ email: 'x@y.example', nonce, name: 'Ada', hd: 'y.example' });
    expect(claims).toMatchObject({ name: 'Ada', given_name: 'Ada', hd: 'y.example' });
    expect(claims).not.toHaveProperty('family_name');
  });

  test('can be verified with the cacheable key set that the discovery document names', async () => {
    const discovery = await sandbox.get('/google/.well-known/openid-configuration');
    expect(discovery).toMatchObject({
      issuer: 'https://accounts.google.com',
      jwks_uri: `${sandbox.address}/google/oauth2/v3/certs`,
    });
    const response = await fetch(`${sandbox.address}/google/oauth2/v3/certs`);
    expect(response.headers.get('cache-control')).toContain('max-age=');
    const { keys } = (await response.json()) as { keys: jose.JWK[] };
    // No private key fields.
    expect(keys.map((key) => Object.keys(key).toSorted())).toEqual([
      ['alg', 'e', 'kid', 'kty', 'n', 'use'],
    ]);
  });
});

test.each([
  [{ nonce: 'n' }, 'email must be'],
  [{ email: 'dana', nonce: 'n' }, 'email must be an email address'],
  [{ email: 'a@b.example' }, 'nonce must be'],
  [{ email: 'a@b.example', nonce: '' }, 'nonce must be'],
  [{ email: 'a@b.example', nonce: 'n', email_verified: 'yes' }, 'email_verified must be'],
  [{ email: 'a@b.example', nonce: 'n', sub: 7 }, 'sub must be'],
  [{ email: 'a@b.example', nonce: 'n', sub: 's'.repeat(256) }, 'sub must be at most 255'],
  [{ email: 'a@b.example', nonce: 'n', color: 'red' }, 'unknown fields: color'],
])('identity/google with %j is rejected with the reason', async (body, reason) => {
  expect(await createCredential(body)).toMatchObject({
    status: 422,
    body: { reason: expect.stringContaining(reason) },
  });
});

describe('the account chooser', () => {
  test('signs in the chosen account with the nonce of the request', async () => {
    const { credential = '' } = await choose({ account: DANA });
    expect((await verify(credential)).payload).toMatchObject({ email: DANA, nonce: 'nonce-1' });
  });

  test('accepts any account and lists it from then on', async () => {
    const typed = { email: 'Ada@Club.example', name: 'Ada <Lace>', hd: 'club.example' };
    expect(await chooser()).not.toContain('Ada@Club.example');
    const { credential = '' } = await choose(typed);
    expect((await verify(credential)).payload).toMatchObject({
      email: 'Ada@Club.example',
      email_verified: false,
      hd: 'club.example',
    });
    const page = await chooser();
    expect(page).toContain('Ada@Club.example');
    expect(page).toContain('Ada &lt;Lace&gt;');
    await choose({ account: 'ada@club.example' });
    expect((await chooser()).match(/value="Ada@Club.example"/g)).toHaveLength(1);
    await sandbox.post('/control/reset');
    expect(await chooser()).not.toContain('Ada@Club.example');
  });

  test('shows errors for invalid fields and signs no one in', async () => {
    const { page, credential } = await choose({ email: 'ada', name: '', hd: 'club' });
    expect(credential).toBeUndefined();
    expect(page).toContain('Enter an email address.');
    expect(page).toContain('Enter a name.');
    expect(page).toContain('Enter a domain');
    expect(page).toContain('value="ada"');
  });

  test.each([
    [{ client_id: 'other-client' }, 401, 'invalid_client'],
    [{ client_id: '' }, 401, 'invalid_client'],
    [{ origin: 'http://localhost:3999' }, 400, 'origin is not allowed'],
    [{ origin: 'http://127.0.0.1:3000' }, 400, 'origin_mismatch'],
    [{ origin: `${APP}/` }, 400, 'origin_mismatch'],
    [{ channel_id: '' }, 400, 'channel_id'],
  ])(
    'a request with %j gets the error page, and submitting it returns no credential',
    async (changes, status, message) => {
      const opened = await fetch(`${sandbox.address}/google/gsi/select?${query(changes)}`);
      expect(opened.status).toBe(status);
      const page = await opened.text();
      expect(page).toContain(message);
      expect(page).not.toContain(DANA);
      const forced = await choose({ account: DANA }, changes);
      expect(forced).toMatchObject({ status, credential: undefined });
      expect(forced.page).not.toContain('eyJ');
    },
  );
});

test('only the registered client can revoke a consent, once, by subject or email', async () => {
  const revoke = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    const response = await fetch(`${sandbox.address}/google/gsi/revoke`, { method: 'POST', body });
    expect(response.headers.get('access-control-allow-origin')).toBe(APP);
    return response.json();
  };
  const client_id = 'sandbox-client';
  expect(await revoke({ client_id, hint: DANA })).toMatchObject({ successful: false });
  const { credential = '' } = await choose({ account: DANA });
  expect(await revoke({ client_id: 'other-client', hint: DANA })).toEqual({
    successful: false,
    error: 'invalid_client',
  });
  const hint = jose.decodeJwt(credential).sub ?? '';
  expect(await revoke({ client_id, hint })).toEqual({ successful: true });
  expect(await revoke({ client_id, hint: DANA })).toMatchObject({ successful: false });
  await choose({ account: DANA });
  expect(await revoke({ client_id, hint: DANA })).toEqual({ successful: true });
});

test('each fault in fetching the key set applies once', async () => {
  const certs = `${sandbox.address}/google/oauth2/v3/certs`;
  const fault = { provider: 'google', route: '/oauth2/v3/certs' };
  await sandbox.post('/control/faults', { ...fault, kind: 'http_500' });
  const failed = await fetch(certs);
  expect(failed.status).toBe(500);
  expect(await failed.json()).toMatchObject({ error: { code: 500, status: 'INTERNAL' } });
  await sandbox.post('/control/faults', { ...fault, kind: 'malformed_json' });
  await expect((await fetch(certs)).json()).rejects.toThrow(SyntaxError);
  expect((await fetch(certs)).status).toBe(200);
});

test('keys survive a restart, so tokens and cached key sets stay valid', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-google-'));
  const first = await startSandbox({ dataDir });
  const response = await first.post('/control/identity/google', {
    email: 'a@b.example',
    nonce: 'n',
  });
  const { credential } = response.body as { credential: string };
  const keys = await first.get('/google/oauth2/v3/certs');
  await first.close();
  const second = await startSandbox({ dataDir });
  try {
    expect(await second.get('/google/oauth2/v3/certs')).toEqual(keys);
    expect((await verify(credential, second)).payload.email).toBe('a@b.example');
  } finally {
    await second.close();
    await rm(dataDir, { recursive: true });
  }
});
