import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import {
  signIn,
  TestClient,
  testPassword,
} from '../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let visitor: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  visitor = new TestClient(server);
});
afterAll(() => server.stop());

const newAddress = () => `${randomUUID()}@example.com`;
const signUpAs = (email: string, password = testPassword) =>
  visitor.call('POST /signup', { body: { email, password } });
const check = (email: string) => visitor.call('POST /signup/emailcheck', { body: { email } });

const addressTaken = {
  status: 409,
  problem: { code: 'conflict', detail: 'Invalid email - this user already exists' },
};

describe('POST /signup/emailcheck', () => {
  test('accepts a new address without reserving it', async () => {
    const email = newAddress();
    expect(await check(email)).toMatchObject({ status: 200, body: { available: true } });
    expect(await check(email)).toMatchObject({ status: 200 });
    expect((await signUpAs(email)).status).toBe(201);
  });

  test('responds 409 to a taken address regardless of letter case', async () => {
    const email = newAddress();
    await signUpAs(email);
    for (const same of [email, email.toUpperCase(), ` ${email} `])
      expect(await check(same)).toMatchObject(addressTaken);
  });

  test.each([
    [''],
    ['ada'],
    ['ada@example'],
    ['a da@example.com'],
    ['ada@@example.com'],
    [`${'a'.repeat(255)}@b.co`],
  ])('rejects the invalid address %j', async (email) => {
    expect(await check(email)).toMatchObject({
      status: 422,
      problem: { code: 'unprocessable', detail: 'Please enter a valid email address' },
    });
  });
});

describe('POST /signup', () => {
  test('creates a user who can sign in, with the address as it was typed', async () => {
    const email = `Grace.${newAddress()}`;
    expect(await signUpAs(email)).toMatchObject({ status: 201, body: { username: email } });
    const client = new TestClient(server, await signIn(server, email, testPassword));
    expect(await client.request('GET /user/me')).toMatchObject({
      username: email,
      subscription_status: 'free',
    });
  });

  test('responds 409 to a taken address regardless of letter case, and leaves the existing user unchanged', async () => {
    const email = newAddress();
    await signUpAs(email);
    for (const same of [email, email.toUpperCase()])
      expect(await signUpAs(same, 'another good password 1')).toMatchObject(addressTaken);
    expect(await signIn(server, email, testPassword)).toBeTypeOf('string');
  });

  test('lets exactly one of several concurrent sign-ups have the address', async () => {
    const email = newAddress();
    const addresses = [email, email.toUpperCase(), email, email.replace('example', 'Example')];
    const responses = await Promise.all(addresses.map((address) => signUpAs(address)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  });

  test.each([
    ['too short', 'nine char'],
    ['made of six distinct characters', 'aabbccddeeff'],
    ['empty', ''],
    ['longer than 256 characters', 'abcdefghij'.repeat(26)],
  ])('rejects a password that is %s', async (_case, password) => {
    expect(await signUpAs(newAddress(), password)).toMatchObject({
      status: 422,
      problem: {
        detail: 'Password must be at least 10 characters long with more than 6 unique characters',
      },
    });
  });

  test.each([['password1234'], ['Qwerty12345'], ['1234567890']])(
    'rejects the common password %s',
    async (password) => {
      expect(await signUpAs(newAddress(), password)).toMatchObject({
        status: 422,
        problem: { detail: expect.stringContaining('too common') },
      });
    },
  );

  test.each([
    ['Liverpool2024!', 'easy to guess'],
    ['Ada.Lovelace26', 'email address'],
    ['ada.lovelace@example.com', 'email address'],
    ['CairnMoney26', 'words about Cairn'],
  ])('rejects the guessable password %s with advice', async (password, detail) => {
    expect(await signUpAs('ada.lovelace@example.com', password)).toMatchObject({
      status: 422,
      problem: { code: 'unprocessable', detail: expect.stringContaining(detail) },
    });
  });

  test('accepts the shortest and the longest password that the rules allow', async () => {
    for (const password of ['7k4v9q2aaa', `${'k7v4l9q!'.repeat(31)}x7Tq-9mR`]) {
      const email = newAddress();
      expect((await signUpAs(email, password)).status).toBe(201);
      expect(await signIn(server, email, password)).toBeTypeOf('string');
    }
  });

  test('rejects an invalid address', async () => {
    expect(await signUpAs('ada at example.com')).toMatchObject({
      status: 422,
      problem: { detail: 'Please enter a valid email address' },
    });
  });
});
