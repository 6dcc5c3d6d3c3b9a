import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { DeviceBrowser } from '../support/requests/device-browser.ts';
import { sendJson, sendRaw } from '../support/requests/raw-request.ts';
import { TestClient, testPassword } from '../support/requests/test-client.ts';
import { compareDurations } from './compare-durations.ts';

/** The allowed difference of the medians, in milliseconds (docs/security.md). */
const tolerance = 5;
const limits = { tolerance, pairsPerRound: 100, maxRounds: 6 };
/** Odd, so that each address is measured first in one pair and second in the next. */
const addressesPerKind = 25;

let server: TestServer;
let knownAddresses: string[];
let unknownAddresses: string[];

beforeAll(async () => {
  // Every pair is two failed sign-ins in each of two tests, so the default limits would reject most of them without a
  // password check.
  const attempts = 4 * limits.pairsPerRound * limits.maxRounds;
  const limitNames = ['sign_in_address', 'sign_in_ip', 'mail_address', 'mail_ip', 'signup_ip'];
  server = await startTestServer({
    environment: { RATE_LIMITS: limitNames.map((name) => `${name}=${attempts}`).join(',') },
  });
  const newAddresses = () =>
    Array.from({ length: addressesPerKind }, () => `${randomUUID()}@example.com`);
  knownAddresses = newAddresses();
  unknownAddresses = newAddresses();
  for (const email of knownAddresses)
    await new TestClient(server).request('POST /signup', {
      body: { email, password: testPassword },
    });
}, 120_000);
afterAll(() => server.stop());

/**
 * Expects requests with a known and an unknown address to take equally long. Pairs are measured back to
 * back and in alternating order, so the machine's other load affects both alike. Every response must have
 * the status.
 */
async function expectSimilarDurations(
  send: (email: string) => Promise<{ status: number }>,
  status: number,
): Promise<void> {
  const measure = async (email: string) => {
    const start = performance.now();
    expect((await send(email)).status).toBe(status);
    return performance.now() - start;
  };
  const comparison = await compareDurations(async (pair) => {
    const index = pair % addressesPerKind;
    const [knownEmail, unknownEmail] = [knownAddresses[index] ?? '', unknownAddresses[index] ?? ''];
    if (pair % 2 === 0) {
      const first = await measure(knownEmail);
      return (await measure(unknownEmail)) - first;
    }
    const first = await measure(unknownEmail);
    return first - (await measure(knownEmail));
  }, limits);
  const { low, high, pairs } = comparison;
  expect(
    comparison.verdict,
    `with an unknown address, the median is ${low.toFixed(1)} to ${high.toFixed(1)} ms longer (${pairs} pairs)`,
  ).toBe('similar');
}

test(`signing in takes equally long for an unknown user and a wrong password, within ${tolerance} ms in the median`, async () => {
  const send = (username: string) =>
    sendRaw(server, '/api/auth/token', {
      body: new URLSearchParams({ username, password: 'not the password' }),
    });
  await expectSimilarDurations(send, 401);
}, 300_000);

test(`signing in with the device cookie of another user takes equally long for a known and an unknown address, within ${tolerance} ms in the median`, async () => {
  const browser = new DeviceBrowser(server);
  const stranger = `${randomUUID()}@example.com`;
  await new TestClient(server).request('POST /signup', {
    body: { email: stranger, password: testPassword },
  });
  expect((await browser.signIn(stranger)).status).toBe(200);
  await expectSimilarDurations((username) => browser.signIn(username, 'not the password'), 401);
}, 300_000);

test(`requesting a reset email takes equally long for a known and an unknown user, within ${tolerance} ms in the median`, async () => {
  const send = (email: string) =>
    sendJson(server, '/api/user/forgotpwd', JSON.stringify({ email }));
  await expectSimilarDurations(send, 200);
}, 300_000);
