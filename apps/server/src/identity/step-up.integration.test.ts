import { randomUUID } from 'node:crypto';
import type { CallKey } from '@cairn/contract/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backdate } from '../../../../tests/support/database/backdate.ts';
import {
  listActivity,
  queryDatabase,
} from '../../../../tests/support/database/database-queries.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../tests/support/processes/test-server.ts';
import { contractCalls } from '../../../../tests/support/requests/contract-calls.ts';
import { signInWithGoogle } from '../../../../tests/support/requests/provider-sign-in.ts';
import {
  enrollTotp,
  MovableClock,
  signInWithTotp,
  totpCode,
  wrongTotpCode,
} from '../../../../tests/support/requests/second-factors.ts';
import {
  signIn,
  signUp,
  signUpPaid,
  TestClient,
  testPassword,
} from '../../../../tests/support/requests/test-client.ts';

const clock = new MovableClock();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());

/** Backdates every verification in a user's sessions by eleven minutes. */
async function expireFactors(client: TestClient): Promise<void> {
  const { id } = await client.request('GET /user/me');
  await queryDatabase(
    server,
    `update sessions
     set ${backdate('created_at', '11 minutes')}, ${backdate('factor_at', '11 minutes')},
       ${backdate('second_factor_at', '11 minutes')}
     where user_id = $1`,
    [id],
  );
}

/** A call that requires the step-up `recent` and changes nothing: there is no such session. */
const endUnknownSession = (client: TestClient) =>
  client.call('DELETE /user/sessions/:id', { params: { id: randomUUID() } });
/** The response after the step-up check has passed: there is no such session. */
const allowedResponse = { status: 404 };

describe('the calls that require a step-up', () => {
  const required = contractCalls.filter(({ call }) => call.stepUp !== undefined);

  test('are exactly the expected ones', () => {
    const expected: readonly [CallKey, string][] = [
      ['POST /user/password', 'current_password'],
      ['POST /user/email', 'password'],
      ['DELETE /user', 'password'],
      ['POST /user/identities', 'password'],
      ['DELETE /user/identities/:provider', 'password'],
      ['POST /user/passkeys/options', 'recent'],
      ['DELETE /user/passkeys/:id', 'recent'],
      ['GET /user/export', 'recent'],
      ['DELETE /user/sessions/:id', 'recent'],
      ['POST /user/totp', 'recent'],
      ['POST /user/totp/confirm', 'recent'],
      ['DELETE /user/totp', 'recent'],
      ['POST /user/recovery_codes', 'recent'],
      ['DELETE /institution/:id', 'recent'],
      ['DELETE /cb', 'recent'],
    ];
    expect(required.map(({ key, call }) => [key, call.stepUp]).toSorted()).toEqual(
      expected.toSorted(),
    );
  });

  /** Bodies that are valid, so that only the step-up is missing. */
  const bodies = new Map<CallKey, object>([
    [
      'POST /user/password',
      { current_password: testPassword, password: 'another long passphrase' },
    ],
    ['POST /user/email', { email: 'new@example.com', password: testPassword }],
    ['DELETE /user', { password: testPassword }],
    ['POST /user/identities', { provider: 'GOOGLE', credential: 'x', password: testPassword }],
    ['DELETE /user/identities/:provider', { password: testPassword }],
    ['POST /user/totp/confirm', { code: '123456' }],
  ]);

  test('respond with 403 if a second factor is enrolled, even to the right password', async () => {
    const client = await signUpPaid(server);
    await enrollTotp(client, clock);
    await expireFactors(client);
    for (const { key, method, path } of required) {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { body: JSON.stringify(bodies.get(key) ?? {}) }),
      });
      expect([key, response.status, await response.json()]).toMatchObject([
        key,
        403,
        { code: 'step_up_required', factors: ['totp', 'recovery_code'] },
      ]);
    }
  });
});

describe('without a second factor', () => {
  test('a sign-in counts as a step-up for ten minutes, and after that the password is required', async () => {
    const client = await signUp(server);
    expect(await endUnknownSession(client)).toMatchObject(allowedResponse);
    await expireFactors(client);
    expect(await endUnknownSession(client)).toMatchObject({
      status: 403,
      problem: { code: 'step_up_required', factors: ['password'] },
    });
    const stepUp = (password: string) =>
      client.call('POST /user/step_up', { body: { factor: 'password', password } });
    expect((await stepUp('not it')).problem.code).toBe('wrong_password');
    expect((await endUnknownSession(client)).status).toBe(403);
    expect((await stepUp(testPassword)).status).toBe(204);
    expect(await endUnknownSession(client)).toMatchObject(allowedResponse);
    await expireFactors(client);
    expect((await endUnknownSession(client)).status).toBe(403);
    expect(await listActivity(client, server)).toContain('step_up_failed');
  });

  test('a step-up counts in its own session only', async () => {
    const email = `${randomUUID()}@example.com`;
    const client = await signUp(server, email);
    const other = new TestClient(server, await signIn(server, email, testPassword));
    await expireFactors(client);
    await client.request('POST /user/step_up', {
      body: { factor: 'password', password: testPassword },
    });
    expect((await endUnknownSession(other)).status).toBe(403);
  });

  test('a user without a password needs a new sign-in', async () => {
    const client = await signInWithGoogle(server);
    expect(await endUnknownSession(client)).toMatchObject(allowedResponse);
    await expireFactors(client);
    expect(await endUnknownSession(client)).toMatchObject({
      status: 403,
      problem: { code: 'step_up_required', factors: [] },
    });
    expect(
      (await client.call('POST /user/step_up', { body: { factor: 'password', password: '' } }))
        .status,
    ).toBe(403);
  });
});

describe('with a second factor', () => {
  test('a code counts as a step-up for ten minutes, but the password or a used code does not', async () => {
    const email = `${randomUUID()}@example.com`;
    const { secret, recoveryCodes } = await enrollTotp(await signUp(server, email), clock);
    const client = await signInWithTotp(server, email, { secret, clock });
    expect(await endUnknownSession(client)).toMatchObject(allowedResponse);
    await expireFactors(client);
    const stepUp = (code: string, factor: 'totp' | 'recovery_code' = 'totp') =>
      client.call('POST /user/step_up', { body: { factor, code } });
    expect(
      await client.call('POST /user/step_up', {
        body: { factor: 'password', password: testPassword },
      }),
    ).toMatchObject({ status: 403, problem: { code: 'step_up_required' } });
    const wrong = await stepUp(wrongTotpCode(secret, clock.now()));
    expect(wrong.problem.code).toBe('wrong_code');
    expect((await endUnknownSession(client)).status).toBe(403);
    const code = totpCode(secret, clock.now());
    expect((await stepUp(code)).status).toBe(204);
    expect(await endUnknownSession(client)).toMatchObject(allowedResponse);
    await expireFactors(client);
    expect((await stepUp(code)).problem.code).toBe('wrong_code');
    expect((await stepUp(recoveryCodes[0] ?? '', 'recovery_code')).status).toBe(204);
    expect(await endUnknownSession(client)).toMatchObject(allowedResponse);
    expect(await listActivity(client, server)).toContain('step_up_failed');
  });

  test('a session from before the enrollment needs a step-up', async () => {
    const email = `${randomUUID()}@example.com`;
    const client = await signUp(server, email);
    const other = new TestClient(server, await signIn(server, email, testPassword));
    await enrollTotp(client, clock);
    // Enrolling counts as a step-up in the session that enrolled.
    expect(await endUnknownSession(client)).toMatchObject(allowedResponse);
    expect((await endUnknownSession(other)).problem.code).toBe('step_up_required');
  });
});
