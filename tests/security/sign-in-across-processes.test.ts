import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countUsersWithEmail } from '../support/database/database-queries.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { addPasskey, PasskeyBrowser } from '../support/requests/passkey-browser.ts';
import { newPerson, ProviderBrowser } from '../support/requests/provider-sign-in.ts';
import { signUp, TestClient } from '../support/requests/test-client.ts';

// Two processes share only the database and the keys. A single-use code must work once across both.
let first: TestServer;
let second: TestServer;

beforeAll(async () => {
  first = await startTestServer();
  const { database, sandbox, dataDir } = first;
  // Apple has one registered return URL.
  const environment = { PUBLIC_URL: first.url };
  second = await startTestServer({ database, sandbox, dataDir, environment });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

describe('a sign-in that starts at one process', () => {
  test('with Google can finish at the other', async () => {
    const browser = new ProviderBrowser(first);
    const credential = await browser.createCredential(newPerson());
    expect((await browser.onServer(second).postCredential(credential)).status).toBe(200);
  });

  test('with Apple can return to one and finish at the other', async () => {
    const browser = new ProviderBrowser(second);
    const code = await browser.appleCode(newPerson());
    expect((await browser.redeemAppleCode(code)).status).toBe(200);
  });

  test('with a passkey can finish at the other, and only once across both', async () => {
    const passkey = await addPasskey(await signUp(first));
    const browser = new PasskeyBrowser(first);
    const assertion = await browser.sign(passkey);
    const send = (server: TestServer) => browser.send(assertion, { server });
    expect((await send(second)).status).toBe(200);
    expect((await send(first)).status).toBe(401);
    const other = await browser.sign(passkey);
    const both = [first, second, first, second].map((server) => browser.send(other, { server }));
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([
      200, 401, 401, 401,
    ]);
  });

  test('can finish only once across both', async () => {
    const browser = new ProviderBrowser(first);
    const person = newPerson();
    const credential = await browser.createCredential(person);
    const code = await browser.appleCode(newPerson());
    const both = [browser, browser.onServer(second)];
    for (const use of [
      (client: ProviderBrowser) => client.postCredential(credential).then(({ status }) => status),
      (client: ProviderBrowser) => client.redeemAppleCode(code).then(({ status }) => status),
    ])
      expect((await Promise.all([...both, ...both].map(use))).toSorted()).toEqual([
        200, 401, 401, 401,
      ]);
    expect(await countUsersWithEmail(first, person.email)).toBe(1);
  });
});

test('a new user who signs in at both concurrently gets one account', async () => {
  const browser = new ProviderBrowser(first);
  await browser.fetchNonce();
  const person = newPerson();
  const [credential, otherCredential] = [
    await browser.createCredential(person),
    await browser.createCredential(person),
  ];
  const responses = await Promise.all([
    browser.postCredential(credential),
    browser.onServer(second).postCredential(otherCredential),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(responses.map(({ body }) => decodeJwt(body.access_token).id)).size).toBe(1);
  expect(await countUsersWithEmail(first, person.email)).toBe(1);
});

test('an identity that two users link at both concurrently is linked to one of them', async () => {
  const person = newPerson();
  const users = await Promise.all([signUp(first), signUp(first)]);
  const statuses = await Promise.all(
    users.map(async ({ token }, index) => {
      const browser = new ProviderBrowser(first);
      const credential = await browser.createCredential(person);
      const client = new TestClient(index === 0 ? first : second, token);
      const { status } = await client.call('POST /user/identities', {
        body: { provider: 'GOOGLE', credential },
        headers: browser.headers,
      });
      return status;
    }),
  );
  expect(statuses.toSorted()).toEqual([201, 409]);
});
