import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPerson, ProviderBrowser } from '../support/provider-sign-in.ts';
import { signUp, TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { usersNamed } from '../support/user-rows.ts';

// Two processes share nothing but the database and the keys: what counts once counts once in both.
let one: TestServer;
let other: TestServer;

beforeAll(async () => {
  one = await startTestServer();
  const { database, sandbox, dataDir } = one;
  // Apple knows one address of ours; whoever answers there.
  const environment = { PUBLIC_URL: one.url };
  other = await startTestServer({ database, sandbox, dataDir, environment });
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

describe('a sign-in that begins at one process', () => {
  test('with Google ends at the other', async () => {
    const browser = new ProviderBrowser(one);
    const credential = await browser.credential(newPerson());
    expect((await browser.at(other).useCredential(credential)).status).toBe(200);
  });

  test('with Apple comes back to one and ends at the other', async () => {
    const browser = new ProviderBrowser(other);
    const code = await browser.appleCode(newPerson());
    expect((await browser.useAppleCode(code)).status).toBe(200);
  });

  test('counts once in both together', async () => {
    const browser = new ProviderBrowser(one);
    const person = newPerson();
    const credential = await browser.credential(person);
    const code = await browser.appleCode(newPerson());
    const both = [browser, browser.at(other)];
    for (const use of [
      (each: ProviderBrowser) => each.useCredential(credential).then(({ status }) => status),
      (each: ProviderBrowser) => each.useAppleCode(code).then(({ status }) => status),
    ])
      expect((await Promise.all([...both, ...both].map(use))).toSorted()).toEqual([
        200, 401, 401, 401,
      ]);
    expect(await usersNamed(one, person.email)).toBe(1);
  });
});

test('a new person who signs in at both at once has one account', async () => {
  const browser = new ProviderBrowser(one);
  await browser.nonce();
  const person = newPerson();
  const [first, second] = [await browser.credential(person), await browser.credential(person)];
  const answers = await Promise.all([
    browser.useCredential(first),
    browser.at(other).useCredential(second),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(answers.map(({ body }) => decodeJwt(body.access_token).id)).size).toBe(1);
  expect(await usersNamed(one, person.email)).toBe(1);
});

test('somebody whom two users link at both at once is one of theirs', async () => {
  const person = newPerson();
  const users = await Promise.all([signUp(one), signUp(one)]);
  const statuses = await Promise.all(
    users.map(async ({ token }, index) => {
      const browser = new ProviderBrowser(one);
      const credential = await browser.credential(person);
      const client = new TestClient(index === 0 ? one : other, token);
      const { status } = await client.call('POST /user/identities', {
        body: { provider: 'GOOGLE', credential },
        headers: browser.headers,
      });
      return status;
    }),
  );
  expect(statuses.toSorted()).toEqual([201, 409]);
});
