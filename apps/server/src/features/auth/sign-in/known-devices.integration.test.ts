import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backdate } from '../../../../../../tests/support/database/backdate.ts';
import { queryDatabase } from '../../../../../../tests/support/database/database-queries.ts';
import { extractCode, waitForMail } from '../../../../../../tests/support/mail/mail.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import { DeviceBrowser } from '../../../../../../tests/support/requests/device-browser.ts';
import {
  newPerson,
  ProviderBrowser,
} from '../../../../../../tests/support/requests/provider-sign-in.ts';
import {
  signIn,
  TestClient,
  testPassword,
} from '../../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let email: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  email = await signUp();
});

const firefox = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
const safari = {
  'user-agent': 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
};
const newPassword = 'another good one';

/** Signs up without signing in. Returns the address. */
async function signUp(): Promise<string> {
  const address = `${randomUUID()}@example.com`;
  await new TestClient(server).request('POST /signup', {
    body: { email: address, password: testPassword },
  });
  return address;
}

/** Creates a browser that has signed in, so that it is a known device. */
async function knownBrowser(headers = firefox): Promise<DeviceBrowser> {
  const browser = new DeviceBrowser(server, headers);
  expect((await browser.signIn(email)).status).toBe(200);
  return browser;
}

/** The number of new-device emails to the user. */
const countEmails = async (address = email) =>
  (
    await queryDatabase(
      server,
      `select 1 from outgoing_mail m join users u using (user_id)
       where u.email = $1 and m.kind = 'new_device'`,
      [address],
    )
  ).length;

const countDevices = async (address = email) =>
  (
    await queryDatabase(
      server,
      'select 1 from known_devices join users using (user_id) where email = $1',
      [address],
    )
  ).length;

