import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listActivity } from '../support/database/database-queries.ts';
import { eventually } from '../support/eventually.ts';
import { extractCode, listMailTo, waitForMail } from '../support/mail/mail.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { addPasskey, createPasskey, PasskeyBrowser } from '../support/requests/passkey-browser.ts';
import {
  newPerson,
  ProviderBrowser,
  type ProviderPerson,
  signInWithApple,
  signInWithGoogle,
} from '../support/requests/provider-sign-in.ts';
import { signIn, signUp, TestClient, testPassword } from '../support/requests/test-client.ts';

// An attacker who knows a user's password links the attacker's own sign-in methods, to get back in after the user
// has changed the password. The user learns of the link by email, and a password reset by email locks the attacker out.
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const newPassword = 'a password that is new';
const idOf = async (client: TestClient) => (await client.request('GET /user/me')).id;
const providersOf = async (client: TestClient) => (await client.request('GET /user/me')).providers;

async function linkGoogle(client: TestClient, person: ProviderPerson) {
  const browser = new ProviderBrowser(server);
  const credential = await browser.createCredential(person);
  const body = { provider: 'GOOGLE', credential };
  return client.call('POST /user/identities', { body, headers: browser.headers });
}

async function linkApple(client: TestClient, person: ProviderPerson) {
  const browser = new ProviderBrowser(server);
  const body = { provider: 'APPLE', code: await browser.appleCode(person) };
  return client.call('POST /user/identities', { body, headers: browser.headers });
}

/** Requests a reset email and returns its code. */
async function requestReset(email: string): Promise<string> {
  await new TestClient(server).request('POST /user/forgotpwd', { body: { email } });
  return extractCode(await waitForMail(server, email, 'Set a new password'));
}

const reset = (code: string) =>
  new TestClient(server).call('POST /user/resetpwd', { body: { code, password: newPassword } });

const countRevocations = async () =>
  (await server.sandbox.control<{ path: string; status: number }[]>('log')).filter(
    ({ path, status }) => path === '/apple/auth/revoke' && status === 200,
  ).length;

/** Signs up and verifies the address, as an owner does. */
async function signUpVerified(email: string): Promise<TestClient> {
  const owner = await signUp(server, email);
  await owner.request('POST /user/validate_email');
  const code = extractCode(await waitForMail(server, email, 'Verify your email'));
  await owner.request('POST /user/check_email_validation', { body: { code } });
  return owner;
}

test('an attacker who linked Google and Apple with a stolen password is locked out by a reset', async () => {
  const email = newPerson().email;
  const owner = await signUpVerified(email);
  const ownerId = await idOf(owner);

  const attacker = new TestClient(server, await signIn(server, email, testPassword));
  const [google, apple] = [newPerson(), newPerson()];
  expect((await linkGoogle(attacker, google)).status).toBe(201);
  expect((await linkApple(attacker, apple)).status).toBe(201);
  expect(await idOf(await signInWithGoogle(server, google))).toBe(ownerId);

  // The owner learns of both, with the address of the attacker's account.
  const mail = await waitForMail(server, email, 'Google was linked to your Cairn account');
  expect(mail.text).toContain(google.email);
  expect(mail.links).toContain(`${server.url}/recoverAccount`);
  await waitForMail(server, email, 'Apple was linked to your Cairn account');
  expect((await listActivity(owner, server)).filter((event) => event.includes('link'))).toEqual([
    'sign_in_linked',
    'sign_in_linked',
  ]);

  const sessions = [
    owner,
    attacker,
    await signInWithGoogle(server, google),
    await signInWithApple(server, apple),
  ];
  const revocations = await countRevocations();
  expect((await reset(await requestReset(email))).status).toBe(200);
  // A revocation at Apple can end a sign-in that is in progress there.
  await eventually(
    async () => (await countRevocations()) > revocations,
    "the attacker's access at Apple is revoked",
  );
  for (const session of sessions) expect((await session.call('GET /user/me')).status).toBe(401);
  for (const client of [
    await signInWithGoogle(server, google),
    await signInWithApple(server, apple),
  ])
    expect(await idOf(client), "it is the attacker's own, new account").not.toBe(ownerId);

  const recovered = new TestClient(server, await signIn(server, email, newPassword));
  expect(await idOf(recovered)).toBe(ownerId);
  expect(await providersOf(recovered)).toEqual(['email']);
  for (const [provider, person] of [
    ['Google', google],
    ['Apple', apple],
  ] as const) {
    const subject = `${provider} was unlinked from your Cairn account`;
    expect((await waitForMail(server, email, subject)).text).toContain(person.email);
  }
  const { events } = await recovered.request('GET /user/activity');
  expect(
    events.filter(({ event }) => event === 'sign_in_unlinked').map(({ detail }) => detail),
  ).toEqual([
    `Apple, ${apple.email}, because the password was reset`,
    `Google, ${google.email}, because the password was reset`,
  ]);
});

