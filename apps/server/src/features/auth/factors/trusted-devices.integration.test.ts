import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backdate } from '../../../../../../tests/support/database/backdate.ts';
import {
  listActivity,
  queryDatabase,
} from '../../../../../../tests/support/database/database-queries.ts';
import { extractCode, waitForMail } from '../../../../../../tests/support/mail/mail.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import { DeviceBrowser } from '../../../../../../tests/support/requests/device-browser.ts';
import {
  enrollTotp,
  MovableClock,
  totpCode,
} from '../../../../../../tests/support/requests/second-factors.ts';
import {
  signUp,
  TestClient,
  testPassword,
} from '../../../../../../tests/support/requests/test-client.ts';

const clock = new MovableClock();
let server: TestServer;
let email: string;
let client: TestClient;
let secret: string;

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());
beforeEach(async () => {
  email = `${randomUUID()}@example.com`;
  client = await signUp(server, email);
  ({ secret } = await enrollTotp(client, clock));
});

/** Signs in with the password and a code, and makes the browser a trusted device unless `trust` is false. */
async function signInWithCode(
  browser: DeviceBrowser,
  { trust = true, password = testPassword } = {},
): Promise<TestClient> {
  const { problem } = await browser.signIn(email, password);
  const headers = { ...browser.headers, ...(browser.cookie ? { cookie: browser.cookie } : {}) };
  const response = await new TestClient(server).call('POST /auth/second_factor', {
    body: {
      challenge: problem.challenge ?? '',
      factor: 'totp',
      code: totpCode(secret, clock.now()),
      trust_device: trust,
    },
    headers,
  });
  clock.moveBy(60);
  const setCookie = response.headers.getSetCookie().find((line) => line.includes('cairn_device='));
  if (setCookie !== undefined) [browser.cookie] = setCookie.split(';');
  return new TestClient(server, response.body.access_token);
}

async function trustedBrowser() {
  const browser = new DeviceBrowser(server);
  return { browser, client: await signInWithCode(browser) };
}

const signInStatus = async (browser: DeviceBrowser, password = testPassword) =>
  (await browser.signIn(email, password)).status;

describe('a trusted device', () => {
  test('needs no second factor for 30 days, and is listed with the time at which the trust ends', async () => {
    const { browser, client: own } = await trustedBrowser();
    expect(await signInStatus(browser)).toBe(200);
    const { sessions } = await own.request('GET /user/sessions');
    const current = sessions.find((session) => session.current);
    const days = (Date.parse(current?.trusted_until ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect(await listActivity(own, server)).toContain('device_trusted');
    await queryDatabase(server, `update known_devices set ${backdate('trusted_until', '30 days')}`);
    expect(await signInStatus(browser)).toBe(401);
    expect(
      (await own.request('GET /user/sessions')).sessions.map((each) => each.trusted_until),
    ).toEqual(expect.not.arrayContaining([expect.any(String)]));
  });

  test('still needs the right password, and a step-up still needs the second factor', async () => {
    const { browser } = await trustedBrowser();
    expect(await signInStatus(browser, 'not it')).toBe(401);
    const { client: signedIn } = await browser.signIn(email);
    const response = await signedIn.call('GET /user/export');
    expect(response).toMatchObject({ status: 403, problem: { code: 'step_up_required' } });
  });

  test('is trusted only if the user chose so, and is recognized only by its own cookie', async () => {
    const untrusted = new DeviceBrowser(server);
    await signInWithCode(untrusted, { trust: false });
    expect(await signInStatus(untrusted)).toBe(401);
    const { browser } = await trustedBrowser();
    const forged = new DeviceBrowser(server);
    forged.cookie = `${browser.cookie?.split('.')[0]}.${'A'.repeat(43)}`;
    expect(await signInStatus(forged)).toBe(401);
    expect(await signInStatus(new DeviceBrowser(server))).toBe(401);
  });

  test('of one user is not trusted for another user of the same browser', async () => {
    const { browser } = await trustedBrowser();
    const other = { email: `${randomUUID()}@example.com` };
    await enrollTotp(await signUp(server, other.email), clock);
    expect((await browser.signIn(other.email)).status).toBe(401);
  });
});

describe('the trust in a device ends', () => {
  test('when the user ends it, from any session', async () => {
    const { browser, client: own } = await trustedBrowser();
    const { sessions } = await client.request('GET /user/sessions');
    const id = sessions.find(({ trusted_until }) => trusted_until !== null)?.id ?? '';
    const end = () => client.call('DELETE /user/sessions/:id/trust', { params: { id } });
    expect((await end()).status).toBe(204);
    expect((await end()).status).toBe(404);
    expect(await signInStatus(browser)).toBe(401);
    expect(await listActivity(own, server)).toContain('device_untrusted');
  });

  test('when another device signs it out, and when it ends its own session in the list', async () => {
    const { browser } = await trustedBrowser();
    const endTrusted = async (by: TestClient) => {
      const { sessions } = await by.request('GET /user/sessions');
      for (const { id } of sessions.filter(({ trusted_until }) => trusted_until !== null))
        await by.request('DELETE /user/sessions/:id', { params: { id } });
    };
    await endTrusted(client);
    expect(await signInStatus(browser)).toBe(401);
    const own = await trustedBrowser();
    await endTrusted(own.client);
    expect(await signInStatus(own.browser)).toBe(401);
  });

  test('when the password is changed or reset', async () => {
    const { browser, client: own } = await trustedBrowser();
    const changed = 'another long passphrase';
    await own.request('POST /user/password', {
      body: { current_password: testPassword, password: changed },
    });
    expect(await signInStatus(browser, changed)).toBe(401);
    await signInWithCode(browser, { password: changed });
    expect(await signInStatus(browser, changed)).toBe(200);
    await new TestClient(server).request('POST /user/forgotpwd', { body: { email } });
    const code = extractCode(await waitForMail(server, email, 'Set a new password'));
    await new TestClient(server).request('POST /user/resetpwd', {
      body: { code, password: 'a third long passphrase' },
    });
    expect(await signInStatus(browser, 'a third long passphrase')).toBe(401);
  });

  test('when a second factor is removed and set up again', async () => {
    const { browser, client: own } = await trustedBrowser();
    await own.request('DELETE /user/totp');
    ({ secret } = await enrollTotp(own, clock));
    expect(await signInStatus(browser)).toBe(401);
  });
});
