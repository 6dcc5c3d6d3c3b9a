import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ageOneTimeCodes,
  countUsersWithEmail,
  listActivity,
} from '../../../../../../tests/support/database/database-queries.ts';
import { waitForMail } from '../../../../../../tests/support/mail/mail.ts';
import {
  OidcBrowser,
  type OidcReturn,
  signInAtProvider,
} from '../../../../../../tests/support/oidc/oidc-browser.ts';
import { oidcProviders } from '../../../../../../tests/support/oidc/oidc-client.ts';
import {
  type OidcServer,
  startOidcServer,
} from '../../../../../../tests/support/oidc/oidc-server.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import { newPerson } from '../../../../../../tests/support/requests/provider-sign-in.ts';
import {
  enrollTotp,
  MovableClock,
} from '../../../../../../tests/support/requests/second-factors.ts';
import {
  signIn,
  signUp,
  TestClient,
  testPassword,
} from '../../../../../../tests/support/requests/test-client.ts';

// Nothing listens here: the test's browser doesn't open the page that the provider redirects to.
const publicUrl = 'http://localhost:4000';

let home: OidcServer;
let work: OidcServer;
let mistaken: OidcServer;
let server: TestServer;
let browser: OidcBrowser;

beforeAll(async () => {
  const start = (name: string, issuer?: string) =>
    startOidcServer({
      redirectUris: [`${publicUrl}/oidc/cb/${name}`],
      ...(issuer === undefined ? {} : { issuer }),
    });
  [home, work, mistaken] = await Promise.all([
    start('home'),
    start('work'),
    start('mistaken', 'http://127.0.0.1:9'),
  ]);
  server = await startTestServer({
    environment: {
      PUBLIC_URL: publicUrl,
      PASSWORD_SIGN_UP: 'on',
      OIDC_PROVIDERS: oidcProviders({
        home: { url: home.url, label: 'Home' },
        work: { url: work.url, label: 'Work' },
        mistaken: { url: mistaken.url, label: 'Mistaken' },
        slash: { url: `${home.url}/`, label: 'Slash' },
        down: { url: 'http://localhost:1', label: 'Down' },
      }),
    },
  });
});
beforeEach(() => {
  browser = new OidcBrowser(server);
});
afterAll(() => Promise.all([server.stop(), home.stop(), work.stop(), mistaken.stop()]));

const invalidCredentials = { status: 401, problem: { code: 'invalid_credentials' } };
const clientWith = (token: string) => new TestClient(server, token);
/** Links the identity in a provider's response. */
const link = (client: TestClient, provider: string, { code, state, iss }: OidcReturn) =>
  client.call('POST /user/identities', {
    body: { provider, code, state, iss },
    headers: browser.headers,
  });

describe('GET /config', () => {
  test('lists the providers without their secrets', async () => {
    const config = await new TestClient(server).request('GET /config');
    expect(config.oidc_providers[0]).toEqual({ name: 'home', label: 'Home' });
    expect(config.oidc_providers.map(({ name }) => name)).toEqual([
      'home',
      'work',
      'mistaken',
      'slash',
      'down',
    ]);
  });
});

describe('GET /code/oidc/:name', () => {
  test("redirects to the provider with PKCE, a state, a nonce, and the provider's own return URL", async () => {
    const url = new URL(await browser.start('home'));
    expect(url.origin).toBe(home.url);
    const parameters = Object.fromEntries(url.searchParams);
    expect(parameters).toMatchObject({
      client_id: 'cairn',
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: `${publicUrl}/oidc/cb/home`,
      code_challenge_method: 'S256',
    });
    for (const secret of [parameters.state, parameters.nonce, parameters.code_challenge])
      expect(Buffer.from(secret ?? '', 'base64url')).toHaveLength(32);
    expect(browser.headers.cookie).toMatch(/^cairn_oidc_sign_in=[\w-]{43}$/);
  });

  test('responds 404 for an unknown provider', async () => {
    const { status } = await new TestClient(server).call('GET /code/oidc/:name', {
      params: { name: 'unknown' },
    });
    expect(status).toBe(404);
  });

  test('redirects to our page if the provider is down or reports an issuer other than the configured one', async () => {
    for (const name of ['down', 'mistaken', 'slash'])
      expect(await browser.start(name)).toBe(`/oidc/cb/${name}?error=temporarily_unavailable`);
    expect(server.logged).toContainEqual(
      expect.objectContaining({ event: 'oidc_discovery_failed', provider: 'mistaken' }),
    );
    server.logged.length = 0;
  });
});