describe('a password reset by email', () => {
  test('removes every passkey and names all of them in one email', async () => {
    const email = newPerson().email;
    const owner = await signUpVerified(email);
    const ownersPasskey = await addPasskey(owner, { name: 'My phone' });
    const attacker = new TestClient(server, await signIn(server, email, testPassword));
    const attackersPasskey = await addPasskey(attacker, { name: 'Spare key' });
    const browser = new PasskeyBrowser(server);
    const session = new TestClient(
      server,
      (await browser.signIn(attackersPasskey)).body.access_token,
    );
    expect(await idOf(session)).toBe(await idOf(owner));
    const assertion = await browser.sign(attackersPasskey);
    expect((await reset(await requestReset(email))).status).toBe(200);
    expect((await session.call('GET /user/me')).status).toBe(401);
    expect((await browser.send(assertion)).status).toBe(401);
    for (const passkey of [ownersPasskey, attackersPasskey])
      expect((await browser.signIn(passkey)).status).toBe(401);
    const subject = '2 passkeys were removed from your Cairn account';
    expect((await waitForMail(server, email, subject)).text).toMatch(
      /your passkeys: "(My phone" and "Spare key|Spare key" and "My phone)"/,
    );
    owner.token = await signIn(server, email, newPassword);
    const { events } = await owner.request('GET /user/activity');
    expect(
      events
        .filter(({ event }) => event === 'passkey_removed')
        .map(({ detail }) => detail)
        .toSorted(),
    ).toEqual([
      'My phone, because the password was reset',
      'Spare key, because the password was reset',
    ]);
    // The owner can add their passkey again.
    expect((await owner.request('GET /user/passkeys')).passkeys).toEqual([]);
    await addPasskey(owner);
  });

  test('leaves no passkey that was being added at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const email = newPerson().email;
      const attacker = await signUp(server, email);
      const code = await requestReset(email);
      const { attestation } = await createPasskey(attacker);
      const [added, resetResponse] = await Promise.all([
        attacker.call('POST /user/passkeys', { body: { attestation } }),
        reset(code),
      ]);
      expect(resetResponse.status).toBe(200);
      expect([201, 401]).toContain(added.status);
      const owner = new TestClient(server, await signIn(server, email, newPassword));
      expect((await owner.request('GET /user/passkeys')).passkeys).toEqual([]);
    }
  });

  test('leaves no session of a sign-in with a passkey at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const email = newPerson().email;
      const attacker = await signUp(server, email);
      const attackersPasskey = await addPasskey(attacker);
      const code = await requestReset(email);
      const browser = new PasskeyBrowser(server);
      const assertions = [
        await browser.sign(attackersPasskey),
        await browser.sign(attackersPasskey),
      ];
      const [resetResponse, ...attempts] = await Promise.all([
        reset(code),
        ...assertions.map((assertion) => browser.send(assertion)),
      ]);
      expect(resetResponse.status).toBe(200);
      for (const { body } of attempts.filter(({ status }) => status === 200)) {
        const session = new TestClient(server, body.access_token);
        expect((await session.call('GET /user/me')).status).toBe(401);
      }
    }
  });

  test('keeps the sign-in method that the account was created with, and unlinks later ones', async () => {
    const [person, other] = [newPerson(), newPerson()];
    const owner = await signInWithApple(server, person);
    expect((await linkGoogle(owner, other)).status).toBe(201);
    // Neither a later sign-in of the owner nor one of the attacker makes a linked method count as the owner's.
    await signInWithApple(server, person);
    await signInWithGoogle(server, other);
    expect((await reset(await requestReset(person.email))).status).toBe(200);
    const recovered = await signInWithApple(server, person);
    expect(await idOf(recovered)).not.toBe(await idOf(await signInWithGoogle(server, other)));
    expect(await providersOf(recovered)).toEqual(['email', 'APPLE']);
  });

  test('unlinks even the first sign-in method if it was unlinked and linked again', async () => {
    const person = newPerson();
    const owner = await signInWithGoogle(server, person);
    await linkApple(owner, newPerson());
    await owner.request('DELETE /user/identities/:provider', {
      params: { provider: 'GOOGLE' },
      body: {},
    });
    expect((await linkGoogle(owner, newPerson())).status).toBe(201);
    expect((await reset(await requestReset(person.email))).status).toBe(200);
    owner.token = await signIn(server, person.email, newPassword);
    expect(await providersOf(owner)).toEqual(['email']);
  });

  test('leaves no method that was being linked at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const email = newPerson().email;
      const attacker = await signUp(server, email);
      const code = await requestReset(email);
      const browser = new ProviderBrowser(server);
      const credential = await browser.createCredential(newPerson());
      const body = { provider: 'GOOGLE', credential };
      // The reset takes longer than the link, because it hashes a password, so both run at the same time.
      const [linked, resetResponse] = await Promise.all([
        attacker.call('POST /user/identities', { body, headers: browser.headers }),
        reset(code),
      ]);
      expect(resetResponse.status).toBe(200);
      expect([201, 401]).toContain(linked.status);
      const owner = new TestClient(server, await signIn(server, email, newPassword));
      expect(await providersOf(owner)).toEqual(['email']);
    }
  });

  test('leaves no session of a sign-in with a linked method at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const email = newPerson().email;
      const person = { ...newPerson(), sub: randomUUID() };
      const attacker = await signUp(server, email);
      const id = await idOf(attacker);
      await linkGoogle(attacker, person);
      const code = await requestReset(email);
      const browser = new ProviderBrowser(server);
      await browser.fetchNonce();
      const credentials = await Promise.all([1, 2, 3].map(() => browser.createCredential(person)));
      const [resetResponse, ...attempts] = await Promise.all([
        reset(code),
        ...credentials.map((credential) => browser.postCredential(credential)),
      ]);
      expect(resetResponse.status).toBe(200);
      for (const { status, body } of attempts.filter((attempt) => attempt.status === 200)) {
        const response = await new TestClient(server, body.access_token).call('GET /user/me');
        // Either the session has ended, or the sign-in created a new account for the attacker.
        if (response.status !== 401) expect(response.body.id, `signed in: ${status}`).not.toBe(id);
      }
    }
  });
});

test('linking a method that is already linked sends no second email, and unlinking it sends one', async () => {
  const email = newPerson().email;
  const owner = await signUp(server, email);
  const person = newPerson();
  await linkGoogle(owner, person);
  await linkGoogle(owner, person);
  await owner.request('DELETE /user/identities/:provider', {
    params: { provider: 'GOOGLE' },
    body: {},
  });
  const unlinked = await waitForMail(server, email, 'Google was unlinked from your Cairn account');
  expect(unlinked.text).toContain(person.email);
  expect(
    (await listMailTo(server, email)).filter(({ subject }) => subject.includes('was linked')),
  ).toHaveLength(1);
});
