import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { extractCode, waitForMail } from '../support/mail/mail.ts';
import { startServerProcess } from '../support/processes/server-process.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { DeviceBrowser } from '../support/requests/device-browser.ts';
import { expectProblem, sendJson, sendRaw } from '../support/requests/raw-request.ts';
import { signIn, signUpPaid, TestClient, testPassword } from '../support/requests/test-client.ts';

const newAddress = () => `${randomUUID()}@example.com`;
const quarterHour = 15 * 60;
const hour = 60 * 60;

let networkCount = 0;
/** Returns prefixes of unused IP addresses, because counts persist between tests. */
function unusedNetwork(): { v4: string; v6: string } {
  networkCount += 1;
  return { v4: `10.113.${networkCount}`, v6: `2001:db8:${networkCount.toString(16)}` };
}

type ServerUrl = Pick<TestServer, 'url'>;

const signInAs = (
  { url }: ServerUrl,
  username: string,
  password = 'not the password',
  headers: Record<string, string> = {},
) =>
  sendRaw({ url } as TestServer, '/api/auth/token', {
    body: new URLSearchParams({ username, password }),
    headers,
  });

async function openAccount(server: ServerUrl): Promise<string> {
  const email = newAddress();
  const body = JSON.stringify({ email, password: testPassword });
  expect((await sendJson(server as TestServer, '/api/signup', body)).status).toBe(201);
  return email;
}