describe('POST /auth/oidc', () => {
  test('signs up a new user, who is later recognized by their subject', async () => {
    const person = { ...newPerson(), sub: randomUUID() };
    const first = await browser.signIn('home', person);
    expect(first.status).toBe(200);
    const client = clientWith(first.body.access_token);
    const user = await client.request('GET /user/me');
    expect(user).toMatchObject({
      username: person.email,
      email_verified: true,
      providers: ['OIDC:home'],
    });
    expect(await listActivity(client, server)).toEqual(['signed_up', 'signed_in']);
    const { events } = await client.request('GET /user/activity');
    expect(events.map(({ detail }) => detail)).toContain('With Home');
    const later = await new OidcBrowser(server).signIn('home', { ...newPerson(), sub: person.sub });
    expect((await clientWith(later.body.access_token).request('GET /user/me')).id).toBe(user.id);
  });

  test('distinguishes the same subject at two providers', async () => {
    const sub = randomUUID();
    const tokens = [
      await browser.signIn('home', { ...newPerson(), sub }),
      await browser.signIn('work', { ...newPerson(), sub }),
    ];
    const users = await Promise.all(
      tokens.map(({ body }) => clientWith(body.access_token).request('GET /user/me')),
    );
    expect(users[0]?.id).not.toBe(users[1]?.id);
  });

  test('responds 409 if another account has the address', async () => {
    const owner = await signUp(server);
    const { username } = await owner.request('GET /user/me');
    expect(await browser.signIn('home', { email: username })).toMatchObject({
      status: 409,
      problem: { detail: expect.stringContaining('then link Home in your profile') },
    });
    expect((await owner.request('GET /user/me')).providers).toEqual(['email']);
  });

  test('rejects an address that the provider has not verified', async () => {
    const person = { ...newPerson(), email_verified: false };
    expect(await browser.signIn('home', person)).toMatchObject({
      status: 422,
      problem: { detail: expect.stringContaining("Home hasn't verified your email address") },
    });
    expect(await countUsersWithEmail(server, person.email)).toBe(0);
  });

  test('asks for the second factor of a user who has enrolled one', async () => {
    const person = newPerson();
    const { body } = await browser.signIn('home', person);
    await enrollTotp(clientWith(body.access_token), new MovableClock());
    expect(await new OidcBrowser(server).signIn('home', person)).toMatchObject({
      problem: { code: 'second_factor_required' },
    });
  });

  test('accepts a response once, even from concurrent requests', async () => {
    const response = await browser.visit('home', newPerson());
    const results = await Promise.all([1, 2, 3].map(() => browser.finish('home', response)));
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect(await browser.finish('home', response)).toMatchObject(invalidCredentials);
  });

  test('rejects a code that belongs to another sign-in of the same browser', async () => {
    const { code, iss } = await browser.visit('home', newPerson());
    const { state } = await browser.visit('home', newPerson());
    expect(await browser.finish('home', { code, state, iss })).toMatchObject(invalidCredentials);
  });

  test('rejects a response in another browser, with or without a cookie', async () => {
    const response = await browser.visit('home', newPerson());
    const other = new OidcBrowser(server);
    expect(await other.finish('home', response)).toMatchObject(invalidCredentials);
    await other.start('home');
    expect(await other.finish('home', response)).toMatchObject(invalidCredentials);
    expect((await browser.finish('home', response)).status).toBe(200);
  });

  test('rejects a state that is unknown or has expired', async () => {
    const response = await browser.visit('home', newPerson());
    for (const state of ['made-up', ''])
      expect(await browser.finish('home', { ...response, state })).toMatchObject(
        invalidCredentials,
      );
    await ageOneTimeCodes(server);
    expect(await browser.finish('home', response)).toMatchObject(invalidCredentials);
  });

  test('rejects an ID token with another nonce', async () => {
    const url = new URL(await browser.start('home'));
    url.searchParams.set('nonce', 'of-another-sign-in');
    const response = await signInAtProvider(url.href, newPerson());
    expect(await browser.finish('home', response)).toMatchObject(invalidCredentials);
    expect(server.logged).toContainEqual(
      expect.objectContaining({
        event: 'id_token_refused',
        provider: 'OIDC:home',
        reason: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
      }),
    );
  });

  test('rejects a response that names no issuer or another one', async () => {
    for (const iss of [undefined, work.url, `${home.url}/`]) {
      const { code, state } = await browser.visit('home', newPerson());
      const named = iss === undefined ? {} : { iss };
      expect(await browser.finish('home', { code, state, ...named })).toMatchObject(
        invalidCredentials,
      );
    }
  });

  test('rejects a response to a sign-in that was begun with another provider', async () => {
    const response = await browser.visit('home', newPerson());
    expect(await browser.finish('work', response)).toMatchObject(invalidCredentials);
    expect(await browser.finish('home', response)).toMatchObject(invalidCredentials);
  });

  test('rejects an unknown provider', async () => {
    const response = await browser.visit('home', newPerson());
    expect((await browser.finish('unknown', response)).status).toBe(422);
  });
});

