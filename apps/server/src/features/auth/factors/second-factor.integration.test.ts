import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listActivity,
  queryDatabase,
} from '../../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import { waitForMail } from '../../../../../../tests/support/mail/mail.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  newPerson,
  ProviderBrowser,
  signInWithApple,
  signInWithGoogle,
} from '../../../../../../tests/support/requests/provider-sign-in.ts';
import {
  enrollTotp,
  MovableClock,
  requestChallenge,
  sendPassword,
  totpCode,
  wrongTotpCode,
} from '../../../../../../tests/support/requests/second-factors.ts';
import {
  signIn,
  signUp,
  TestClient,
  testPassword,
} from '../../../../../../tests/support/requests/test-client.ts';

const clock = new MovableClock();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());

/** A user with an authenticator app. */
async function createUser() {
  const email = `${randomUUID()}@example.com`;
  const client = await signUp(server, email);
  return { email, client, ...(await enrollTotp(client, clock)) };
}

const sendFactor = (
  body: { challenge: string; code: string; factor?: 'totp' | 'recovery_code' },
  headers: Record<string, string> = {},
) =>
  new TestClient(server).call('POST /auth/second_factor', {
    body: { factor: 'totp', ...body },
    headers,
  });

describe('a second factor', () => {
  test('is required after a sign-in with Google or Apple', async () => {
    for (const signInWith of [signInWithGoogle, signInWithApple]) {
      const person = newPerson();
      const signedIn = await signInWith(server, person);
      const { secret } = await signedIn.request('POST /user/totp');
      const codeAt = (seconds: number) =>
        totpCode(secret, new Date(clock.now().getTime() + seconds * 1000));
      await signedIn.request('POST /user/totp/confirm', { body: { code: codeAt(0) } });
      const browser = new ProviderBrowser(server);
      const { status, problem } =
        signInWith === signInWithGoogle
          ? await browser.signInWithGoogle(person)
          : await browser.signInWithApple(person);
      expect({ status, code: problem.code }).toEqual({
        status: 401,
        code: 'second_factor_required',
      });
      // The clock is not moved, because the providers' clocks would not move with it.
      // The code of the next time step is accepted too.
      const code = codeAt(30);
      const response = await sendFactor({ challenge: problem.challenge ?? '', code });
      const client = new TestClient(server, response.body.access_token);
      expect((await client.request('GET /user/me')).username).toBe(person.email);
    }
  });
});

