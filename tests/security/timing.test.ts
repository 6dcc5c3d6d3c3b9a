import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { sendJson, sendRaw } from '../support/requests/raw-request.ts';
import { TestClient, testPassword } from '../support/requests/test-client.ts';

/** The number of calls per kind of address. */
const pairs = 100;
/** Calls per address, as many as the rate limits allow. */
const callsPerAddress = 4;
/** The allowed difference of the medians in milliseconds. */
const tolerance = 5;

let server: TestServer;
let known: string[];
let unknown: string[];

beforeAll(async () => {
  // The test makes more failed attempts than the default limit per IP address.
  server = await startTestServer({
    environment: { RATE_LIMITS: `sign_in_ip=${4 * pairs},signup_ip=${pairs}` },
  });
  const addresses = Array.from(
    { length: pairs / callsPerAddress },
    () => `${randomUUID()}@example.com`,
  );
  known = addresses;
  unknown = addresses.map(() => `${randomUUID()}@example.com`);
  for (const email of known)
    await new TestClient(server).request('POST /signup', {
      body: { email, password: testPassword },
    });
}, 120_000);
afterAll(() => server.stop());

/**
 * The 99% confidence interval of the median, for any distribution (order statistics, as in the sign
 * test).
 */
function medianConfidenceInterval(measured: number[]): [number, number] {
  const sorted = measured.toSorted((a, b) => a - b);
  const halfWidth = (2.576 * Math.sqrt(sorted.length)) / 2;
  const at = (rank: number) => sorted[Math.round(rank)] ?? Number.NaN;
  return [at((sorted.length - 1) / 2 - halfWidth), at((sorted.length - 1) / 2 + halfWidth)];
}

/**
 * Expects the median to be within the tolerance, as far as the measurement can show. On an idle machine
 * the interval is a millisecond or two wide, on a busy one wider.
 */
function expectSimilarDurations(differences: number[]): void {
  const [low, high] = medianConfidenceInterval(differences);
  const message = `the median is between ${low.toFixed(1)} and ${high.toFixed(1)} ms`;
  expect(low, message).toBeLessThan(tolerance);
  expect(high, message).toBeGreaterThan(-tolerance);
}

/**
 * Alternates between known and unknown addresses, and returns by how many milliseconds each unknown one
 * took longer than the known one next to it. Alternating the order makes the machine's other load affect
 * both alike. Every response must have the status.
 */
async function measureDifferences(
  send: (email: string) => Promise<{ status: number }>,
  status: number,
): Promise<number[]> {
  const measure = async (email: string) => {
    const start = performance.now();
    expect((await send(email)).status).toBe(status);
    return performance.now() - start;
  };
  const result: number[] = [];
  for (let turn = 0; turn < pairs; turn += 1) {
    const index = turn % known.length;
    const [knownEmail, unknownEmail] = [known[index] ?? '', unknown[index] ?? ''];
    if (turn % 2 === 0) {
      const first = await measure(knownEmail);
      result.push((await measure(unknownEmail)) - first);
    } else {
      const first = await measure(unknownEmail);
      result.push(first - (await measure(knownEmail)));
    }
  }
  return result;
}

test(`signing in takes equally long for an unknown user and a wrong password, within ${tolerance} ms in the median`, async () => {
  const send = (username: string) =>
    sendRaw(server, '/api/auth/token', {
      body: new URLSearchParams({ username, password: 'not the password' }),
    });
  expectSimilarDurations(await measureDifferences(send, 401));
}, 180_000);

test(`requesting a reset mail takes equally long for a known and an unknown user, within ${tolerance} ms in the median`, async () => {
  const send = (email: string) =>
    sendJson(server, '/api/user/forgotpwd', JSON.stringify({ email }));
  expectSimilarDurations(await measureDifferences(send, 200));
}, 180_000);
