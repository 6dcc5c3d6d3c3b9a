import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listActivity,
  queryDatabase,
} from '../../../../../../tests/support/database/database-queries.ts';
import { waitForMail } from '../../../../../../tests/support/mail/mail.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  addPasskey,
  createPasskey,
  PasskeyBrowser,
} from '../../../../../../tests/support/requests/passkey-browser.ts';
import {
  type CeremonyChanges,
  createKeyPair,
  type SoftwarePasskey,
} from '../../../../../../tests/support/requests/software-authenticator.ts';
import {
  signUp,
  TestClient,
  testPassword,
} from '../../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
/** Milliseconds by which the server's clock is ahead. */
let clockOffset = 0;
let client: TestClient;
let passkey: SoftwarePasskey;

beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(Date.now() + clockOffset) } });
  client = await signUp(server);
  passkey = await addPasskey(client, { name: 'My phone' });
});
afterAll(() => server.stop());

const newBrowser = () => new PasskeyBrowser(server);
const listPasskeys = async (user: TestClient) =>
  (await user.request('GET /user/passkeys')).passkeys;
const invalidCredentials = { status: 401, problem: { code: 'invalid_credentials' } };
const withDetail = (detail: string) => ({ ...invalidCredentials, problem: { detail } });
const challengeExpired = withDetail(
  'This took too long, was already used, or started in another browser. Please try again.',
);

test('a passkey alone signs in as its user', async () => {
  const owner = await signUp(server);
  const phone = await addPasskey(owner, { name: 'My phone' });
  expect(await listPasskeys(owner)).toMatchObject([{ last_used_at: null, synced: false }]);
  const { status, body, headers } = await newBrowser().signIn(phone, { synced: true });
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  const signedIn = new TestClient(server, body.access_token);
  const me = await signedIn.request('GET /user/me');
  expect(me).toEqual(await owner.request('GET /user/me'));
  expect(await listPasskeys(signedIn)).toMatchObject([
    { last_used_at: expect.stringMatching(/Z$/), synced: true },
  ]);
  const { events } = await signedIn.request('GET /user/activity');
  expect(events[0]).toMatchObject({
    event: 'signed_in',
    detail: 'Unknown browser on unknown system, with the passkey "My phone"',
  });
  // The session is recent, so it may change sign-in methods.
  expect((await signedIn.request('GET /user/identities')).fresh).toBe(true);
});

test('a sign-in on a new device sends an email', async () => {
  const email = 'passkey-new-device@example.com';
  const phone = await addPasskey(await signUp(server, email));
  const browser = newBrowser();
  const assertion = await browser.sign(phone);
  const agent = 'Mozilla/5.0 (iPhone) Safari/605.1';
  expect((await browser.send(assertion, { headers: { 'user-agent': agent } })).status).toBe(200);
  const mail = await waitForMail(server, email, 'A new device signed in');
  expect(mail.text).toContain('Safari on iPhone signed in');
});

test('the options name the host of PUBLIC_URL, and require the user to be verified', async () => {
  const options = await newBrowser().requestOptions();
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  expect(Buffer.from(options.challenge, 'base64url').length).toBeGreaterThan(32);
});

