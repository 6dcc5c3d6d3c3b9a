import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  listActivity,
  queryDatabase,
} from '../../../../../../tests/support/database/database-queries.ts';
import { listMailTo, waitForMail } from '../../../../../../tests/support/mail/mail.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  enrollTotp,
  MovableClock,
  requestChallenge,
  sendPassword,
  signInWithTotp,
} from '../../../../../../tests/support/requests/second-factors.ts';
import {
  signIn,
  signUp,
  TestClient,
  testPassword,
} from '../../../../../../tests/support/requests/test-client.ts';
import { processFactorResets } from '../../../jobs/factor-reset/process-factor-resets.ts';

/** In seconds. */
const hours = 3_600;
let clock: MovableClock;
let server: TestServer;
let email: string;
let client: TestClient;
let secret: string;

beforeAll(async () => {
  clock = new MovableClock();
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());
beforeEach(async () => {
  email = `${randomUUID()}@example.com`;
  client = await signUp(server, email);
  ({ secret } = await enrollTotp(client, clock));
});

const publicClient = () => new TestClient(server);
const request = async () =>
  publicClient().call('POST /auth/factor_reset', {
    body: { challenge: await requestChallenge(server, email) },
  });
const complete = async () =>
  publicClient().call('POST /auth/factor_reset/complete', {
    body: { challenge: await requestChallenge(server, email) },
  });
/** Moves the open requests into the past and runs the job. The clock isn't moved, because emails would expire. */
async function letTimePass(seconds: number): Promise<void> {
  await queryDatabase(
    server,
    `update factor_resets
     set requested_at = (requested_at at time zone 'UTC' - make_interval(secs => $1)) at time zone 'UTC',
       next_mail_at = (next_mail_at at time zone 'UTC' - make_interval(secs => $1)) at time zone 'UTC'`,
    [seconds],
  );
  await processFactorResets(server.services);
}
/** Returns the code in an email's link that cancels the factor reset. */
async function findCancelCode(subject: string): Promise<string> {
  const { text } = await waitForMail(server, email, subject);
  return /#code=([\w-]+)/.exec(text)?.[1] ?? '';
}
const cancel = (code: string) =>
  publicClient().call('POST /auth/factor_reset/cancel', { body: { code } });

describe('a factor reset', () => {
  test('removes the second factors after 72 hours, ends all sessions, and signs in', async () => {
    const { status, body } = await request();
    expect(status).toBe(202);
    expect(Date.parse(body.available_at) - clock.now().getTime()).toBeGreaterThan(
      71 * hours * 1000,
    );
    expect((await sendPassword(server, email)).problem.factor_reset_at).toBe(body.available_at);
    await letTimePass(71 * hours);
    expect((await complete()).status).toBe(422);
    await letTimePass(1 * hours + 60);
    const response = await complete();
    expect(response.status).toBe(200);
    const signedIn = new TestClient(server, response.body.access_token);
    expect(await signedIn.request('GET /user/factors')).toMatchObject({
      totp: null,
      recovery_codes_left: 0,
    });
    expect(await listActivity(signedIn, server)).toEqual(
      expect.arrayContaining(['factor_reset_requested', 'factor_reset_completed']),
    );
    await waitForMail(server, email, 'Two-step verification was turned off');
    // From now on, the password is enough to sign in. The earlier session has ended.
    expect(await signIn(server, email, testPassword)).toBeTypeOf('string');
    expect((await client.call('GET /user/me')).status).toBe(401);
  });

  test('sends an email at the beginning, in the middle, and at the end, each once', async () => {
    await request();
    for (let step = 0; step < 8; step += 1) await letTimePass(12 * hours);
    await processFactorResets(server.services);
    await waitForMail(server, email, 'can be turned off now');
    const subjects = (await listMailTo(server, email))
      .map(({ subject }) => subject)
      .filter((subject) => /asked to|can be/.test(subject));
    expect(subjects.toSorted()).toEqual([
      'Someone asked to turn off two-step verification for your Cairn account',
      'Two-step verification for your Cairn account can be turned off now',
      'Two-step verification for your Cairn account can be turned off soon',
    ]);
  });

  test('can be completed for seven days only, and requested again after that', async () => {
    const first = await request();
    await letTimePass((72 + 7 * 24) * hours + 60);
    expect((await complete()).status).toBe(422);
    expect((await request()).body.available_at > first.body.available_at).toBe(true);
  });

  test('is not delayed by being requested again', async () => {
    const first = await request();
    await letTimePass(10 * hours);
    const again = await request();
    const earlier = Date.parse(first.body.available_at) - Date.parse(again.body.available_at);
    expect(earlier).toBe(10 * hours * 1000);
  });

  test('needs a valid challenge, and cannot be completed by another user', async () => {
    const forged = { body: { challenge: 'a.b.c.d' } };
    expect((await publicClient().call('POST /auth/factor_reset', forged)).status).toBe(401);
    await request();
    await letTimePass(73 * hours);
    const other = `${randomUUID()}@example.com`;
    await enrollTotp(await signUp(server, other), clock);
    const challenge = await requestChallenge(server, other);
    const response = await publicClient().call('POST /auth/factor_reset/complete', {
      body: { challenge },
    });
    expect(response.status).toBe(422);
  });
});

describe('a factor reset is canceled', () => {
  test('by any sign-in with the second factor', async () => {
    await request();
    await letTimePass(24 * hours);
    const signedIn = await signInWithTotp(server, email, { secret, clock });
    expect(await listActivity(signedIn, server)).toContain('factor_reset_canceled');
    await letTimePass(72 * hours);
    expect((await complete()).status).toBe(422);
  });

  test('by the link in each of its emails, which works once', async () => {
    await request();
    const first = await findCancelCode('asked to turn off');
    expect((await cancel('x')).problem.code).toBe('link_expired');
    expect((await cancel(first)).status).toBe(204);
    expect((await cancel(first)).problem.code).toBe('link_expired');
    await request();
    await letTimePass(36 * hours + 60);
    expect((await cancel(await findCancelCode('can be turned off soon'))).status).toBe(204);
    await letTimePass(72 * hours);
    expect((await complete()).status).toBe(422);
  });
});