/** Expects a 429 with a Retry-After of at most `seconds`. */
function expectRateLimited(response: Awaited<ReturnType<typeof sendRaw>>, seconds: number): void {
  expect(expectProblem(response, 429).code).toBe('too_many_requests');
  const wait = Number(response.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(seconds);
}

/** Sends several requests in sequence and returns their statuses. */
async function collectStatuses(
  times: number,
  send: () => Promise<{ status: number }>,
): Promise<number[]> {
  const result: number[] = [];
  for (let time = 0; time < times; time += 1) result.push((await send()).status);
  return result;
}

describe('with the default limits', () => {
  let server: TestServer;
  let database: pg.Client;
  beforeAll(async () => {
    server = await startTestServer({ environment: { RATE_LIMITS: '' } });
    database = new pg.Client({ connectionString: server.database.url });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await server.stop();
  });

  test('an email address is blocked for 15 minutes after five wrong passwords, ignoring case', async () => {
    const email = await openAccount(server);
    const cases = [email, email.toUpperCase(), ` ${email}`];
    expect(
      await collectStatuses(5, () =>
        signInAs(server, cases[Math.floor(Math.random() * 3)] ?? email),
      ),
    ).toEqual([401, 401, 401, 401, 401]);
    expectRateLimited(await signInAs(server, email), quarterHour);
    expectRateLimited(await signInAs(server, email, testPassword), quarterHour);
    expect((await signInAs(server, await openAccount(server), testPassword)).status).toBe(200);
  });

  test('an unknown email address is limited the same way', async () => {
    const email = newAddress();
    expect(await collectStatuses(5, () => signInAs(server, email))).toEqual([
      401, 401, 401, 401, 401,
    ]);
    expectRateLimited(await signInAs(server, email), quarterHour);
  });

  test('of twenty concurrent wrong passwords only five are checked', async () => {
    const email = await openAccount(server);
    const responses = await Promise.all(Array.from({ length: 20 }, () => signInAs(server, email)));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('twenty concurrent right passwords all sign in, and none of them counts toward the limit', async () => {
    const email = await openAccount(server);
    const signInCorrectly = () => signInAs(server, email, testPassword);
    expect(await collectStatuses(4, () => signInAs(server, email))).toEqual([401, 401, 401, 401]);
    const responses = await Promise.all(Array.from({ length: 20 }, signInCorrectly));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await signInAs(server, email)).status).toBe(401);
    expectRateLimited(await signInCorrectly(), quarterHour);
  });

  test('rejected attempts count neither toward the limit nor toward its window', async () => {
    const email = await openAccount(server);
    expect(await collectStatuses(12, () => signInAs(server, email))).toEqual([
      ...Array(5).fill(401),
      ...Array(7).fill(429),
    ]);
    const { rows } = await database.query<{ points: number; pending: number }>(
      `select points, pending from rate_limits where key like 'sign_in_address:%' order by expire desc limit 1`,
    );
    expect(rows).toEqual([{ points: 5, pending: 0 }]);
  });

  test('attempts that a killed process was checking count only for a limited time', async () => {
    const email = await openAccount(server);
    await signInAs(server, email);
    await database.query(
      `update rate_limits set pending = 4, pending_until = $1 where key like 'sign_in_address:%'`,
      [Date.now() + 2_000],
    );
    const start = Date.now();
    expect((await signInAs(server, email, testPassword)).status).toBe(200);
    expect(Date.now() - start).toBeGreaterThan(1_000);
  });

  test('a forged X-Forwarded-For does not reset the limit', async () => {
    const email = newAddress();
    let host = 0;
    const signInForged = () => {
      host += 1;
      return signInAs(server, email, 'x', { 'x-forwarded-for': `203.0.113.${host}` });
    };
    await collectStatuses(5, signInForged);
    expectRateLimited(await signInForged(), quarterHour);
  });

  test('a blocked address can sign in after the window', async () => {
    const email = await openAccount(server);
    await collectStatuses(6, () => signInAs(server, email));
    await database.query('update rate_limits set expire = $1', [Date.now() - 1]);
    expect((await signInAs(server, email, testPassword)).status).toBe(200);
  });

  test('wrong current passwords are counted per session', async () => {
    const email = await openAccount(server);
    const client = new TestClient(server, await signIn(server, email, testPassword));
    const other = new TestClient(server, await signIn(server, email, testPassword));
    const check = (as: TestClient, current_password: string) =>
      as.call('POST /user/password', { body: { current_password, password: 'another good one' } });
    expect(await collectStatuses(6, () => check(client, 'a guess'))).toEqual([
      403, 403, 403, 403, 403, 429,
    ]);
    const change = await client.call('POST /user/email', {
      body: { email: newAddress(), password: 'a guess' },
    });
    expect(change.status).toBe(429);
    expect((await signInAs(server, email, testPassword)).status).toBe(200);
    expect((await check(other, testPassword)).status).toBe(204);
  });

  describe('a stranger whose wrong passwords block an email address', () => {
    /** Signs in in a browser. Then a stranger uses up the limit of the address. */
    async function createAttackedBrowser() {
      const email = await openAccount(server);
      const browser = new DeviceBrowser(server as TestServer);
      const { client } = await browser.signIn(email);
      const statuses = await Promise.all(Array.from({ length: 20 }, () => signInAs(server, email)));
      expect(statuses.filter(({ status }) => status === 401)).toHaveLength(5);
      expectRateLimited(await signInAs(server, email, testPassword), quarterHour);
      return { email, browser, client };
    }

    test('does not lock the owner out of password checks in a session', async () => {
      const { client } = await createAttackedBrowser();
      const changed = await client.call('POST /user/password', {
        body: { current_password: testPassword, password: 'another good one' },
      });
      expect(changed.status).toBe(204);
    });

    test('does not lock out a known device, which has a limit of its own', async () => {
      const { email, browser } = await createAttackedBrowser();
      expect((await browser.signIn(email)).status).toBe(200);
      expect(await collectStatuses(6, () => browser.signIn(email, 'not it'))).toEqual([
        401, 401, 401, 401, 401, 429,
      ]);
      expect((await browser.signIn(email)).status).toBe(429);
    });

    test('gets no attempts from the id of a known device or from the device of another user', async () => {
      const { email, browser } = await createAttackedBrowser();
      const stranger = new DeviceBrowser(server as TestServer);
      await stranger.signIn(await openAccount(server));
      expect((await stranger.signIn(email)).status).toBe(429);
      stranger.cookie = `${browser.cookie?.split('.')[0]}.${'A'.repeat(43)}`;
      expect((await stranger.signIn(email)).status).toBe(429);
    });
  });

  test('a user who resets the password can sign in at once', async () => {
    const email = await openAccount(server);
    await collectStatuses(6, () => signInAs(server, email));
    const visitor = new TestClient(server);
    await visitor.request('POST /user/forgotpwd', { body: { email } });
    const code = extractCode(await waitForMail(server, email, 'Set a new password'));
    await visitor.request('POST /user/resetpwd', {
      body: { code, password: 'good enough for owls' },
    });
    expect((await signInAs(server, email, 'good enough for owls')).status).toBe(200);
  });

  test('an email address gets at most five emails an hour, whether or not it has an account', async () => {
    for (const email of [await openAccount(server), newAddress()]) {
      const body = JSON.stringify({ email: email.toUpperCase() });
      const send = () => sendJson(server, '/api/user/forgotpwd', body);
      expect(await collectStatuses(5, send)).toEqual([200, 200, 200, 200, 200]);
      expectRateLimited(await send(), hour);
    }
  });

  test('verification emails and reset emails share a limit', async () => {
    const email = await openAccount(server);
    const client = new TestClient(server, await signIn(server, email, testPassword));
    expect(await collectStatuses(3, () => client.call('POST /user/validate_email'))).toEqual([
      200, 200, 200,
    ]);
    const forgot = () => client.call('POST /user/forgotpwd', { body: { email } });
    expect(await collectStatuses(3, forgot)).toEqual([200, 200, 429]);
    expect((await client.call('POST /user/validate_email')).status).toBe(429);
    const change = (to: string) => client.call('POST /user/email', { body: { email: to } });
    const newEmail = newAddress();
    expect(await collectStatuses(6, () => change(newEmail))).toEqual([
      202, 202, 202, 202, 202, 429,
    ]);
  });

  test('submitted values are not stored in plain text', async () => {
    const submitted = 'canary-typed-as-address';
    await signInAs(server, submitted);
    const { rows } = await database.query<{ key: string }>('select key from rate_limits');
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ key }) => /@|canary|127\.0/.test(key))).toEqual([]);
  });
});

