import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendJson, sendRaw } from '../support/raw-request.ts';
import { TestClient, testPassword } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** Calls of each kind: known and unknown addresses take turns. */
const pairs = 100;
/** How often each address is tried: as often as the limits let it. */
const triesEach = 4;
/** Milliseconds by which the medians may differ. */
const tolerance = 5;

let server: TestServer;
let known: string[];
let unknown: string[];

beforeAll(async () => {
  // From one machine: that many failures are more than one IP address may have.
  server = await startTestServer({
    environment: { RATE_LIMITS: `sign_in_ip=${4 * pairs},signup_ip=${pairs}` },
  });
  const addresses = Array.from({ length: pairs / triesEach }, () => `${randomUUID()}@example.com`);
  known = addresses;
  unknown = addresses.map(() => `${randomUUID()}@example.com`);
  for (const email of known)
    await new TestClient(server).reply('POST /signup', { body: { email, password: testPassword } });
}, 120_000);
afterAll(() => server.stop());

/**
 * Between which two values the median of what was measured lies, in 99 of 100 cases, whatever the
 * distribution: the order statistics about the middle (the sign test's interval).
 */
function medianBounds(measured: number[]): [number, number] {
  const sorted = measured.toSorted((a, b) => a - b);
  const reach = (2.576 * Math.sqrt(sorted.length)) / 2;
  const at = (rank: number) => sorted[Math.round(rank)] ?? Number.NaN;
  return [at((sorted.length - 1) / 2 - reach), at((sorted.length - 1) / 2 + reach)];
}

/**
 * Expects the median to be within the tolerance, as far as can be told: on a machine that has nothing
 * else to do the bounds are a millisecond or two apart, on a busy one more.
 */
function expectAlike(differences: number[]): void {
  const [low, high] = medianBounds(differences);
  const told = `the median is between ${low.toFixed(1)} and ${high.toFixed(1)} ms`;
  expect(low, told).toBeLessThan(tolerance);
  expect(high, told).toBeGreaterThan(-tolerance);
}

/**
 * Asks about known and unknown addresses in turns, which of the two first by turns as well. Answers by
 * how many milliseconds each unknown one took longer than the known one beside it: what else the
 * machine does meets both alike. Every answer must have the status.
 */
async function differences(
  ask: (email: string) => Promise<{ status: number }>,
  status: number,
): Promise<number[]> {
  const timed = async (email: string) => {
    const started = performance.now();
    expect((await ask(email)).status).toBe(status);
    return performance.now() - started;
  };
  const longer: number[] = [];
  for (let turn = 0; turn < pairs; turn += 1) {
    const index = turn % known.length;
    const [mine, nobodys] = [known[index] ?? '', unknown[index] ?? ''];
    if (turn % 2 === 0) {
      const first = await timed(mine);
      longer.push((await timed(nobodys)) - first);
    } else {
      const first = await timed(nobodys);
      longer.push(first - (await timed(mine)));
    }
  }
  return longer;
}

test(`signing in takes as long for an unknown user as for a wrong password, within ${tolerance} ms in the median`, async () => {
  const ask = (username: string) =>
    sendRaw(server, '/api/auth/token', {
      body: new URLSearchParams({ username, password: 'not the password' }),
    });
  expectAlike(await differences(ask, 401));
}, 180_000);

test('so does asking for a reset mail', async () => {
  const ask = (email: string) => sendJson(server, '/api/user/forgotpwd', JSON.stringify({ email }));
  expectAlike(await differences(ask, 200));
}, 180_000);
