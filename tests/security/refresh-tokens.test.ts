import { randomUUID } from 'node:crypto';
import { type CallBody, type CallKey, type CallResponse, callEntries } from '@cairn/contract/calls';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backdate } from '../support/database/backdate.ts';
import { waitForMail } from '../support/mail/mail.ts';
import { OidcBrowser } from '../support/oidc/oidc-browser.ts';
import { oidcProviders } from '../support/oidc/oidc-client.ts';
import { startOidcServer } from '../support/oidc/oidc-server.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { addPasskey, PasskeyBrowser } from '../support/requests/passkey-browser.ts';
import { newPerson, ProviderBrowser } from '../support/requests/provider-sign-in.ts';
import { requestChallenge, totpCode } from '../support/requests/second-factors.ts';
import {
  type CallOptions,
  signIn,
  signUp,
  TestClient,
  testPassword,
} from '../support/requests/test-client.ts';
import { refreshCookieOf, signInToWebApp, WebBrowser } from '../support/requests/web-browser.ts';

let server: TestServer;
let otherServer: TestServer;
let database: pg.Client;
let email: string;
let browser: WebBrowser;

beforeAll(async () => {
  server = await startTestServer();
  const { sandbox, dataDir } = server;
  otherServer = await startTestServer({ database: server.database, sandbox, dataDir });
  database = new pg.Client({ connectionString: server.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await otherServer.stop();
  await server.stop();
});
beforeEach(async () => {
  email = `${randomUUID()}@example.com`;
  await signUp(server, email);
  browser = await signInToWebApp(server, email);
});

const sessionOf = ({ token }: { token: string | undefined }) => String(decodeJwt(token ?? '').sid);
const lifetimeOf = (token: string | undefined) => {
  const { exp = 0, iat = 0 } = decodeJwt(token ?? '');
  return exp - iat;
};

/** The number of emails about a copied session. */
async function countEmails(): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int from outgoing_mail m
     join users u on u.user_id = m.user_id
     where u.email = $1 and m.kind = 'session_copied'`,
    [email],
  );
  return rows[0]?.count ?? 0;
}

/** Makes the last rotation of the session look older. */
const ageRotation = (session: string, seconds = 11) =>
  database.query(
    `update sessions set refresh_rotated_at = (refresh_rotated_at at time zone 'UTC' - make_interval(secs => $2)) at time zone 'UTC'
     where session_id = $1`,
    [session, seconds],
  );

const isSignedIn = async ({ token }: { token: string | undefined }) =>
  (await new TestClient(server, token).call('GET /user/me')).status === 200;

/** Signs in with a call in the web app of a new browser. Expects a token of 15 minutes that can be refreshed. */
async function signInAs<
  K extends 'POST /auth/passkey' | 'POST /auth/second_factor' | 'POST /auth/factor_reset/complete',
>(key: K, body: CallBody<K>, headers: Record<string, string> = {}): Promise<WebBrowser> {
  const web = new WebBrowser(server);
  const response = await new TestClient(server).call<CallKey>(key, {
    body,
    headers: { ...web.headers, ...headers },
  } as CallOptions<CallKey>);
  const { access_token, expires_in } = response.body as CallResponse<K>;
  expect(expires_in, key).toBe(900);
  web.token = access_token;
  const [cookie = ''] = (refreshCookieOf(response.headers) ?? '').split(';');
  web.refreshToken = cookie.split('=')[1];
  expect((await web.refresh()).status, key).toBe(200);
  return web;
}

describe('a sign-in of the web app', () => {
  test('gets a token of 15 minutes and a cookie that scripts and other sites cannot use', async () => {
    const web = new WebBrowser(server);
    const { body, headers } = await web.call('POST /auth/token', {
      body: { username: email, password: testPassword, provider: 'email' },
    });
    expect(body.expires_in).toBe(900);
    expect(lifetimeOf(body.access_token)).toBe(900);
    const attributes = (refreshCookieOf(headers) ?? '').split('; ').slice(1);
    expect(attributes.toSorted()).toEqual([
      'HttpOnly',
      `Max-Age=${90 * 24 * 3600}`,
      'Path=/',
      'SameSite=Strict',
    ]);
  });

  test('over HTTPS gets the cookie with the prefix that binds it to the host', async () => {
    const { sandbox, dataDir } = server;
    const https = await startTestServer({
      database: server.database,
      sandbox,
      dataDir,
      environment: { PUBLIC_URL: 'https://localhost:8443' },
    });
    const web = new WebBrowser(https);
    const { headers } = await web.call('POST /auth/token', {
      body: { username: email, password: testPassword, provider: 'email' },
    });
    expect(refreshCookieOf(headers)).toMatch(/^__Host-cairn_refresh=.*; Path=\/; .*Secure/);
    expect(refreshCookieOf(headers)).not.toContain('Domain');
    await https.stop();
  });

  test('with Google or Apple gets the same token and cookie', async () => {
    const provider = new ProviderBrowser(server);
    const google = new WebBrowser(server);
    const credential = await provider.createCredential(newPerson());
    const { headers } = provider;
    const cookies = (jar: WebBrowser) => ({ ...jar.headers, ...headers });
    const withGoogle = await google.call('POST /auth/token', {
      body: { provider: 'GOOGLE', credential },
      headers: cookies(google),
    });
    expect(withGoogle.body.expires_in).toBe(900);
    const apple = new WebBrowser(server);
    const code = await provider.appleCode(newPerson());
    const withApple = await apple.call('POST /user/check_apple_otc', {
      body: { code },
      headers: { ...apple.headers, ...provider.headers },
    });
    expect(lifetimeOf(withApple.body.access_token)).toBe(900);
    for (const jar of [google, apple]) expect((await jar.refresh()).status).toBe(200);
  });

  test("with one of the operator's own providers gets the same token and cookie", async () => {
    const publicUrl = 'http://localhost:4000';
    const home = await startOidcServer({ redirectUris: [`${publicUrl}/oidc/cb/home`] });
    const providers = oidcProviders({ home: { url: home.url, label: 'Home' } });
    const withOidc = await startTestServer({
      environment: { PUBLIC_URL: publicUrl, OIDC_PROVIDERS: providers },
    });
    const provider = new OidcBrowser(withOidc);
    const { code, state, iss } = await provider.visit('home', newPerson());
    const jar = new WebBrowser(withOidc);
    const { body } = await jar.call('POST /auth/oidc', {
      body: { name: 'home', code, state, iss },
      headers: { ...jar.headers, ...provider.headers },
    });
    expect(body.expires_in).toBe(900);
    expect((await jar.refresh()).status).toBe(200);
    await withOidc.stop();
    await home.stop();
  });

  test('with a passkey, with a second factor, or after a factor reset gets the same token and cookie', async () => {
    const client = new TestClient(server, await signIn(server, email, testPassword));
    const passkey = await addPasskey(client);
    const phone = new PasskeyBrowser(server);
    const assertion = await phone.sign(passkey);
    const withPasskey = await signInAs('POST /auth/passkey', { assertion }, phone.headers);

    const { secret } = await client.request('POST /user/totp');
    await client.request('POST /user/totp/confirm', {
      body: { code: totpCode(secret, new Date()) },
    });
    const withCode = await signInAs('POST /auth/second_factor', {
      challenge: await requestChallenge(server, email),
      factor: 'totp',
      // The code of the next half minute, because each works once.
      code: totpCode(secret, new Date(Date.now() + 30_000)),
    });

    await new TestClient(server).request('POST /auth/factor_reset', {
      body: { challenge: await requestChallenge(server, email) },
    });
    await database.query(`update factor_resets set ${backdate('requested_at', '73 hours')}`);
    const afterReset = await signInAs('POST /auth/factor_reset/complete', {
      challenge: await requestChallenge(server, email),
    });
    expect((await afterReset.refresh()).status).toBe(200);
    // The reset ended the sessions before it.
    for (const ended of [withPasskey, withCode]) expect((await ended.refresh()).status).toBe(401);
  });

  test('differs from a sign-in of another client, which gets a token of one hour and no cookie', async () => {
    const response = await new TestClient(server).call('POST /auth/token', {
      body: { username: email, password: testPassword, provider: 'email' },
    });
    expect(response.body.expires_in).toBe(3600);
    expect(lifetimeOf(response.body.access_token)).toBe(3600);
    expect(refreshCookieOf(response.headers)).toBeUndefined();
    const client = new TestClient(server, response.body.access_token);
    const renewed = await client.call('POST /user/upgrade_token');
    expect(lifetimeOf(renewed.body.access_token)).toBe(3600);
    expect(refreshCookieOf(renewed.headers)).toBeUndefined();
  });

  test('is tested here for every call that returns a token', () => {
    const callsReturningToken = callEntries
      .filter(
        ([, { response }]) =>
          'access_token' in ((response as { properties?: object }).properties ?? {}),
      )
      .map(([key]) => key);
    expect(callsReturningToken.toSorted()).toEqual([
      'POST /auth/factor_reset/complete',
      'POST /auth/oidc',
      'POST /auth/passkey',
      'POST /auth/refresh',
      'POST /auth/second_factor',
      'POST /auth/token',
      'POST /user/check_apple_otc',
      'POST /user/check_email_validation',
      'POST /user/upgrade_token',
    ]);
  });

  test('leaves only hashes of the refresh token in the database', async () => {
    await browser.refresh();
    const [, , family = '', secret = ''] = (browser.refreshToken ?? '').split('.');
    const { rows } = await database.query('select s::text as row from sessions s');
    const stored = rows.map(({ row }) => row).join('\n');
    for (const part of [family, secret]) {
      expect(part).toHaveLength(43);
      expect(stored).not.toContain(part);
      expect(stored).not.toContain(Buffer.from(part).toString('hex'));
    }
  });
});

describe('POST /auth/refresh', () => {
  test('replaces the refresh token and returns a new token of the same session', async () => {
    const before = { session: sessionOf(browser), refreshToken: browser.refreshToken };
    const { status, body } = await browser.refresh();
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 900 });
    expect(sessionOf(browser)).toBe(before.session);
    expect(browser.refreshToken).not.toBe(before.refreshToken);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await browser.refresh()).status).toBe(200);
  });

  test.each([
    ['without a cookie', undefined],
    ['with an empty cookie', ''],
    ['with a malformed cookie', 'abc'],
    [
      'with a cookie of an unknown session',
      `${randomUUID()}.1.${'a'.repeat(43)}.${'b'.repeat(43)}`,
    ],
  ])('responds with 401 to a request %s', async (_case, refreshToken) => {
    const empty = new WebBrowser(server);
    empty.refreshToken = refreshToken;
    const { status, headers } = await empty.refresh();
    expect(status).toBe(401);
    expect(refreshCookieOf(headers)).toBeUndefined();
  });

  test("responds with 401 to a made-up token for another user's session, and ends no session", async () => {
    const [session, , family] = (browser.refreshToken ?? '').split('.');
    const thief = browser.copy();
    thief.refreshToken = `${session}.1.${'x'.repeat(43)}.${'y'.repeat(43)}`;
    expect((await thief.refresh()).problem.code).toBe('unauthenticated');
    thief.refreshToken = `${randomUUID()}.1.${family}.${'y'.repeat(43)}`;
    expect((await thief.refresh()).problem.code).toBe('unauthenticated');
    expect((await browser.refresh()).status).toBe(200);
  });

  test('does not accept an access token, nor do other calls accept a refresh token', async () => {
    const swapped = browser.copy();
    swapped.refreshToken = browser.token;
    expect((await swapped.refresh()).status).toBe(401);
    const client = new TestClient(server, browser.refreshToken);
    expect((await client.call('GET /user/me')).status).toBe(401);
  });

  test('returns a token with current claims', async () => {
    await server.sandbox.control('payments/complete', {
      client_reference_id: decodeJwt(browser.token ?? '').id,
      plan: 'lifetime',
    });
    await expect
      .poll(
        async () => {
          await browser.refresh();
          return decodeJwt(browser.token ?? '').subscription;
        },
        { timeout: 10_000 },
      )
      .toBe('paid');
  });
});

describe('a replaced refresh token', () => {
  test('gets a token and no cookie within ten seconds, as from another tab', async () => {
    const tab = browser.copy();
    await browser.refresh();
    const { status, headers } = await tab.refresh();
    expect(status).toBe(200);
    expect(refreshCookieOf(headers)).toBeUndefined();
    expect(await isSignedIn(tab)).toBe(true);
    expect((await browser.refresh()).status).toBe(200);
  });

  test('is replaced again after ten seconds, because the response with the new one was lost', async () => {
    const offline = browser.copy();
    await offline.refresh(); // Its response never reaches the browser.
    await ageRotation(sessionOf(browser));
    expect((await browser.refresh()).status).toBe(200);
    await ageRotation(sessionOf(browser));
    expect((await browser.refresh()).status).toBe(200);
    // The lost token is worthless from then on.
    expect((await offline.refresh()).problem.code).toBe('session_copied');
  });

  test('ends the session if it is older than the previous one, and the user gets an email', async () => {
    const thief = browser.copy();
    await browser.refresh();
    await browser.refresh();
    const { status, problem, headers } = await thief.refresh();
    expect([status, problem.code]).toEqual([401, 'session_copied']);
    expect(refreshCookieOf(headers)).toBeUndefined();
    expect(await isSignedIn(browser)).toBe(false);
    // The owner's browser receives the reason, too.
    expect((await browser.refresh()).problem.code).toBe('session_copied');
    const client = new TestClient(server, await signIn(server, email, testPassword));
    const { events } = await client.request('GET /user/activity');
    expect(events.filter(({ event }) => event === 'session_copied')).toHaveLength(1);
    expect(await countEmails()).toBe(1);
    const mail = await waitForMail(server, email, 'We ended a session');
    expect(mail.text).toContain('an old copy of your session on');
  });

  test('is not treated as copied after the database was restored from an earlier backup', async () => {
    const { rows } = await database.query('select * from sessions where session_id = $1', [
      sessionOf(browser),
    ]);
    const backup = rows[0];
    await browser.refresh();
    await browser.refresh();
    await database.query(
      `update sessions
       set refresh_generation = $2, refresh_current = $3, refresh_previous = $4
       where session_id = $1`,
      [
        backup.session_id,
        backup.refresh_generation,
        backup.refresh_current,
        backup.refresh_previous,
      ],
    );
    expect((await browser.refresh()).problem.code).toBe('unauthenticated');
    expect(await countEmails()).toBe(0);
  });

  test('ends the session once the owner and a thief have both used it, even if the thief was first', async () => {
    const thief = browser.copy();
    await thief.refresh();
    await ageRotation(sessionOf(browser));
    expect((await browser.refresh()).status).toBe(200);
    expect((await thief.refresh()).problem.code).toBe('session_copied');
    expect((await browser.refresh()).problem.code).toBe('session_copied');
  });
});

describe('concurrent refreshes:', () => {
  test('twenty refreshes in two processes replace the token once and all get a token', async () => {
    const tabs = Array.from({ length: 20 }, (_, index) =>
      browser.copy(index % 2 === 0 ? server : otherServer),
    );
    const responses = await Promise.all(tabs.map((tab) => tab.refresh()));
    expect(responses.map(({ status }) => status)).toEqual(tabs.map(() => 200));
    const cookies = responses.flatMap(({ headers }) => refreshCookieOf(headers) ?? []);
    expect(cookies).toHaveLength(1);
    const winner = tabs.find(({ refreshToken }) => refreshToken !== browser.refreshToken);
    expect((await winner?.refresh())?.status).toBe(200);
  });

  test('ten uses of an old token end the session once, with one email', async () => {
    const thief = browser.copy();
    await browser.refresh();
    await browser.refresh();
    const thieves = Array.from({ length: 10 }, (_, index) =>
      thief.copy(index % 2 === 0 ? server : otherServer),
    );
    const responses = await Promise.all(thieves.map((thiefBrowser) => thiefBrowser.refresh()));
    expect(new Set(responses.map(({ problem }) => problem.code))).toEqual(
      new Set(['session_copied']),
    );
    expect(await countEmails()).toBe(1);
  });

  test('a process accepts the token that another one issued', async () => {
    for (const process of [otherServer, server, otherServer]) {
      const moved = browser.copy(process);
      expect((await moved.refresh()).status).toBe(200);
      browser = moved;
    }
  });
});

describe('an ended session cannot be refreshed', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['signing out', () => browser.call('POST /auth/logout')],
    [
      'signing out all devices on another device',
      async () => {
        const client = new TestClient(server, await signIn(server, email, testPassword));
        await client.request('DELETE /user/sessions/:id', { params: { id: 'all' } });
      },
    ],
    [
      'a new password on another device',
      async () => {
        const client = new TestClient(server, await signIn(server, email, testPassword));
        await client.request('POST /user/password', {
          body: { current_password: testPassword, password: 'seventeen purple cranes' },
        });
      },
    ],
    [
      'the deletion of the account',
      () => browser.call('DELETE /user', { body: { password: testPassword } }),
    ],
    [
      'its maximum age of 90 days',
      () =>
        database.query(
          `update sessions set created_at = now() - interval '91 days' where session_id = $1`,
          [sessionOf(browser)],
        ),
    ],
  ])('after %s', async (_case, endSession) => {
    const { refreshToken } = browser;
    await endSession();
    browser.refreshToken = refreshToken;
    const { status, problem, headers } = await browser.refresh();
    expect([status, problem.code]).toEqual([401, 'unauthenticated']);
    expect(refreshCookieOf(headers)).toBeUndefined();
  });

  test('and using its replaced tokens sends no email', async () => {
    const old = browser.copy();
    await browser.refresh();
    await browser.refresh();
    await browser.call('POST /auth/logout');
    expect((await old.refresh()).problem.code).toBe('unauthenticated');
    expect(await countEmails()).toBe(0);
  });

  test('and signing out removes the cookie', async () => {
    const { headers } = await browser.call('POST /auth/logout');
    expect(refreshCookieOf(headers)).toMatch(/^cairn_refresh=; Max-Age=0; Path=\/; /);
    expect(browser.refreshToken).toBeUndefined();
  });
});

describe('a bearer token alone', () => {
  test('does not renew a session with a refresh token: the new token expires with the old one', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const before = decodeJwt(browser.token ?? '');
    for (const client of [new TestClient(server, browser.token), browser.copy()]) {
      const { status, body, headers } = await client.call('POST /user/upgrade_token');
      expect(status).toBe(200);
      const after = decodeJwt(body.access_token);
      expect(after.exp).toBe(before.exp);
      expect(after.jti).not.toBe(before.jti);
      expect(body.expires_in).toBeLessThan(900);
      expect(refreshCookieOf(headers)).toBeUndefined();
    }
  });

  test('of another client is adopted by the web app: its session gets a refresh token', async () => {
    const web = new WebBrowser(server);
    web.token = await signIn(server, email, testPassword);
    const { body } = await web.call('POST /user/upgrade_token');
    expect(lifetimeOf(body.access_token)).toBe(900);
    expect(sessionOf({ token: body.access_token })).toBe(sessionOf(web));
    expect((await web.refresh()).status).toBe(200);
  });

  test('is adopted once, even by ten browsers at the same time', async () => {
    const token = await signIn(server, email, testPassword);
    const responses = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const web = new WebBrowser(index % 2 === 0 ? server : otherServer);
        web.token = token;
        return web.call('POST /user/upgrade_token');
      }),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const cookies = responses.flatMap(({ headers }) => refreshCookieOf(headers) ?? []);
    expect(cookies).toHaveLength(1);
  });
});

describe('a page of another site', () => {
  test.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port of this host', { origin: 'http://localhost:1' }],
    ['an opaque origin', { origin: 'null' }],
    ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
    ['a request from a neighboring domain', { 'sec-fetch-site': 'same-site' }],
    ['no header of the web app', { 'x-cairn-client': '' }],
    ['a made-up client', { 'x-cairn-client': 'other' }],
  ])('cannot refresh: %s gets 403', async (_case, headers) => {
    const { status, problem, headers: received } = await browser.refresh(headers);
    expect([status, problem.code]).toEqual([403, 'forbidden']);
    expect(refreshCookieOf(received)).toBeUndefined();
    expect((await browser.refresh()).status).toBe(200);
  });

  test.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
  ])('cannot sign a browser in: %s gets 403 and no cookie', async (_case, headers) => {
    const response = await new WebBrowser(server).call('POST /auth/token', {
      body: { username: email, password: testPassword, provider: 'email' },
      headers,
    });
    expect(response.status).toBe(403);
    expect(refreshCookieOf(response.headers)).toBeUndefined();
  });

  test('cannot refresh with a link or an image', async () => {
    const response = await fetch(`${server.url}/api/auth/refresh`, { headers: browser.headers });
    expect(response.status).toBe(405);
  });

  test('is not allowed to send the header of the web app', async () => {
    const { sandbox, dataDir } = server;
    const serverWithPartner = await startTestServer({
      database: server.database,
      sandbox,
      dataDir,
      environment: { API_ORIGINS: 'https://partner.example' },
    });
    const response = await fetch(`${serverWithPartner.url}/api/auth/refresh`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://partner.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-cairn-client',
      },
    });
    expect(response.headers.get('access-control-allow-headers')).not.toContain('x-cairn-client');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    await serverWithPartner.stop();
  });
});

test('a page of the app itself can refresh', async () => {
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' };
  expect((await browser.refresh(headers)).status).toBe(200);
});
