import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import { extractCode, listMailTo, waitForMail } from '../../../../../../tests/support/mail/mail.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  newPerson,
  ProviderBrowser,
} from '../../../../../../tests/support/requests/provider-sign-in.ts';
import {
  signIn,
  signUp,
  TestClient,
  testPassword,
} from '../../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let visitor: TestClient;
let database: pg.Client;

beforeAll(async () => {
  server = await startTestServer();
  visitor = new TestClient(server);
  database = new pg.Client({ connectionString: server.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await server.stop();
});

const subject = 'Set a new password';
const newAddress = () => `${randomUUID()}@example.com`;
const forgot = (email: string) => visitor.call('POST /user/forgotpwd', { body: { email } });
const reset = (code: string, password: string) =>
  visitor.call('POST /user/resetpwd', { body: { code, password } });

/** Requests a reset email and returns its code. `skip`: how many earlier emails to ignore. */
async function resetCode(email: string, skip = 0): Promise<string> {
  await forgot(email);
  return extractCode(await waitForMail(server, email, subject, skip));
}

const linkExpired = {
  status: 422,
  problem: {
    code: 'link_expired',
    detail: 'This link is invalid or has expired. Please try again.',
  },
};

describe('POST /user/forgotpwd', () => {
  test('sends an email with a link, ignoring the case of the address', async () => {
    const email = `Ada.${newAddress()}`;
    await signUp(server, email);
    expect(await forgot(` ${email.toUpperCase()} `)).toMatchObject({ status: 200 });
    const mail = await waitForMail(server, email, subject);
    expect(mail.from).toBe('no-reply@cairn.example');
    expect(mail.links[0]).toMatch(new RegExp(`^${server.url}/resetpwd#code=[\\w-]{43}$`));
    expect(mail.html).toContain(`href="${mail.links[0]}"`);
  });

  test('gives an unknown address the same response and sends nothing', async () => {
    const [known, unknown] = [newAddress(), newAddress()];
    await signUp(server, known);
    const responses = [await forgot(known), await forgot(unknown)];
    expect(responses[0]?.body).toEqual({ message: expect.stringContaining('email will be sent') });
    expect(responses[1]?.body).toEqual(responses[0]?.body);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    await waitForMail(server, known, subject);
    await waitForJobs();
    expect(await listMailTo(server, unknown)).toEqual([]);
  });

  test.each([[''], ['ada'], ['a da@example.com']])(
    'rejects the invalid address %j',
    async (email) => {
      expect(await forgot(email)).toMatchObject({
        status: 422,
        problem: { detail: 'Invalid email address' },
      });
    },
  );

  test('lets an account without a password set its first one', async () => {
    const email = newAddress();
    await signUp(server, email);
    // As for a user who signed up with Google or Apple.
    await database.query('update users set password_hash = null where email = $1', [email]);
    expect((await reset(await resetCode(email), 'first kelp orbit')).status).toBe(200);
    expect(await signIn(server, email, 'first kelp orbit')).toBeTypeOf('string');
  });

  test('invalidates the links in earlier emails', async () => {
    const email = newAddress();
    await signUp(server, email);
    const first = await resetCode(email);
    const second = await resetCode(email, 1);
    expect(await reset(first, 'another kelp orbit')).toMatchObject(linkExpired);
    expect((await reset(second, 'another kelp orbit')).status).toBe(200);
  });
});

describe('POST /user/resetpwd', () => {
  test('sets the password once, ends every session, and notifies the user', async () => {
    const email = newAddress();
    const devices = [await signUp(server, email)];
    devices.push(new TestClient(server, await signIn(server, email, testPassword)));
    const code = await resetCode(email);
    expect(await reset(code, 'kq7vmz3x')).toMatchObject({
      status: 200,
      body: { message: 'Password changed successfully' },
    });
    for (const device of devices) expect((await device.call('GET /user/me')).status).toBe(401);
    await expect(signIn(server, email, testPassword)).rejects.toThrow('401');
    expect(await signIn(server, email, 'kq7vmz3x')).toBeTypeOf('string');
    expect(await reset(code, 'kq8vmz4x')).toMatchObject(linkExpired);
    expect(await signIn(server, email, 'kq7vmz3x')).toBeTypeOf('string');
    await waitForMail(server, email, 'password was changed');
  });

  test.each([
    ['abcd123', 'Password must be at least 8 characters long'],
    ['aabbccdd', 'Password must contain at least 5 unique characters'],
    ['abcdefgh'.repeat(33), 'Password must be at most 256 characters long'],
    ['Password1', expect.stringContaining('too common')],
    ['summer26!', expect.stringContaining('easy to guess')],
  ])('rejects the password %s and leaves the code usable', async (password, detail) => {
    const email = newAddress();
    await signUp(server, email);
    const code = await resetCode(email);
    expect(await reset(code, password)).toMatchObject({
      status: 422,
      problem: { code: 'unprocessable', detail },
    });
    expect((await reset(code, 'good enough for owls')).status).toBe(200);
  });

  test('lets only one of several concurrent requests with the same code set the password', async () => {
    const email = newAddress();
    await signUp(server, email);
    const code = await resetCode(email);
    const passwords = [
      'first kelp orbit',
      'second kelp orbit',
      'third kelp orbit',
      'fourth kelp orbit',
    ];
    const responses = await Promise.all(passwords.map((password) => reset(code, password)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
    const winner = passwords[responses.findIndex(({ status }) => status === 200)] ?? '';
    expect(await signIn(server, email, winner)).toBeTypeOf('string');
  });

  test.each([[''], ['x'], ['A'.repeat(43)], ["'; drop table users; --"]])(
    'rejects the invalid code %j',
    async (code) => expect(await reset(code, 'good enough for owls')).toMatchObject(linkExpired),
  );

  test('rejects a code after one hour', async () => {
    const email = newAddress();
    await signUp(server, email);
    const code = await resetCode(email);
    const { rows } = await database.query<{ seconds: string }>(
      `select extract(epoch from expires_at - created_at) as seconds
       from one_time_codes order by created_at desc limit 1`,
    );
    expect(Number(rows[0]?.seconds)).toBe(3_600);
    await database.query('update one_time_codes set expires_at = now()');
    expect(await reset(code, 'good enough for owls')).toMatchObject(linkExpired);
  });

  test('rejects a code that was issued for another purpose', async () => {
    const email = newAddress();
    const client = await signUp(server, email);
    await client.request('POST /user/validate_email');
    const code = extractCode(await waitForMail(server, email, 'Verify'));
    expect(await reset(code, 'good enough for owls')).toMatchObject(linkExpired);
  });

  test('unlinks identities that were linked before the address was verified', async () => {
    const email = newAddress();
    const stranger = await signUp(server, email);
    const browser = new ProviderBrowser(server);
    const person = newPerson();
    const link = async () => ({
      body: { provider: 'GOOGLE', credential: await browser.createCredential(person) },
      headers: browser.headers,
    });
    await stranger.request('POST /user/identities', await link());
    expect((await reset(await resetCode(email), 'good enough for owls')).status).toBe(200);
    const owner = new TestClient(server, await signIn(server, email, 'good enough for owls'));
    expect(await owner.request('GET /user/me')).toMatchObject({
      email_verified: true,
      providers: ['email'],
    });
    // The identity is free again: the owner can link it.
    expect((await owner.request('POST /user/identities', await link())).identities).toHaveLength(2);
  });

  test('ends every session that a concurrent sign-in with the old password opens', async () => {
    const email = newAddress();
    await signUp(server, email);
    const code = await resetCode(email);
    const signIns = Array.from({ length: 6 }, () => signIn(server, email, testPassword));
    const [changed, ...attempts] = await Promise.allSettled([
      reset(code, 'good enough for owls'),
      ...signIns,
    ]);
    expect(changed).toMatchObject({ value: { status: 200 } });
    const tokens = attempts.flatMap((attempt) =>
      attempt.status === 'fulfilled' ? [attempt.value] : [],
    );
    for (const token of tokens)
      expect((await new TestClient(server, token).call('GET /user/me')).status).toBe(401);
  });
});

/** Waits for the reset and mail jobs, except for mail jobs that only delete the email's row much later. */
const waitForJobs = () =>
  eventually(async () => {
    const { rows } = await database.query(
      `select 1 from pgboss.job
       where name in ('start-password-reset', 'send-mail') and state in ('created', 'retry', 'active')
         and start_after < now() + interval '1 hour'`,
    );
    return rows.length === 0;
  }, 'the jobs are done');
