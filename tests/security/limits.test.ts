import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, mailAbout } from '../support/mail.ts';
import { expectProblem, sendJson, sendRaw } from '../support/raw-request.ts';
import { startServerProcess } from '../support/server-process.ts';
import { signIn, signUpPaid, TestClient, testPassword } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const newAddress = () => `${randomUUID()}@example.com`;
const quarterHour = 15 * 60;
const hour = 60 * 60;

let nets = 0;
/** The beginning of addresses that nobody has come from yet: what was counted of one stays counted. */
function unusedNet(): { v4: string; v6: string } {
  nets += 1;
  return { v4: `10.113.${nets}`, v6: `2001:db8:${nets.toString(16)}` };
}

type Reached = Pick<TestServer, 'url'>;

const signInAs = (
  { url }: Reached,
  username: string,
  password = 'not the password',
  headers: Record<string, string> = {},
) =>
  sendRaw({ url } as TestServer, '/api/auth/token', {
    body: new URLSearchParams({ username, password }),
    headers,
  });

async function openAccount(server: Reached): Promise<string> {
  const email = newAddress();
  const body = JSON.stringify({ email, password: testPassword });
  expect((await sendJson(server as TestServer, '/api/signup', body)).status).toBe(201);
  return email;
}

/** Expects an answer to say that it was too often, and when to come back: within `seconds`. */
function expectTooMany(answer: Awaited<ReturnType<typeof sendRaw>>, seconds: number): void {
  expect(expectProblem(answer, 429).code).toBe('too_many_requests');
  const wait = Number(answer.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(seconds);
}

/** Asks several times, one after the other; answers the statuses. */
async function statuses(times: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const all: number[] = [];
  for (let time = 0; time < times; time += 1) all.push((await ask()).status);
  return all;
}

describe('with the limits as they are', () => {
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

  test('five wrong passwords for an address, in any letter case, and it waits a quarter of an hour', async () => {
    const email = await openAccount(server);
    const cases = [email, email.toUpperCase(), ` ${email}`];
    expect(
      await statuses(5, () => signInAs(server, cases[Math.floor(Math.random() * 3)] ?? email)),
    ).toEqual([401, 401, 401, 401, 401]);
    expectTooMany(await signInAs(server, email), quarterHour);
    expectTooMany(await signInAs(server, email, testPassword), quarterHour);
    expect((await signInAs(server, await openAccount(server), testPassword)).status).toBe(200);
  });

  test('an address that nobody has is limited just so', async () => {
    const email = newAddress();
    expect(await statuses(5, () => signInAs(server, email))).toEqual([401, 401, 401, 401, 401]);
    expectTooMany(await signInAs(server, email), quarterHour);
  });

  test('twenty wrong ones at the same moment: no more than five are looked at', async () => {
    const email = await openAccount(server);
    const answers = await Promise.all(Array.from({ length: 20 }, () => signInAs(server, email)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('who knows the password can sign in as often as they like', async () => {
    const email = await openAccount(server);
    const right = () => signInAs(server, email, testPassword);
    expect(new Set(await statuses(8, right))).toEqual(new Set([200]));
    expect(await statuses(4, () => signInAs(server, email))).toEqual([401, 401, 401, 401]);
    expect((await right()).status).toBe(200);
    expect((await signInAs(server, email)).status).toBe(401);
    expectTooMany(await right(), quarterHour);
  });

  test('a forged X-Forwarded-For resets nothing', async () => {
    const email = newAddress();
    let host = 0;
    const forged = () => {
      host += 1;
      return signInAs(server, email, 'x', { 'x-forwarded-for': `203.0.113.${host}` });
    };
    await statuses(5, forged);
    expectTooMany(await forged(), quarterHour);
  });

  test('the wait ends', async () => {
    const email = await openAccount(server);
    await statuses(6, () => signInAs(server, email));
    await database.query('update rate_limits set expire = $1', [Date.now() - 1]);
    expect((await signInAs(server, email, testPassword)).status).toBe(200);
  });

  test('guesses at the password of somebody signed in count with those at the door', async () => {
    const email = await openAccount(server);
    const client = new TestClient(server, await signIn(server, email, testPassword));
    const guess = () =>
      client.call('POST /user/password', {
        body: { current_password: 'a guess', password: 'another good one' },
      });
    expect(await statuses(6, guess)).toEqual([403, 403, 403, 403, 403, 429]);
    const change = await client.call('POST /user/email', {
      body: { email: newAddress(), password: 'a guess' },
    });
    expect(change.status).toBe(429);
    expectTooMany(await signInAs(server, email, testPassword), quarterHour);
  });

  test('who sets a new password by mail can sign in with it at once', async () => {
    const email = await openAccount(server);
    await statuses(6, () => signInAs(server, email));
    const visitor = new TestClient(server);
    await visitor.reply('POST /user/forgotpwd', { body: { email } });
    const code = codeIn(await mailAbout(server, email, 'Set a new password'));
    await visitor.reply('POST /user/resetpwd', { body: { code, password: 'good enough' } });
    expect((await signInAs(server, email, 'good enough')).status).toBe(200);
  });

  test('five mails an hour to an address, whether anybody has it or not', async () => {
    for (const email of [await openAccount(server), newAddress()]) {
      const body = JSON.stringify({ email: email.toUpperCase() });
      const ask = () => sendJson(server, '/api/user/forgotpwd', body);
      expect(await statuses(5, ask)).toEqual([200, 200, 200, 200, 200]);
      expectTooMany(await ask(), hour);
    }
  });

  test('mails that verify an address count with those that reset its password', async () => {
    const email = await openAccount(server);
    const client = new TestClient(server, await signIn(server, email, testPassword));
    expect(await statuses(3, () => client.call('POST /user/validate_email'))).toEqual([
      200, 200, 200,
    ]);
    const forgot = () => client.call('POST /user/forgotpwd', { body: { email } });
    expect(await statuses(3, forgot)).toEqual([200, 200, 429]);
    expect((await client.call('POST /user/validate_email')).status).toBe(429);
    const change = (to: string) => client.call('POST /user/email', { body: { email: to } });
    const wanted = newAddress();
    expect(await statuses(6, () => change(wanted))).toEqual([202, 202, 202, 202, 202, 429]);
  });

  test('what was submitted is not kept in clear', async () => {
    const submitted = 'canary-typed-as-address';
    await signInAs(server, submitted);
    const { rows } = await database.query<{ key: string }>('select key from rate_limits');
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ key }) => /@|canary|127\.0/.test(key))).toEqual([]);
  });
});

describe('behind a proxy that is trusted, and with small limits', () => {
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

  test('wrong passwords from one IP address are counted over all accounts; an IPv6 line is one', async () => {
    const net = unusedNet();
    for (const [one, same, other] of [
      [`${net.v4}.7`, `${net.v4}.7`, `${net.v4}.8`],
      [`${net.v6}:2::a`, `${net.v6}:2::b`, `${net.v6}:3::a`],
    ] as const) {
      const wrong = (ip: string) => signInAs(server, newAddress(), 'x', from(ip));
      expect(await statuses(6, () => wrong(one))).toEqual([401, 401, 401, 401, 401, 401]);
      expectTooMany(await wrong(same), quarterHour);
      expect((await wrong(other)).status).toBe(401);
    }
  });

  test('an address that waits takes nothing from its neighbours at the same IP address', async () => {
    const email = newAddress();
    const ip = from(`${unusedNet().v4}.50`);
    const wrong = () => signInAs(server, email, 'x', ip);
    expect(await statuses(12, wrong)).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
    expect((await signInAs(server, newAddress(), 'x', ip)).status).toBe(401);
  });

  test('accounts that are opened from one IP address are counted', async () => {
    const open = (email: string, ip: string) =>
      sendRaw(server, '/api/signup', {
        headers: { 'content-type': 'application/json', ...from(ip) },
        body: JSON.stringify({ email, password: testPassword }),
      });
    const { v4 } = unusedNet();
    const here = () => open(newAddress(), `${v4}.99`);
    expect(await statuses(3, here)).toEqual([201, 201, 201]);
    expectTooMany(await here(), hour);
    expect((await open(newAddress(), `${v4}.98`)).status).toBe(201);
  });

  test('questions whether an address is taken are counted by IP address', async () => {
    const ask = (ip: string) =>
      sendRaw(server, '/api/signup/emailcheck', {
        headers: { 'content-type': 'application/json', ...from(ip) },
        body: JSON.stringify({ email: newAddress() }),
      });
    const { v4 } = unusedNet();
    expect(await statuses(3, () => ask(`${v4}.99`))).toEqual([200, 200, 200]);
    expectTooMany(await ask(`${v4}.99`), hour);
    expect((await ask(`${v4}.98`)).status).toBe(200);
  });

  test('syncs are counted by user', async () => {
    const limited = await signUpPaid(server);
    const sync = (client: TestClient) => client.call('POST /user/plaid/sync_transactions');
    expect((await statuses(3, () => sync(limited))).includes(429)).toBe(false);
    const refused = await sync(limited);
    expect(refused.status).toBe(429);
    expect(refused.problem.code).toBe('too_many_requests');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('exports are counted by user', async () => {
    const email = newAddress();
    const body = JSON.stringify({ email, password: testPassword });
    const headers = { 'content-type': 'application/json', ...from('203.0.113.97') };
    await sendRaw(server, '/api/signup', { headers, body });
    const token = await signIn(server, email, testPassword);
    const take = () => sendRaw(server, '/api/user/export', { method: 'GET', token });
    expect(await statuses(2, take)).toEqual([200, 200]);
    expectTooMany(await take(), hour);
  });
});

test('limits hold across two processes, and over a restart of both', async () => {
  const server = await startTestServer();
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  const environment = { DATABASE_URL: server.database.url, DATA_DIR: dataDir, RATE_LIMITS: '' };
  const start = () => Promise.all([1, 2].map(() => startServerProcess(environment)));
  let both = await start();
  try {
    const email = await openAccount(server);
    let turn = 0;
    const wrong = () => {
      turn += 1;
      return signInAs(both[turn % 2] ?? server, email);
    };
    expect(await statuses(5, wrong)).toEqual([401, 401, 401, 401, 401]);
    for (const each of both) expectTooMany(await signInAs(each, email, testPassword), quarterHour);
    await Promise.all(both.map((each) => each.kill()));
    both = await start();
    for (const each of both) expectTooMany(await signInAs(each, email, testPassword), quarterHour);
  } finally {
    await Promise.all(both.map((each) => each.kill()));
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 90_000);