describe('a signature is rejected', () => {
  const rejections: [string, CeremonyChanges][] = [
    ['from another origin', { origin: 'https://cairn.example.com' }],
    ['from another port', { origin: 'http://localhost:1' }],
    ['for another relying party', { rpId: 'example.com' }],
    ['if the authenticator did not verify the user', { userVerified: false }],
    ['if no user was present', { userPresent: false, userVerified: false }],
    ['if it was made with another key', { privateKey: createKeyPair().privateKey }],
    ['if its type is that of a registration', { type: 'webauthn.create' }],
    [
      'with the user handle of another user',
      { userHandle: Buffer.from('another user').toString('base64url') },
    ],
    ['without a user handle', { userHandle: undefined }],
    ['for a challenge that we did not issue', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ];
  test.each(rejections)('%s', async (_case, changes) => {
    const [before] = await listPasskeys(client);
    expect(await newBrowser().signIn(passkey, changes)).toMatchObject(invalidCredentials);
    expect(await listPasskeys(client)).toEqual([before]);
  });

  test('for a challenge that was issued to add a passkey', async () => {
    const { challenge } = await client.request('POST /user/passkeys/options');
    expect(await newBrowser().signIn(passkey, { challenge })).toMatchObject(challengeExpired);
  });

  test('if it is sent from another browser', async () => {
    const assertion = await newBrowser().sign(passkey);
    expect(await newBrowser().send(assertion)).toMatchObject(challengeExpired);
    const other = newBrowser();
    await other.requestOptions();
    expect(await other.send(assertion)).toMatchObject(challengeExpired);
  });

  test('if it is sent a second time, even concurrently', async () => {
    const browser = newBrowser();
    const assertion = await browser.sign(passkey);
    const responses = await Promise.all([1, 2, 3].map(() => browser.send(assertion)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect(await browser.send(assertion)).toMatchObject(challengeExpired);
  });

  test('for a challenge that is older than ten minutes', async () => {
    const browser = newBrowser();
    const options = await browser.requestOptions();
    const sign = () => browser.authenticator.sign(options, passkey);
    clockOffset = 10 * 60_000 + 1;
    const late = await browser.send(sign());
    clockOffset = 9 * 60_000;
    const inTime = await browser.send(sign());
    clockOffset = 0;
    expect(late).toMatchObject(challengeExpired);
    expect(inTime.status).toBe(200);
  });
});

describe('the count of signatures', () => {
  const count = (signCount: number) => newBrowser().signIn(countingPasskey, { signCount });
  let owner: TestClient;
  let countingPasskey: SoftwarePasskey;
  beforeAll(async () => {
    owner = await signUp(server);
    countingPasskey = await addPasskey(owner, { signCount: 7, name: 'Security key' });
  });

  test('may rise by any amount', async () => {
    expect((await count(8)).status).toBe(200);
    expect((await count(20)).status).toBe(200);
  });

  test.each([20, 19, 0])(
    'that goes from 20 to %i makes the server reject the passkey as copied',
    async (next) => {
      const before = (await listActivity(owner, server)).filter(isRejection).length;
      expect(await count(next)).toMatchObject(
        withDetail(
          'This passkey may have been copied, so it was rejected. Sign in another way, then remove the passkey in your profile and add a new one.',
        ),
      );
      const { events } = await owner.request('GET /user/activity');
      expect(events[0]).toMatchObject({
        event: 'passkey_rejected',
        detail: 'Unknown browser on unknown system, with the passkey "Security key"',
      });
      expect((await listActivity(owner, server)).filter(isRejection)).toHaveLength(before + 1);
    },
  );

  test('in a forged signature is not reported to the user', async () => {
    const before = await listActivity(owner, server);
    const { privateKey } = createKeyPair();
    const forged = await newBrowser().signIn(countingPasskey, { signCount: 1, privateKey });
    expect(forged).toMatchObject(invalidCredentials);
    expect(await listActivity(owner, server)).toEqual(before);
  });

  test('may stay 0, because most authenticators do not count', async () => {
    const uncounted = await addPasskey(owner);
    for (const _time of [1, 2])
      expect((await newBrowser().signIn(uncounted, { signCount: 0 })).status).toBe(200);
  });

  const isRejection = (event: string) => event === 'passkey_rejected';
});

const passkeyUnknown = withDetail(
  "This passkey doesn't sign in to any account here. It may have been removed. Sign in another way.",
);

test('a passkey that was never added is rejected as unknown', async () => {
  const { passkey: stray } = await createPasskey(client);
  expect(await newBrowser().signIn(stray)).toMatchObject(passkeyUnknown);
});

test('a removed passkey is rejected as unknown, and the others still work', async () => {
  const owner = await signUp(server);
  const [lost, kept] = [await addPasskey(owner), await addPasskey(owner)];
  const [first] = await listPasskeys(owner);
  const browser = newBrowser();
  const assertion = await browser.sign(lost);
  await owner.request('DELETE /user/passkeys/:id', { params: { id: first?.id ?? '' } });
  expect(await browser.send(assertion)).toMatchObject(passkeyUnknown);
  expect(await newBrowser().signIn(lost)).toMatchObject(passkeyUnknown);
  expect((await newBrowser().signIn(kept)).status).toBe(200);
});

test('a passkey of a deleted account is rejected as unknown', async () => {
  const owner = await signUp(server);
  const lost = await addPasskey(owner);
  await owner.request('DELETE /user', { body: { password: testPassword } });
  expect(await newBrowser().signIn(lost)).toMatchObject(passkeyUnknown);
});

test('sign-ins that are only started or are rejected store nothing', async () => {
  const countCodes = async () =>
    (await queryDatabase(server, 'select 1 from one_time_codes')).length;
  const before = await countCodes();
  const browser = newBrowser();
  const challenges = new Set<string>();
  for (let time = 0; time < 20; time += 1)
    challenges.add((await browser.requestOptions()).challenge);
  expect(challenges.size).toBe(20);
  await browser.signIn(passkey, { userVerified: false });
  await browser.signIn(passkey, { privateKey: createKeyPair().privateKey });
  expect(await countCodes()).toBe(before);
  await browser.signIn(passkey);
  expect(await countCodes()).toBe(before + 1);
});

test('failed attempts are limited per IP address, and successful ones are not', async () => {
  const limited = await startTestServer({ environment: { RATE_LIMITS: 'sign_in_ip=3' } });
  const owner = await signUp(limited);
  const phone = await addPasskey(owner);
  const browser = new PasskeyBrowser(limited);
  for (const _time of [1, 2, 3, 4]) expect((await browser.signIn(phone)).status).toBe(200);
  for (const _time of [1, 2, 3])
    expect((await browser.signIn(phone, { userVerified: false })).status).toBe(401);
  const blocked = await browser.signIn(phone);
  expect(blocked).toMatchObject({ status: 429, problem: { code: 'too_many_requests' } });
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
  await limited.stop();
});
