import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { extractCode, waitForMail } from '../../../../../tests/support/mail/mail.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import {
  signIn,
  signUp,
  TestClient,
  testPassword,
} from '../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let database: pg.Client;
beforeAll(async () => {
  server = await startTestServer();
  database = new pg.Client({ connectionString: server.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await server.stop();
});

const newAddress = () => `${randomUUID()}@example.com`;
const newPassword = 'another good one';
const change = (client: TestClient, current_password: string, password = newPassword) =>
  client.call('POST /user/password', { body: { current_password, password } });

describe('POST /user/password', () => {
  test('changes the password, ends every other session, and notifies the user', async () => {
    const email = newAddress();
    const client = await signUp(server, email);
    const other = new TestClient(server, await signIn(server, email, testPassword));
    expect((await change(client, testPassword)).status).toBe(204);
    expect((await client.call('GET /user/me')).status).toBe(200);
    expect((await other.call('GET /user/me')).status).toBe(401);
    await expect(signIn(server, email, testPassword)).rejects.toThrow('401');
    expect(await signIn(server, email, newPassword)).toBeTypeOf('string');
    await waitForMail(server, email, 'password was changed');
  });

  test('rejects a wrong current password', async () => {
    const email = newAddress();
    const client = await signUp(server, email);
    for (const wrong of ['', 'not it', newPassword])
      expect(await change(client, wrong)).toMatchObject({
        status: 403,
        problem: { code: 'wrong_password' },
      });
    expect(await signIn(server, email, testPassword)).toBeTypeOf('string');
  });

  test.each([
    [
      'short1234',
      'Password must be at least 10 characters long with more than 6 unique characters',
    ],
    ['password123', expect.stringContaining('too common')],
    ['Winter2025!!', expect.stringContaining('easy to guess')],
  ])('rejects the new password %s, as sign-up does', async (password, detail) => {
    const client = await signUp(server);
    expect(await change(client, testPassword, password)).toMatchObject({
      status: 422,
      problem: { detail },
    });
  });

  test('explains to a user without a password how to set one', async () => {
    const email = newAddress();
    const client = await signUp(server, email);
    // As for a user who signed up with Google or Apple.
    await database.query('update users set password_hash = null where email = $1', [email]);
    expect(await change(client, '')).toMatchObject({
      status: 422,
      problem: { detail: expect.stringContaining('has no password yet') },
    });
  });

  test('invalidates links that were sent to reset the password or change the address', async () => {
    const [email, newEmail] = [newAddress(), newAddress()];
    const client = await signUp(server, email);
    await new TestClient(server).request('POST /user/forgotpwd', { body: { email } });
    await client.request('POST /user/email', { body: { email: newEmail } });
    const resetCode = extractCode(await waitForMail(server, email, 'Set a new password'));
    const changeCode = extractCode(await waitForMail(server, newEmail, 'Confirm your new'));
    await change(client, testPassword);
    const responses = [
      await client.call('POST /user/resetpwd', {
        body: { code: resetCode, password: 'good enough for owls' },
      }),
      await client.call('POST /user/check_email_validation', { body: { code: changeCode } }),
    ];
    expect(responses.map(({ problem }) => problem.code)).toEqual(['link_expired', 'link_expired']);
  });

  test('lets only one of two concurrent changes succeed', async () => {
    const email = newAddress();
    const clients = [await signUp(server, email)];
    clients.push(new TestClient(server, await signIn(server, email, testPassword)));
    const passwords = ['the first new one', 'the second new one'];
    const responses = await Promise.all(
      clients.map((client, index) => change(client, testPassword, passwords[index])),
    );
    const changed = responses.findIndex(({ status }) => status === 204);
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(await signIn(server, email, passwords[changed] ?? '')).toBeTypeOf('string');
  });
});

describe('POST /user/email', () => {
  const requestChange = (client: TestClient, email: string, password?: string) =>
    client.call('POST /user/email', {
      body: { email, ...(password === undefined ? {} : { password }) },
    });

  test('requires the password if the sign-in is older than ten minutes', async () => {
    const client = await signUp(server);
    const { id } = await client.request('GET /user/me');
    await database.query(
      `update sessions set created_at = now() - interval '11 minutes' where user_id = $1`,
      [id],
    );
    expect(await requestChange(client, newAddress())).toMatchObject({
      status: 403,
      problem: { code: 'step_up_required' },
    });
    expect(await requestChange(client, newAddress(), 'not it')).toMatchObject({
      status: 403,
      problem: { code: 'wrong_password' },
    });
    expect((await requestChange(client, newAddress(), testPassword)).status).toBe(202);
  });

  test('rejects an invalid address, and the current one regardless of letter case', async () => {
    const email = newAddress();
    const client = await signUp(server, email);
    expect(await requestChange(client, 'ada at example.com')).toMatchObject({
      status: 422,
      problem: { detail: 'Please enter a valid email address' },
    });
    expect(await requestChange(client, ` ${email.toUpperCase()}`)).toMatchObject({
      status: 422,
      problem: { detail: 'This is already your email address.' },
    });
  });
});
