import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as jose from 'jose';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  type AppleApp,
  appleClaims,
  clientSecret,
  halfHash,
  startAppleApp,
} from '../testing/apple-app.ts';
import { type SandboxHarness, startSandbox } from '../testing/sandbox-harness.ts';

// These tests call the endpoints that an app's server calls, with codes from a real sign-in.

let app: AppleApp;
let sandbox: SandboxHarness;

const IRIS = 'iris.novak@orchard.example';

beforeEach(async () => {
  app = await startAppleApp();
  sandbox = await startSandbox({ appUrl: app.url });
});
afterEach(async () => {
  await sandbox.close();
  await app.close();
});

const claims = (idToken: string | undefined) => appleClaims(sandbox, idToken);

/** Signs Iris in and returns the form that was posted to the callback. */
async function signIn(): Promise<Record<string, string>> {
  const response = await sandbox.post('/control/identity/apple', {
    authorize_url: app.authorizeUrl(sandbox.address),
    email: IRIS,
  });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return app.posts.at(-1)?.fields ?? {};
}

const secret = (parts = {}) => clientSecret(sandbox.clock.now(), parts);

async function call(path: 'token' | 'revoke', fields: Record<string, string>) {
  const body = new URLSearchParams({
    client_id: 'sandbox-client',
    client_secret: await secret(),
    ...fields,
  });
  const response = await fetch(`${sandbox.address}/apple/auth/${path}`, { method: 'POST', body });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}
const exchange = (code = '', fields: Record<string, string> = {}) =>
  call('token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: app.redirectUri,
    ...fields,
  });
const refresh = (refresh_token: string) =>
  call('token', { grant_type: 'refresh_token', refresh_token });
const errorWith = (error: string) => ({ status: 400, body: { error } });

test('a code can be exchanged once, even by concurrent calls', async () => {
  const { code = '', id_token } = await signIn();
  const responses = await Promise.all([exchange(code), exchange(code)]);
  const [succeeded, failed] = responses.toSorted((a, b) => a.status - b.status);
  expect(failed).toMatchObject(errorWith('invalid_grant'));
  expect(succeeded?.body).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: expect.any(String),
    id_token: expect.any(String),
  });
  const claimSet = await claims(succeeded?.body.id_token);
  expect(claimSet).toMatchObject({
    sub: (await claims(id_token)).sub,
    nonce: 'nonce-1',
    at_hash: halfHash(succeeded?.body.access_token),
  });
});

test('a code is rejected if it is unknown, for another redirect URI, or five minutes old', async () => {
  const { code } = await signIn();
  expect(await exchange('c1')).toMatchObject(errorWith('invalid_grant'));
  expect(await exchange('')).toMatchObject(errorWith('invalid_request'));
  for (const redirect_uri of ['', `${app.redirectUri}/`]) {
    expect(await exchange(code, { redirect_uri })).toMatchObject(errorWith('invalid_grant'));
  }
  sandbox.clock.set('2026-11-21T12:05:00Z');
  expect(await exchange(code)).toMatchObject(errorWith('invalid_grant'));
  sandbox.clock.set('2026-11-21T12:04:59Z');
  expect((await exchange(code)).status).toBe(200);
});

test('a refresh token returns a new access token and no new refresh token, until it is revoked', async () => {
  const { code } = await signIn();
  const first = (await exchange(code)).body;
  const { status, body } = await refresh(first.refresh_token);
  expect(status).toBe(200);
  expect(Object.keys(body).toSorted()).toEqual([
    'access_token',
    'expires_in',
    'id_token',
    'token_type',
  ]);
  expect(body.access_token).not.toBe(first.access_token);
  expect(await claims(body.id_token)).not.toHaveProperty('nonce');
  expect(await refresh('r1')).toMatchObject(errorWith('invalid_grant'));

  const hint = { token_type_hint: 'refresh_token' };
  expect(await call('revoke', { token: 'unknown', ...hint })).toEqual({
    status: 200,
    body: null,
  });
  expect(await call('revoke', {})).toMatchObject(errorWith('invalid_request'));
  expect((await refresh(first.refresh_token)).status).toBe(200);
  const revoked = await call('revoke', { token: first.refresh_token, ...hint });
  expect(revoked).toEqual({ status: 200, body: null });
  expect(await refresh(first.refresh_token)).toMatchObject(errorWith('invalid_grant'));
  // The next sign-in is a first sign-in again.
  expect(await signIn()).toHaveProperty('user');
});