describe("linking an identity of the operator's own provider", () => {
  test('adds a sign-in method, with an email and an activity entry, and unlinking removes it', async () => {
    const client = await signUp(server);
    const { username } = await client.request('GET /user/me');
    const person = newPerson();
    expect((await link(client, 'OIDC:home', await browser.visit('home', person))).status).toBe(201);
    expect((await client.request('GET /user/identities')).identities).toMatchObject([
      { provider: 'email' },
      { provider: 'OIDC:home', email: person.email },
    ]);
    await waitForMail(server, username, 'Home was linked to your Cairn account');
    expect((await new OidcBrowser(server).signIn('home', person)).status).toBe(200);
    const params = { provider: 'OIDC:home' };
    const unlinked = await client.call('DELETE /user/identities/:provider', { params, body: {} });
    expect(unlinked.status).toBe(204);
    expect(await listActivity(client, server)).toEqual(
      expect.arrayContaining(['sign_in_linked', 'sign_in_unlinked']),
    );
    const { body } = await new OidcBrowser(server).signIn('home', person);
    expect((await clientWith(body.access_token).request('GET /user/me')).username).toBe(
      person.email,
    );
  });

  test('is refused for an identity of another user, an unverified address, and a used response', async () => {
    const person = newPerson();
    await browser.signIn('home', person);
    const client = await signUp(server);
    const attempt = async (visitor: typeof person) =>
      (await link(client, 'OIDC:home', await browser.visit('home', visitor))).status;
    expect(await attempt(person)).toBe(409);
    expect(await attempt({ ...newPerson(), email_verified: false })).toBe(422);
    const response = await browser.visit('home', newPerson());
    expect((await link(client, 'OIDC:work', response)).status).toBe(422);
    expect((await link(client, 'OIDC:home', response)).status).toBe(422);
    expect((await client.request('GET /user/me')).providers).toEqual(['email']);
  });
});

test('a sign-in fails with 502 if the provider went down after it began, and works once the provider is back', async () => {
  const response = await browser.visit('work', newPerson());
  const port = Number(new URL(work.url).port);
  await work.stop();
  expect(await browser.finish('work', response)).toMatchObject({
    status: 502,
    problem: { code: 'provider_failed', detail: expect.stringContaining("Work isn't responding") },
  });
  work = await startOidcServer({ redirectUris: [`${publicUrl}/oidc/cb/work`], port });
  expect((await browser.signIn('work', newPerson())).status).toBe(200);
  server.logged.length = 0;
});

describe('with PASSWORD_SIGN_UP=off', () => {
  let closed: TestServer;

  beforeAll(async () => {
    closed = await startTestServer({
      database: server.database,
      dataDir: server.dataDir,
      environment: {
        PUBLIC_URL: publicUrl,
        PASSWORD_SIGN_UP: 'off',
        OIDC_PROVIDERS: oidcProviders({ home: { url: home.url, label: 'Home' } }),
      },
    });
  });
  afterAll(() => closed.stop());

  test('nobody can sign up with a password', async () => {
    const visitor = new TestClient(closed);
    expect((await visitor.request('GET /config')).password_sign_up).toBe(false);
    const { email } = newPerson();
    const refused = {
      status: 403,
      problem: { code: 'forbidden', detail: expect.stringContaining('providers') },
    };
    expect(
      await visitor.call('POST /signup', { body: { email, password: testPassword } }),
    ).toMatchObject(refused);
    expect(await visitor.call('POST /signup/emailcheck', { body: { email } })).toMatchObject(
      refused,
    );
    expect(await countUsersWithEmail(server, email)).toBe(0);
  });

  test('existing passwords still sign in, and providers still sign up', async () => {
    const { username } = await (await signUp(server)).request('GET /user/me');
    expect(await signIn(closed, username, testPassword)).toBeTypeOf('string');
    expect((await new OidcBrowser(closed).signIn('home', newPerson())).status).toBe(200);
  });
});