describe('enrolling an authenticator app', () => {
  test('takes effect with a code of the app, and returns ten recovery codes once', async () => {
    const email = `${randomUUID()}@example.com`;
    const client = await signUp(server, email);
    const { secret, uri } = await client.request('POST /user/totp');
    expect(uri).toContain(`secret=${secret}`);
    expect(await client.request('GET /user/factors')).toEqual({
      totp: null,
      recovery_codes_left: 0,
      recovery_codes_saved: true,
      step_up_factors: ['password'],
    });
    await signIn(server, email, testPassword);
    const wrong = wrongTotpCode(secret, clock.now());
    expect(await client.call('POST /user/totp/confirm', { body: { code: wrong } })).toMatchObject({
      status: 403,
      problem: { code: 'wrong_code' },
    });
    const code = totpCode(secret, clock.now());
    const { recovery_codes } = await client.request('POST /user/totp/confirm', { body: { code } });
    expect(new Set(recovery_codes).size).toBe(10);
    for (const each of recovery_codes) expect(each).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/);
    expect(await client.request('GET /user/factors')).toEqual({
      totp: { added_at: expect.stringMatching(/Z$/) },
      recovery_codes_left: 10,
      recovery_codes_saved: false,
      step_up_factors: ['totp', 'recovery_code'],
    });
    expect((await client.request('GET /user/me')).second_factor).toBe(true);
    expect((await waitForMail(server, email, 'Two-step verification')).text).toContain(
      'Authenticator app',
    );
    expect(await listActivity(client, server)).toContain('second_factor_added');
  });

  test('starts over with a new secret until it is confirmed, and then responds 409', async () => {
    const client = await signUp(server);
    const first = await client.request('POST /user/totp');
    const second = await client.request('POST /user/totp');
    const confirm = (secret: string) =>
      client.call('POST /user/totp/confirm', { body: { code: totpCode(secret, clock.now()) } });
    expect((await confirm(first.secret)).status).toBe(403);
    expect((await confirm(second.secret)).status).toBe(200);
    expect((await client.call('POST /user/totp')).status).toBe(409);
  });

  test('responds 409 to a code for an enrollment that was begun again or finished elsewhere, and counts no wrong guess', async () => {
    const client = await signUp(server);
    const first = await client.request('POST /user/totp');
    const second = await client.request('POST /user/totp');
    expect(first.enrollment).not.toBe(second.enrollment);
    const confirm = ({ secret, enrollment }: typeof first) =>
      client.call('POST /user/totp/confirm', {
        body: { code: totpCode(secret, clock.now()), enrollment },
      });
    for (let time = 0; time < 6; time += 1)
      expect(await confirm(first)).toMatchObject({
        status: 409,
        problem: { code: 'conflict', detail: expect.stringMatching('^Setup was started again') },
      });
    const wrong = { ...second, secret: first.secret };
    expect((await confirm(wrong)).problem.code).toBe('wrong_code');
    expect((await confirm(second)).status).toBe(200);
    for (const ended of [first, second])
      expect(await confirm(ended)).toMatchObject({
        status: 409,
        problem: { detail: expect.stringMatching('was turned on in another tab') },
      });
  });

  test('accepts a code that was current when it arrived, however long the call takes after that', async () => {
    const client = await signUp(server);
    const { id } = await client.request('GET /user/me');
    const { secret } = await client.request('POST /user/totp');
    const code = totpCode(secret, clock.now());
    const waiting = `select 1 from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%no key update%'`;
    const lockHolder = new pg.Client({ connectionString: server.database.url });
    await lockHolder.connect();
    try {
      await lockHolder.query('begin');
      await lockHolder.query('select 1 from users where user_id = $1 for no key update', [id]);
      const confirming = client.call('POST /user/totp/confirm', { body: { code } });
      await eventually(
        async () => (await queryDatabase(server, waiting)).length > 0,
        'the call waits for the row of the user',
      );
      clock.moveBy(120);
      await lockHolder.query('commit');
      expect((await confirming).status).toBe(200);
    } finally {
      await lockHolder.end();
    }
  });

  test('stores the secret and the codes only sealed and hashed', async () => {
    const { secret, recoveryCodes, client } = await createUser();
    const { id } = await client.request('GET /user/me');
    const rows = await queryDatabase<{ row: string }>(
      server,
      `select t::text as row from totp_secrets t where user_id = $1
       union all select r::text from recovery_codes r where user_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(11);
    const text = JSON.stringify(rows);
    for (const plain of [secret, ...recoveryCodes.flatMap((code) => [code, code.replace('-', '')])])
      expect(text).not.toContain(plain);
  });
});

describe('signing in with an authenticator app', () => {
  test('needs the password and then a code, and lists the factors', async () => {
    const { email, secret } = await createUser();
    const { status, problem, headers } = await sendPassword(server, email);
    expect(status).toBe(401);
    expect(headers.get('content-type')).toMatch('application/problem+json');
    expect(problem).toMatchObject({
      code: 'second_factor_required',
      challenge: expect.any(String),
      factors: ['totp', 'recovery_code'],
    });
    const code = totpCode(secret, clock.now());
    const response = await sendFactor({ challenge: problem.challenge ?? '', code });
    expect(response.status).toBe(200);
    const client = new TestClient(server, response.body.access_token);
    expect((await client.request('GET /user/me')).username).toBe(email);
    expect((await listActivity(client, server)).at(-1)).toBe('signed_in');
    clock.moveBy(60);
  });

  test('a wrong password gets no challenge', async () => {
    const { email } = await createUser();
    const { problem } = await sendPassword(server, email, { password: 'not it' });
    expect(problem.code).toBe('invalid_credentials');
    expect(problem.challenge).toBeUndefined();
  });

  test('a code of the previous or next time step works, even with spaces, and one of any other step does not', async () => {
    const { email, secret } = await createUser();
    const challenge = await requestChallenge(server, email);
    const codeAt = (seconds: number) =>
      totpCode(secret, new Date(clock.now().getTime() + seconds * 1000));
    for (const seconds of [-90, 90])
      expect((await sendFactor({ challenge, code: codeAt(seconds) })).problem.code).toBe(
        'wrong_code',
      );
    const code = codeAt(-30);
    const response = await sendFactor({ challenge, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(response.status).toBe(200);
    const later = await requestChallenge(server, email);
    expect((await sendFactor({ challenge: later, code: codeAt(30) })).status).toBe(200);
    clock.moveBy(120);
  });

  test('a code works once, and no code of an earlier time step works after it', async () => {
    const { email, secret } = await createUser();
    const code = totpCode(secret, clock.now());
    const before = totpCode(secret, new Date(clock.now().getTime() - 30_000));
    const send = async (each: string) =>
      (await sendFactor({ challenge: await requestChallenge(server, email), code: each })).status;
    expect(await send(code)).toBe(200);
    expect([await send(code), await send(before)]).toEqual([403, 403]);
    clock.moveBy(60);
  });

  test('a challenge works once, for ten minutes, and only on the device that began the sign-in', async () => {
    const { email, secret } = await createUser();
    const challenge = await requestChallenge(server, email);
    const other = { 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.0 Safari/605.1.15' };
    const code = totpCode(secret, clock.now());
    expect((await sendFactor({ challenge, code }, other)).problem.code).toBe('invalid_credentials');
    expect((await sendFactor({ challenge, code })).status).toBe(200);
    clock.moveBy(60);
    const next = totpCode(secret, clock.now());
    expect((await sendFactor({ challenge, code: next })).problem.code).toBe('invalid_credentials');
    const expiring = await requestChallenge(server, email);
    clock.moveBy(601);
    expect(
      (await sendFactor({ challenge: expiring, code: totpCode(secret, clock.now()) })).problem.code,
    ).toBe('invalid_credentials');
    for (const forged of ['', 'a.b.c.d', `${challenge}x`])
      expect((await sendFactor({ challenge: forged, code: next })).status).toBe(401);
  });

  test('a new password invalidates the challenge', async () => {
    const { email, client, secret } = await createUser();
    const challenge = await requestChallenge(server, email);
    await client.request('POST /user/password', {
      body: { current_password: testPassword, password: 'another long passphrase' },
    });
    const code = totpCode(secret, clock.now());
    expect((await sendFactor({ challenge, code })).problem.code).toBe('invalid_credentials');
    // The code itself was not used up.
    const { problem } = await sendPassword(server, email, { password: 'another long passphrase' });
    expect((await sendFactor({ challenge: problem.challenge ?? '', code })).status).toBe(200);
    clock.moveBy(60);
  });

  test('a wrong code is recorded in the activity', async () => {
    const { email, client, secret } = await createUser();
    const challenge = await requestChallenge(server, email);
    await sendFactor({ challenge, code: wrongTotpCode(secret, clock.now()) });
    expect((await listActivity(client, server)).at(-1)).toBe('second_factor_failed');
  });
});

describe('recovery codes', () => {
  test('each complete one sign-in, however they are typed, with an email and an activity entry', async () => {
    const { email, client, recoveryCodes } = await createUser();
    const [first = '', second = ''] = recoveryCodes;
    const send = async (code: string) =>
      sendFactor({
        challenge: await requestChallenge(server, email),
        factor: 'recovery_code',
        code,
      });
    expect((await send(first)).status).toBe(200);
    expect((await send(first)).problem.code).toBe('wrong_code');
    expect((await send(` ${second.toUpperCase().replace('-', ' ')}`)).status).toBe(200);
    const mail = await waitForMail(server, email, 'recovery code was used');
    expect(mail.text).toContain('9 codes left');
    expect((await client.request('GET /user/factors')).recovery_codes_left).toBe(8);
    const events = await listActivity(client, server);
    expect(events.filter((event) => event === 'recovery_code_used')).toHaveLength(2);
  });

  test('are replaced by new ones, after which the earlier ones fail', async () => {
    const { email, client, recoveryCodes } = await createUser();
    const { recovery_codes } = await client.request('POST /user/recovery_codes');
    expect(recovery_codes).toHaveLength(10);
    const send = async (code = '') =>
      sendFactor({
        challenge: await requestChallenge(server, email),
        factor: 'recovery_code',
        code,
      });
    expect((await send(recoveryCodes[0])).problem.code).toBe('wrong_code');
    expect((await send(recovery_codes[0])).status).toBe(200);
    await waitForMail(server, email, 'new recovery codes');
  });

  test('count as not saved until the user confirms that they are, even after they were replaced', async () => {
    const { client } = await createUser();
    const areSaved = async () => (await client.request('GET /user/factors')).recovery_codes_saved;
    expect(await areSaved()).toBe(false);
    await client.request('POST /user/recovery_codes/saved');
    expect(await areSaved()).toBe(true);
    await client.request('POST /user/recovery_codes');
    expect(await areSaved()).toBe(false);
  });

  test('are no longer offered once all are used', async () => {
    const { email, client } = await createUser();
    const { id } = await client.request('GET /user/me');
    await queryDatabase(server, 'update recovery_codes set used_at = now() where user_id = $1', [
      id,
    ]);
    expect((await sendPassword(server, email)).problem.factors).toEqual(['totp']);
  });

  test('cannot be created without a second factor', async () => {
    const client = await signUp(server);
    expect((await client.call('POST /user/recovery_codes')).status).toBe(422);
  });
});

describe('DELETE /user/totp', () => {
  test('removes the app and the recovery codes, so that the password is enough again', async () => {
    const { email, client } = await createUser();
    expect((await client.call('DELETE /user/totp')).status).toBe(204);
    expect(await signIn(server, email, testPassword)).toBeTypeOf('string');
    expect(await client.request('GET /user/factors')).toMatchObject({
      totp: null,
      recovery_codes_left: 0,
    });
    expect((await client.call('DELETE /user/totp')).status).toBe(404);
    await waitForMail(server, email, 'Two-step verification was turned off');
    // A new app starts with new recovery codes.
    expect((await enrollTotp(client, clock)).recoveryCodes).toHaveLength(10);
  });
});
