import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backdate } from '../../../../../../tests/support/database/backdate.ts';
import {
  listActivity,
  queryDatabase,
} from '../../../../../../tests/support/database/database-queries.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  addPasskey,
  PasskeyBrowser,
} from '../../../../../../tests/support/requests/passkey-browser.ts';
import {
  enrollTotp,
  MovableClock,
  requestChallenge,
  sendPassword,
  totpCode,
} from '../../../../../../tests/support/requests/second-factors.ts';
import type { Assertion } from '../../../../../../tests/support/requests/software-authenticator.ts';
import { signUp, TestClient } from '../../../../../../tests/support/requests/test-client.ts';

const clock = new MovableClock();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());

const newBrowser = () => new PasskeyBrowser(server);

/** A user with a passkey, and with two-step verification. */
async function createUser() {
  const email = `${randomUUID()}@example.com`;
  const client = await signUp(server, email);
  const passkey = await addPasskey(client, { name: 'My phone' });
  const { secret } = await enrollTotp(client, clock);
  return { email, client, passkey, secret };
}

/** Makes the client's session and its factors older than ten minutes. */
async function ageSession(client: TestClient): Promise<void> {
  const { id } = await client.request('GET /user/me');
  await queryDatabase(
    server,
    `update sessions set
       ${backdate('created_at', '11 minutes')},
       ${backdate('factor_at', '11 minutes')},
       ${backdate('second_factor_at', '11 minutes')}
     where user_id = $1`,
    [id],
  );
}

/** Completes a sign-in with a passkey as the second step. */
const sendFactor = (challenge: string, assertion: Assertion | undefined, browser = newBrowser()) =>
  new TestClient(server).call('POST /auth/second_factor', {
    body: { challenge, factor: 'passkey', ...(assertion === undefined ? {} : { assertion }) },
    headers: browser.headers,
  });

const wrongCode = { status: 403, problem: { code: 'wrong_code' } };

test('a sign-in with a passkey alone includes a second factor, so it allows sensitive changes', async () => {
  const { passkey } = await createUser();
  const { status, body } = await newBrowser().signIn(passkey);
  expect(status).toBe(200);
  const client = new TestClient(server, body.access_token);
  expect((await client.request('GET /user/identities')).fresh).toBe(true);
  expect((await client.call('POST /user/recovery_codes')).status).toBe(201);
});

test('a user who has a passkey but no two-step verification signs in with the password alone', async () => {
  const email = `${randomUUID()}@example.com`;
  await addPasskey(await signUp(server, email));
  expect((await sendPassword(server, email)).status).toBe(200);
});

describe('the second step of a sign-in', () => {
  test('accepts a passkey', async () => {
    const { email, passkey } = await createUser();
    const { problem } = await sendPassword(server, email);
    expect(problem.factors).toEqual(['passkey', 'totp', 'recovery_code']);
    const browser = newBrowser();
    const assertion = await browser.sign(passkey);
    const response = await sendFactor(problem.challenge ?? '', assertion, browser);
    expect(response.status).toBe(200);
    const client = new TestClient(server, response.body.access_token);
    expect((await client.request('GET /user/me')).username).toBe(email);
  });

  test('rejects the passkey of another user, a used signature, and one from another browser', async () => {
    const [ada, ben] = [await createUser(), await createUser()];
    const challenge = await requestChallenge(server, ada.email);
    const browser = newBrowser();
    expect(await sendFactor(challenge, await browser.sign(ben.passkey), browser)).toMatchObject(
      wrongCode,
    );
    const used = await browser.sign(ada.passkey);
    expect((await browser.send(used)).status).toBe(200);
    expect(await sendFactor(challenge, used, browser)).toMatchObject(wrongCode);
    expect(await sendFactor(challenge, await browser.sign(ada.passkey))).toMatchObject(wrongCode);
    expect((await listActivity(ada.client, server)).slice(-1)).toEqual(['second_factor_failed']);
    // The challenge is still usable.
    const code = totpCode(ada.secret, clock.now());
    const response = await new TestClient(server).call('POST /auth/second_factor', {
      body: { challenge, factor: 'totp', code },
    });
    expect(response.status).toBe(200);
    clock.moveBy(60);
  });

  test('rejects a passkey that did not verify the user, and a missing one', async () => {
    const { email, passkey } = await createUser();
    const challenge = await requestChallenge(server, email);
    const browser = newBrowser();
    const unverified = await browser.sign(passkey, { userVerified: false });
    expect(await sendFactor(challenge, unverified, browser)).toMatchObject(wrongCode);
    expect(await sendFactor(challenge, undefined, browser)).toMatchObject(wrongCode);
  });

  test('records a passkey that may have been copied, although it is rejected', async () => {
    const email = `${randomUUID()}@example.com`;
    const client = await signUp(server, email);
    const passkey = await addPasskey(client, { signCount: 5 });
    await enrollTotp(client, clock);
    const challenge = await requestChallenge(server, email);
    const browser = newBrowser();
    const assertion = await browser.sign(passkey, { signCount: 5 });
    expect(await sendFactor(challenge, assertion, browser)).toMatchObject(wrongCode);
    expect(await listActivity(client, server)).toContain('passkey_rejected');
  });
});

describe('a step-up', () => {
  const stepUp = (client: TestClient, assertion: Assertion, browser: PasskeyBrowser) =>
    client.call('POST /user/step_up', {
      body: { factor: 'passkey', assertion },
      headers: browser.headers,
    });

  test('accepts a passkey where two-step verification is turned on', async () => {
    const { client, passkey } = await createUser();
    await ageSession(client);
    expect((await client.call('POST /user/passkeys/options')).problem).toMatchObject({
      code: 'step_up_required',
      factors: ['passkey', 'totp', 'recovery_code'],
    });
    const browser = newBrowser();
    expect((await stepUp(client, await browser.sign(passkey), browser)).status).toBe(204);
    expect((await client.call('POST /user/passkeys/options')).status).toBe(200);
  });

  test('accepts a passkey in place of the password where two-step verification is turned off', async () => {
    const client = await signUp(server);
    const passkey = await addPasskey(client);
    await ageSession(client);
    expect((await client.call('POST /user/passkeys/options')).problem).toMatchObject({
      code: 'step_up_required',
      factors: ['password', 'passkey'],
    });
    const browser = newBrowser();
    expect((await stepUp(client, await browser.sign(passkey), browser)).status).toBe(204);
    expect((await client.call('POST /user/passkeys/options')).status).toBe(200);
  });

  test('rejects the passkey of another user, and records that', async () => {
    const [ada, ben] = [await createUser(), await createUser()];
    const browser = newBrowser();
    const assertion = await browser.sign(ben.passkey);
    expect(await stepUp(ada.client, assertion, browser)).toMatchObject(wrongCode);
    expect((await listActivity(ada.client, server)).slice(-1)).toEqual(['step_up_failed']);
  });
});