describe('the device cookie', () => {
  test('is set only by a successful sign-in, for 400 days, and hidden from scripts and other sites', async () => {
    const browser = new DeviceBrowser(server);
    expect((await browser.signIn(email, 'not it')).headers.getSetCookie()).toEqual([]);
    const [cookie] = (await browser.signIn(email)).headers.getSetCookie();
    expect(cookie).toMatch(
      /^cairn_device=[0-9a-f-]{36}\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  test('cannot be set by another host if the server uses https', async () => {
    const { port } = new URL(server.url);
    const secure = await startTestServer({
      database: server.database,
      environment: { PUBLIC_URL: `https://localhost:${port}` },
    });
    try {
      const [cookie] = (await new DeviceBrowser(secure).signIn(email)).headers.getSetCookie();
      expect(cookie).toMatch(
        /^__Host-cairn_device=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      );
      expect(cookie).not.toContain('Domain');
    } finally {
      await secure.stop();
    }
  });

  test('is kept by later sign-ins, including those of other users of the same browser', async () => {
    const browser = await knownBrowser();
    const { cookie } = browser;
    const other = await signUp();
    await browser.signIn(other);
    await browser.signIn(email);
    expect(browser.cookie).toBe(cookie);
    expect([await countDevices(email), await countDevices(other)]).toEqual([1, 1]);
  });

  test('is replaced if it is malformed', async () => {
    const browser = new DeviceBrowser(server);
    browser.cookie = `cairn_device=${randomUUID()}.short`;
    expect((await browser.signIn(email)).status).toBe(200);
    expect(browser.cookie).toMatch(/\.[\w-]{43}$/);
  });

  test('is set and read by sign-ins with Google and Apple', async () => {
    for (const provider of ['signInWithGoogle', 'signInWithApple'] as const) {
      const browser = new ProviderBrowser(server);
      const person = newPerson();
      browser.storeCookies((await browser[provider](person)).headers);
      expect((await browser[provider](person)).status).toBe(200);
      expect(await countDevices(person.email)).toBe(1);
    }
  });

  test('is stored only as a hash', async () => {
    const [, secret = ''] = (await knownBrowser()).cookie?.split('.') ?? [];
    const rows = await queryDatabase<{ row: string }>(
      server,
      'select known_devices::text as row from known_devices',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(secret))).toEqual([]);
  });
});

describe('the new-device email', () => {
  test('is sent once for each new device, but not for the very first one', async () => {
    const first = await knownBrowser(firefox);
    await first.signIn(email);
    expect(await countEmails()).toBe(0);
    const phone = await knownBrowser(safari);
    const mail = await waitForMail(server, email, 'new device');
    expect(mail.text).toContain('Safari on iPhone signed in to your account');
    await phone.signIn(email);
    await first.signIn(email);
    expect(await countEmails()).toBe(1);
  });

  test('is sent for a stranger who copies the user agent of a known device', async () => {
    await knownBrowser(firefox);
    await knownBrowser(firefox);
    expect(await countEmails()).toBe(1);
  });

  test('is not sent for a known device whose user agent has changed', async () => {
    const { cookie } = await knownBrowser(firefox);
    const updated = new DeviceBrowser(server, safari);
    updated.cookie = cookie;
    await updated.signIn(email);
    expect(await countEmails()).toBe(0);
  });

  test('is sent for a device that is known only for another user', async () => {
    await knownBrowser(firefox);
    const other = await signUp();
    const browser = new DeviceBrowser(server, firefox);
    await browser.signIn(other);
    await browser.signIn(email);
    expect(await countEmails()).toBe(1);
    expect(await countEmails(other)).toBe(0);
  });

  test('is sent for each sign-in with the id of a known device and another secret', async () => {
    const known = await knownBrowser(firefox);
    const forged = new DeviceBrowser(server, firefox);
    for (const secret of ['A', 'B']) {
      forged.cookie = `${known.cookie?.split('.')[0]}.${secret.repeat(43)}`;
      await forged.signIn(email);
    }
    expect(await countEmails()).toBe(2);
    await known.signIn(email);
    expect(await countEmails()).toBe(2);
    expect(await countDevices()).toBe(1);
  });

  test('is sent once if a new device signs in several times at once', async () => {
    await knownBrowser(firefox);
    const browser = new DeviceBrowser(server, safari);
    await browser.signIn(await signUp());
    await Promise.all([1, 2, 3, 4].map(() => browser.signIn(email)));
    expect(await countEmails()).toBe(1);
  });

  test('is sent once a day for a script that keeps no cookies', async () => {
    await knownBrowser(firefox);
    const signInAsScript = () => signIn(server, email, testPassword);
    await signInAsScript();
    await signInAsScript();
    expect(await countEmails()).toBe(1);
    await queryDatabase(
      server,
      `update known_devices set ${backdate('first_used_at', '25 hours')}`,
    );
    await signInAsScript();
    await signInAsScript();
    expect(await countEmails()).toBe(2);
  });

  test('is sent to a user who has not signed in for so long that no session is left', async () => {
    await knownBrowser(firefox);
    await queryDatabase(
      server,
      `with old as (
         update users set created_at = now() - interval '2 years' where email = $1 returning user_id
       )
       delete from sessions where user_id in (select user_id from old)`,
      [email],
    );
    await knownBrowser(firefox);
    expect(await countEmails()).toBe(1);
  });
});

describe('a device stays known', () => {
  test('when it signs itself out', async () => {
    const browser = await knownBrowser();
    const { client } = await browser.signIn(email);
    await client.request('POST /auth/logout');
    await browser.signIn(email);
    expect(await countEmails()).toBe(0);
  });

  test('when it signs out all others or changes the password', async () => {
    const browser = await knownBrowser();
    const { client } = await browser.signIn(email);
    await client.request('DELETE /user/sessions/:id', { params: { id: 'all' } });
    await client.request('POST /user/password', {
      body: { current_password: testPassword, password: newPassword },
    });
    await browser.signIn(email, newPassword);
    expect(await countEmails()).toBe(0);
  });
});

describe('a device is forgotten', () => {
  /** Creates two known devices. The user gets an email about the second one. */
  async function createTwoBrowsers() {
    const [own, other] = [await knownBrowser(firefox), await knownBrowser(safari)];
    expect(await countEmails()).toBe(1);
    return { own, other, client: (await own.signIn(email)).client };
  }

  test('when the password is reset by email', async () => {
    const { own, other } = await createTwoBrowsers();
    await new TestClient(server).request('POST /user/forgotpwd', { body: { email } });
    const code = extractCode(await waitForMail(server, email, 'Set a new password'));
    await new TestClient(server).request('POST /user/resetpwd', {
      body: { code, password: newPassword },
    });
    await own.signIn(email, newPassword);
    await other.signIn(email, newPassword);
    expect(await countEmails()).toBe(3);
  });

  test('when another device changes the password', async () => {
    const { other, client } = await createTwoBrowsers();
    await client.request('POST /user/password', {
      body: { current_password: testPassword, password: newPassword },
    });
    await other.signIn(email, newPassword);
    expect(await countEmails()).toBe(2);
  });

  test('when another device signs it out, alone or with all others', async () => {
    const { other, client } = await createTwoBrowsers();
    const { sessions } = await client.request('GET /user/sessions');
    const id = sessions.find(({ device }) => device === 'Safari on iPhone')?.id ?? '';
    await client.request('DELETE /user/sessions/:id', { params: { id } });
    await other.signIn(email);
    expect(await countEmails()).toBe(2);
    await client.request('DELETE /user/sessions/:id', { params: { id: 'all' } });
    await other.signIn(email);
    expect(await countEmails()).toBe(3);
  });
});