test('revoking an access token revokes its refresh token', async () => {
  const { code } = await signIn();
  const { access_token, refresh_token } = (await exchange(code)).body;
  await call('revoke', { token: access_token });
  expect(await refresh(refresh_token)).toMatchObject(errorWith('invalid_grant'));
});

test('a client secret with any defect is rejected', async () => {
  const { code } = await signIn();
  const { privateKey } = await jose.generateKeyPair('ES256');
  const invalidSecrets: Record<string, string> = {
    key: await secret({ key: privateKey }),
    kid: await secret({ kid: 'OTHERKEY' }),
    iss: await secret({ iss: 'OTHERTEAM' }),
    sub: await secret({ sub: 'other-client' }),
    aud: await secret({ aud: 'https://example.com' }),
    expired: await secret({ iat: -600, exp: -1 }),
    'no expiration': await secret({ exp: null }),
    'too long': await secret({ exp: 15_777_001 }),
    'not valid yet': await secret({ iat: 3600, exp: 7200 }),
    'not a JWT': 'sandbox-secret',
    unsigned: new jose.UnsecuredJWT({ iss: 'SANDBOXTEAM', sub: 'sandbox-client' }).encode(),
  };
  for (const [problem, client_secret] of Object.entries(invalidSecrets)) {
    const response = await exchange(code, { client_secret });
    expect(response, problem).toMatchObject(errorWith('invalid_client'));
  }
  expect(await exchange(code, { client_id: 'other' })).toMatchObject(errorWith('invalid_client'));
  expect(await call('revoke', { token: 't', client_secret: 'x' })).toMatchObject(
    errorWith('invalid_client'),
  );
  const longest = await secret({ exp: 15_777_000 });
  expect((await exchange(code, { client_secret: longest })).status).toBe(200);
});

test('invalid calls get the error codes of the provider', async () => {
  expect(await call('token', { grant_type: 'password' })).toMatchObject(
    errorWith('unsupported_grant_type'),
  );
  expect(await call('token', {})).toMatchObject(errorWith('invalid_request'));
  expect(await exchange('c', { client_id: '' })).toMatchObject(errorWith('invalid_request'));
  const json = await sandbox.post('/apple/auth/token', { client_id: 'sandbox-client' });
  expect(json).toMatchObject(errorWith('invalid_request'));
});

test('faults apply to the token endpoints, and the log hides the secrets in their calls', async () => {
  const { code } = await signIn();
  const fault = { provider: 'apple', route: '/auth/token' };
  await sandbox.post('/control/faults', { ...fault, kind: 'http_500' });
  expect(await exchange(code)).toEqual({ status: 500, body: { error: 'server_error' } });
  await sandbox.post('/control/faults', { ...fault, kind: 'refuse', code: 'invalid_grant' });
  expect(await exchange(code)).toMatchObject(errorWith('invalid_grant'));
  expect(
    await sandbox.post('/control/faults', { ...fault, kind: 'refuse', code: 'NO_SUCH' }),
  ).toMatchObject({ status: 422 });
  const { refresh_token } = (await exchange(code)).body;
  await refresh(refresh_token);
  await call('revoke', { token: refresh_token });
  const log = (await sandbox.get('/control/log')) as { path: string; body: object }[];
  const entries = log.filter(({ path }) => /^\/apple\/auth\/(token|revoke)$/.test(path));
  expect(entries).toHaveLength(5);
  expect(entries[0]?.body).toEqual({
    client_id: 'sandbox-client',
    client_secret: '(hidden)',
    token: '(hidden)',
  });
  for (const secretText of [code, refresh_token, 'eyJ']) {
    expect(JSON.stringify(entries)).not.toContain(secretText);
  }
});

test('consents, refresh tokens, and keys survive a restart; a reset deletes all but the keys', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-apple-'));
  // This runs after the sandbox has closed.
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const restart = async () => {
    await sandbox.close();
    sandbox = await startSandbox({ appUrl: app.url, dataDir });
  };
  await restart();
  const fields = await signIn();
  const { refresh_token } = (await exchange(fields.code)).body;
  await restart();
  expect((await claims(fields.id_token)).email).toBe(IRIS);
  expect((await refresh(refresh_token)).status).toBe(200);
  expect(await signIn()).not.toHaveProperty('user');
  await sandbox.post('/control/reset');
  expect(await refresh(refresh_token)).toMatchObject(errorWith('invalid_grant'));
  expect(await signIn()).toHaveProperty('user');
  expect((await claims(fields.id_token)).email).toBe(IRIS);
});