describe('behind a trusted proxy, with small limits', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      environment: {
        TRUST_PROXY: '127.0.0.1',
        RATE_LIMITS: 'sign_in_ip=6,signup_ip=3,email_check_ip=3,sync_user=3,export_user=2',
      },
    });
  });
  afterAll(() => server.stop());
  const from = (ip: string) => ({ 'x-forwarded-for': ip });

  test('wrong passwords are counted per IP address across accounts, and per /64 for IPv6', async () => {
    const network = unusedNetwork();
    for (const [ip, sameNetwork, otherNetwork] of [
      [`${network.v4}.7`, `${network.v4}.7`, `${network.v4}.8`],
      [`${network.v6}:2::a`, `${network.v6}:2::b`, `${network.v6}:3::a`],
    ] as const) {
      const wrong = (address: string) => signInAs(server, newAddress(), 'x', from(address));
      expect(await collectStatuses(6, () => wrong(ip))).toEqual([401, 401, 401, 401, 401, 401]);
      expectRateLimited(await wrong(sameNetwork), quarterHour);
      expect((await wrong(otherNetwork)).status).toBe(401);
    }
  });

  test('wrong passwords from an IP address do not lock out a known device there', async () => {
    const headers = from(`${unusedNetwork().v4}.60`);
    const email = await openAccount(server);
    const browser = new DeviceBrowser(server, headers);
    await browser.signIn(email);
    await collectStatuses(6, () => signInAs(server, newAddress(), 'x', headers));
    expect((await signInAs(server, email, testPassword, headers)).status).toBe(429);
    expect((await browser.signIn(email)).status).toBe(200);
  });

  test("a blocked email address does not use up the IP address's limit", async () => {
    const email = newAddress();
    const ip = from(`${unusedNetwork().v4}.50`);
    const wrong = () => signInAs(server, email, 'x', ip);
    expect(await collectStatuses(12, wrong)).toEqual([
      ...Array(5).fill(401),
      ...Array(7).fill(429),
    ]);
    expect((await signInAs(server, newAddress(), 'x', ip)).status).toBe(401);
  });

  test('sign-ups are counted per IP address', async () => {
    const open = (email: string, ip: string) =>
      sendRaw(server, '/api/signup', {
        headers: { 'content-type': 'application/json', ...from(ip) },
        body: JSON.stringify({ email, password: testPassword }),
      });
    const { v4 } = unusedNetwork();
    const signUpFromOneHost = () => open(newAddress(), `${v4}.99`);
    expect(await collectStatuses(3, signUpFromOneHost)).toEqual([201, 201, 201]);
    expectRateLimited(await signUpFromOneHost(), hour);
    expect((await open(newAddress(), `${v4}.98`)).status).toBe(201);
  });

  test('checks whether an email address is taken are counted per IP address', async () => {
    const send = (ip: string) =>
      sendRaw(server, '/api/signup/emailcheck', {
        headers: { 'content-type': 'application/json', ...from(ip) },
        body: JSON.stringify({ email: newAddress() }),
      });
    const { v4 } = unusedNetwork();
    expect(await collectStatuses(3, () => send(`${v4}.99`))).toEqual([200, 200, 200]);
    expectRateLimited(await send(`${v4}.99`), hour);
    expect((await send(`${v4}.98`)).status).toBe(200);
  });

  test('syncs are counted per user', async () => {
    const limited = await signUpPaid(server);
    const sync = (client: TestClient) => client.call('POST /user/plaid/sync_transactions');
    expect((await collectStatuses(3, () => sync(limited))).includes(429)).toBe(false);
    const rejected = await sync(limited);
    expect(rejected.status).toBe(429);
    expect(rejected.problem.code).toBe('too_many_requests');
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('exports are counted per user', async () => {
    const email = newAddress();
    const body = JSON.stringify({ email, password: testPassword });
    const headers = { 'content-type': 'application/json', ...from('203.0.113.97') };
    await sendRaw(server, '/api/signup', { headers, body });
    const token = await signIn(server, email, testPassword);
    const exportData = () => sendRaw(server, '/api/user/export', { method: 'GET', token });
    expect(await collectStatuses(2, exportData)).toEqual([200, 200]);
    expectRateLimited(await exportData(), hour);
  });
});

test('limits apply across processes and restarts', async () => {
  const server = await startTestServer();
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  const environment = { DATABASE_URL: server.database.url, DATA_DIR: dataDir, RATE_LIMITS: '' };
  const start = () => Promise.all([1, 2].map(() => startServerProcess(environment)));
  let servers = await start();
  try {
    const email = await openAccount(server);
    let turn = 0;
    const wrong = () => {
      turn += 1;
      return signInAs(servers[turn % 2] ?? server, email);
    };
    expect(await collectStatuses(5, wrong)).toEqual([401, 401, 401, 401, 401]);
    for (const running of servers)
      expectRateLimited(await signInAs(running, email, testPassword), quarterHour);
    const owner = await openAccount(server);
    const at = (index: number) => servers[index % 2] ?? server;
    const signIns = await Promise.all(
      Array.from({ length: 20 }, (_, index) => signInAs(at(index), owner, testPassword)),
    );
    expect(signIns.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => signInAs(at(index), owner)),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
    await Promise.all(servers.map((running) => running.kill()));
    servers = await start();
    for (const running of servers)
      expectRateLimited(await signInAs(running, email, testPassword), quarterHour);
  } finally {
    await Promise.all(servers.map((running) => running.kill()));
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 90_000);
