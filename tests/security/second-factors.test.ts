import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpDatabaseText } from '../support/database/database-dump.ts';
import { queryDatabase } from '../support/database/database-queries.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { DeviceBrowser } from '../support/requests/device-browser.ts';
import {
  enrollTotp,
  MovableClock,
  requestChallenge,
  sendPassword,
  totpCode,
  wrongTotpCode,
} from '../support/requests/second-factors.ts';
import { signUp, TestClient } from '../support/requests/test-client.ts';

const clock = new MovableClock();
let server: TestServer;

beforeAll(async () => {
  // The limits of production.
  server = await startTestServer({ clock, environment: { RATE_LIMITS: '' } });
});
afterAll(() => server.stop());

async function createUser() {
  const email = `${randomUUID()}@example.com`;
  const client = await signUp(server, email);
  return { email, client, ...(await enrollTotp(client, clock)) };
}

const sendFactor = (challenge: string, code: string, factor: 'totp' | 'recovery_code' = 'totp') =>
  new TestClient(server).call('POST /auth/second_factor', { body: { challenge, factor, code } });

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Signs in with the password several times, one after the other. */
async function requestChallenges(email: string, count: number): Promise<string[]> {
  const challenges: string[] = [];
  for (const _attempt of times(count)) challenges.push(await requestChallenge(server, email));
  return challenges;
}

describe('one code, twenty times at once,', () => {
  const successes = (responses: { status: number }[]) =>
    responses.filter(({ status }) => status < 300).length;

  test('from an authenticator app signs in once, with one challenge or with twenty', async () => {
    for (const isShared of [true, false]) {
      const { email, secret } = await createUser();
      const challenges = await requestChallenges(email, isShared ? 1 : 20);
      const [shared = ''] = challenges;
      const code = totpCode(secret, clock.now());
      const responses = await Promise.all(
        times(20).map((index) => sendFactor(challenges[index] ?? shared, code)),
      );
      expect(successes(responses)).toBe(1);
      clock.moveBy(60);
    }
  });

  test('that is a recovery code signs in once', async () => {
    const { email, recoveryCodes } = await createUser();
    const challenges = await requestChallenges(email, 20);
    const responses = await Promise.all(
      challenges.map((challenge) => sendFactor(challenge, recoveryCodes[0] ?? '', 'recovery_code')),
    );
    expect(successes(responses)).toBe(1);
  });

  test('completes one step-up', async () => {
    const { client, secret } = await createUser();
    const code = totpCode(secret, clock.now());
    const responses = await Promise.all(
      times(20).map(() => client.call('POST /user/step_up', { body: { factor: 'totp', code } })),
    );
    expect(successes(responses)).toBe(1);
    clock.moveBy(60);
  });
});

describe('wrong codes', () => {
  test('are limited to five per user, whatever the challenge, and then the right one is not checked', async () => {
    const { email, secret } = await createUser();
    const wrong = wrongTotpCode(secret, clock.now());
    const statuses: number[] = [];
    for (const _attempt of times(6))
      statuses.push((await sendFactor(await requestChallenge(server, email), wrong)).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    const right = totpCode(secret, clock.now());
    const limited = await sendFactor(await requestChallenge(server, email), right);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    // Another user is not affected.
    const other = await createUser();
    const code = totpCode(other.secret, clock.now());
    expect((await sendFactor(await requestChallenge(server, other.email), code)).status).toBe(200);
  });

  test('of a stranger who knows the password do not lock out a known device, which has a limit of its own', async () => {
    const email = `${randomUUID()}@example.com`;
    const client = await signUp(server, email);
    const browser = new DeviceBrowser(server);
    await browser.signIn(email);
    const { secret } = await enrollTotp(client, clock);
    const wrong = wrongTotpCode(secret, clock.now());
    for (const challenge of await requestChallenges(email, 5)) await sendFactor(challenge, wrong);
    const send = async (code: string) => {
      const { challenge = '' } = (await browser.signIn(email)).problem;
      return new TestClient(server).call('POST /auth/second_factor', {
        body: { challenge, factor: 'totp', code },
        headers: { ...browser.headers, cookie: browser.cookie ?? '' },
      });
    };
    expect((await send(totpCode(secret, clock.now()))).status).toBe(200);
    const statuses: number[] = [];
    for (const _attempt of times(6)) statuses.push((await send(wrong)).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });

  test('do not include a right code that is sent again after its sign-in', async () => {
    const { email, secret } = await createUser();
    const challenge = await requestChallenge(server, email);
    const code = totpCode(secret, clock.now());
    for (const _attempt of times(6)) await sendFactor(challenge, code);
    clock.moveBy(60);
    const next = totpCode(secret, clock.now());
    expect((await sendFactor(await requestChallenge(server, email), next)).status).toBe(200);
  });

  test('are limited to five at once', async () => {
    const { email, secret } = await createUser();
    const challenge = await requestChallenge(server, email);
    const wrong = wrongTotpCode(secret, clock.now());
    const responses = await Promise.all(times(20).map(() => sendFactor(challenge, wrong)));
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('of a step-up and of an enrollment are limited to five per session', async () => {
    const { client, secret } = await createUser();
    const code = wrongTotpCode(secret, clock.now());
    const statuses: number[] = [];
    for (const _attempt of times(6))
      statuses.push(
        (await client.call('POST /user/step_up', { body: { factor: 'totp', code } })).status,
      );
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    const enrolling = await signUp(server);
    await enrolling.request('POST /user/totp');
    for (const _attempt of times(5))
      await enrolling.call('POST /user/totp/confirm', { body: { code } });
    expect((await enrolling.call('POST /user/totp/confirm', { body: { code } })).status).toBe(429);
  });
});

describe('a second factor', () => {
  test('of another user does not complete a sign-in', async () => {
    // One after the other, because enrolling moves the clock.
    const [ada, ben] = [await createUser(), await createUser()];
    const challenge = await requestChallenge(server, ada.email);
    const code = totpCode(ben.secret, clock.now());
    expect((await sendFactor(challenge, code)).status).toBe(403);
    const recovery = await sendFactor(challenge, ben.recoveryCodes[0] ?? '', 'recovery_code');
    expect(recovery.status).toBe(403);
  });

  test('whose sealed secret is copied to another user cannot be decrypted', async () => {
    // One after the other, because enrolling moves the clock.
    const [ada, ben] = [await createUser(), await createUser()];
    const idOf = async ({ client }: typeof ada) => (await client.request('GET /user/me')).id;
    await queryDatabase(
      server,
      `update totp_secrets set sealed_secret =
         (select sealed_secret from totp_secrets where user_id = $1) where user_id = $2`,
      [await idOf(ada), await idOf(ben)],
    );
    const challenge = await requestChallenge(server, ben.email);
    expect((await sendFactor(challenge, totpCode(ada.secret, clock.now()))).status).toBe(500);
  });

  test('leaves no plain secret, code, or challenge in the database and in the log', async () => {
    const { email, secret, recoveryCodes } = await createUser();
    const challenge = await requestChallenge(server, email);
    const code = recoveryCodes[0] ?? '';
    expect((await sendFactor(challenge, code, 'recovery_code')).status).toBe(200);
    const { problem } = await sendPassword(server, email);
    const text = `${await dumpDatabaseText(server.database.url)}${JSON.stringify(server.logged)}`;
    for (const plain of [secret, code, code.replace('-', ''), challenge, problem.challenge ?? ''])
      expect(text).not.toContain(plain);
  });
});
