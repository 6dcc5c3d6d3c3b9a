import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type AppleApp,
  appleClaims,
  type FormPost,
  halfHash,
  startAppleApp,
} from '../testing/apple-app.ts';
import { type SandboxHarness, startSandbox } from '../testing/sandbox-harness.ts';

let app: AppleApp;
let sandbox: SandboxHarness;

const IRIS = 'iris.novak@orchard.example';
const TOMAS = 'tomas.reyes@orchard.example';
const NOOR = 'noor.haddad@postbox.example';

beforeEach(async () => {
  app = await startAppleApp();
  sandbox = await startSandbox({ appUrl: app.url });
});
afterEach(async () => {
  await sandbox.close();
  await app.close();
});

const postControl = (body: object) =>
  sandbox.post('/control/identity/apple', {
    authorize_url: app.authorizeUrl(sandbox.address),
    ...body,
  });

/** Signs in and returns the form that was posted to the callback. */
async function signIn(body: object): Promise<FormPost> {
  const response = await postControl(body);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  const post = app.posts.at(-1);
  if (post === undefined) throw new Error('no form was posted to the callback');
  return post;
}

const claims = (idToken: string | undefined) => appleClaims(sandbox, idToken);

describe('control call identity/apple', () => {
  test('posts the code, ID token, and state cross-site without cookies, and returns the redirect target', async () => {
    const { body, status } = await postControl({ email: IRIS });
    expect(status).toBe(200);
    expect(body).toEqual({ location: `${app.url}/apple/cb?code=otc`, status: 303 });
    const [post] = app.posts;
    expect(post?.fields).toEqual({
      state: 'state-1',
      code: expect.stringMatching(/^c[0-9a-f.]+$/),
      id_token: expect.any(String),
      user: JSON.stringify({ name: { firstName: 'Iris', lastName: 'Novak' }, email: IRIS }),
    });
    expect(post?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      origin: sandbox.address,
      'sec-fetch-site': 'cross-site',
    });
    expect(post?.headers.cookie).toBeUndefined();
    const now = sandbox.clock.now() / 1000;
    expect(await claims(post?.fields.id_token)).toEqual({
      iss: 'https://appleid.apple.com',
      aud: 'sandbox-client',
      sub: expect.stringMatching(/^00\d{4}\.[0-9a-f]{32}\.\d{4}$/),
      nonce: 'nonce-1',
      nonce_supported: true,
      c_hash: halfHash(post?.fields.code ?? ''),
      email: IRIS,
      email_verified: 'true',
      is_private_email: 'false',
      auth_time: now,
      iat: now,
      exp: now + 24 * 3600,
    });
  });

  test('sends the name at the first sign-in only, and only the requested scopes', async () => {
    const authorize_url = app.authorizeUrl(sandbox.address, { scope: 'email' });
    const first = await signIn({ email: TOMAS, authorize_url });
    expect(first.fields.user).toBe(JSON.stringify({ email: TOMAS }));
    const second = await signIn({ email: TOMAS });
    expect(second.fields).not.toHaveProperty('user');
    const [one, two] = await Promise.all(
      [first, second].map((response) => claims(response.fields.id_token)),
    );
    expect(two?.sub).toBe(one?.sub);
    const minimalUrl = app.authorizeUrl(sandbox.address, { scope: '', nonce: '', state: '' });
    const minimal = await signIn({ email: NOOR, authorize_url: minimalUrl });
    expect(Object.keys(minimal.fields)).toEqual(['code', 'id_token']);
    const claimSet = await claims(minimal.fields.id_token);
    expect(claimSet).not.toHaveProperty('email');
    expect(claimSet).not.toHaveProperty('nonce');
  });

  test('sends boolean claims as strings for some people and as booleans for others', async () => {
    const booleanClaims = async (body: object) => {
      const claimSet = await claims((await signIn(body)).fields.id_token);
      return [claimSet.email_verified, claimSet.is_private_email];
    };
    expect(await booleanClaims({ email: IRIS })).toEqual(['true', 'false']);
    expect(await booleanClaims({ email: TOMAS })).toEqual([true, false]);
    expect(await booleanClaims({ email: NOOR })).toEqual(['false', 'false']);
    expect(await booleanClaims({ email: TOMAS, email_verified: false })).toEqual([false, false]);
    const relayed = await booleanClaims({ email: 'k3x9@privaterelay.appleid.com' });
    expect(relayed.map(String)).toEqual(['true', 'true']);
  });

  test('accepts a given subject and name', async () => {
    const { fields } = await signIn({ email: 'ada@club.example', sub: '42', name: 'Ada M. Lace' });
    expect((await claims(fields.id_token)).sub).toBe('42');
    expect(JSON.parse(fields.user ?? '').name).toEqual({ firstName: 'Ada', lastName: 'M. Lace' });
  });

  test('cancels the sign-in', async () => {
    const { body } = await postControl({ deny: true });
    expect(body).toMatchObject({ location: `${app.url}/apple/cb?code=otc` });
    expect(app.posts[0]?.fields).toEqual({ error: 'user_cancelled_authorize', state: 'state-1' });
  });

  test('returns the callback URL if the callback does not redirect', async () => {
    app.callbackResponse = { status: 400 };
    const { body } = await postControl({ email: IRIS });
    expect(body).toEqual({ location: app.redirectUri, status: 400 });
  });

  test.each([
    [{}, 'email must be'],
    [{ email: 'iris' }, 'email must be an email address'],
    [{ email: IRIS, deny: 'no' }, 'deny must be'],
    [{ email: IRIS, sub: '' }, 'sub must be'],
    [{ email: IRIS, color: 'red' }, 'unknown fields: color'],
    [{ email: IRIS, authorize_url: 'there' }, 'authorize_url must be a URL'],
    [
      { email: IRIS, authorize_url: 'http://localhost/x' },
      'must have the path /apple/auth/authorize',
    ],
    [{ email: IRIS, authorize_url: 'http://localhost/apple/auth/authorize' }, 'invalid_request'],
  ])('%j is rejected with the reason', async (body, reason) => {
    expect(await postControl(body)).toMatchObject({
      status: 422,
      body: { reason: expect.stringContaining(reason) },
    });
    expect(app.posts).toEqual([]);
  });

  test('reports a callback that is unreachable', async () => {
    await app.close();
    expect(await postControl({ email: IRIS })).toMatchObject({
      status: 422,
      body: { reason: expect.stringContaining('did not respond') },
    });
    app = await startAppleApp();
  });
});

test.each([
  [{ client_id: 'other-client' }, 401, 'invalid_client'],
  [{ client_id: '' }, 400, 'invalid_request'],
  [{ redirect_uri: 'http://localhost:1/api/code/apple/callback' }, 400, 'Invalid web redirect url'],
  [{ redirect_uri: '' }, 400, 'Invalid web redirect url'],
  [{ response_type: 'code' }, 400, 'unsupported_response_type'],
  [{ response_mode: 'query' }, 400, 'response_mode must be form_post'],
  [{ response_mode: '' }, 400, 'response_mode must be form_post'],
  [{ response_mode: 'query', scope: '' }, 400, 'Invalid response mode'],
  [{ scope: 'name phone' }, 400, 'invalid_scope'],
])(
  'a request with %j gets the error page, whether opened or submitted',
  async (changes, status, message) => {
    const address = app.authorizeUrl(sandbox.address, changes);
    const body = new URLSearchParams({ decision: 'continue', person: IRIS });
    for (const reply of [await fetch(address), await fetch(address, { method: 'POST', body })]) {
      expect(reply.status).toBe(status);
      const page = await reply.text();
      expect(page).toContain(message);
      expect(page).not.toContain('id_token" value');
    }
  },
);
