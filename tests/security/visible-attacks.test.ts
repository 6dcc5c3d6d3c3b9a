import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallBody } from '@cairn/contract/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../tools/product/free-port.ts';
import { dumpDatabaseText } from '../support/database/database-dump.ts';
import { eventually } from '../support/eventually.ts';
import { startServerProcess } from '../support/processes/server-process.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { DeviceBrowser } from '../support/requests/device-browser.ts';
import { newPerson, ProviderBrowser } from '../support/requests/provider-sign-in.ts';
import { sendJson, sendRaw } from '../support/requests/raw-request.ts';
import { readMetric } from '../support/requests/read-metric.ts';
import { enrollTotp, MovableClock, wrongTotpCode } from '../support/requests/second-factors.ts';
import { TestClient, testPassword } from '../support/requests/test-client.ts';

// Operators and users can see attacks: where they come from, what was tried, and with what result.
const clock = new MovableClock();
let server: TestServer;
let email: string;

beforeAll(async () => {
  server = await startTestServer({
    clock,
    environment: { TRUST_PROXY: '127.0.0.1', RATE_LIMITS: '' },
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  email = `${randomUUID()}@example.com`;
  await new TestClient(server).request('POST /signup', { body: { email, password: testPassword } });
});

const address = '203.0.113.77';
const network = '203.0.113.0/24';
const browserAt = (ip: string) => new DeviceBrowser(server, { 'x-forwarded-for': ip });

const findLogged = (matches: Record<string, unknown>) =>
  server.logged.filter((line) =>
    Object.entries(matches).every(([name, value]) => line[name] === value),
  );

/** The activity of the user, newest first. */
async function readActivity(client: TestClient) {
  const { events } = await client.request('GET /user/activity');
  return events.map(({ event, detail, ip }) => ({ event, detail, ip }));
}

/** Expects what happens during `action` to be counted `count` times. */
async function expectCounted(
  count: number,
  [name, labels]: [string, Record<string, string>?],
  action: () => Promise<unknown>,
): Promise<void> {
  const before = await readMetric(server, name, labels);
  await action();
  await eventually(
    async () => (await readMetric(server, name, labels)) - before === count,
    `${name} is counted`,
  );
}

describe('the activity log', () => {
  test('shows the network and device of successful and failed sign-ins', async () => {
    const stranger = browserAt('198.51.100.4');
    await stranger.signIn(email, 'not it');
    const { client } = await browserAt(address).signIn(email);
    const device = 'Unknown browser on unknown system';
    await eventually(
      async () => (await readActivity(client)).length === 3,
      'all entries are recorded',
    );
    const entries = await readActivity(client);
    expect(entries).toContainEqual({ event: 'signed_in', detail: device, ip: network });
    expect(entries).toContainEqual({
      event: 'sign_in_failed',
      detail: device,
      ip: '198.51.100.0/24',
    });
  });

  test('shows the /48 of an IPv6 address', async () => {
    const { client } = await browserAt('2001:db8:7:1::9').signIn(email);
    expect((await readActivity(client))[0]?.ip).toBe('2001:db8:7::/48');
  });

  test('shows wrong passwords in a session, but no attempts over the limit', async () => {
    const { client } = await browserAt(address).signIn(email);
    const confirm = () =>
      client.call('POST /user/password', {
        body: { current_password: 'a guess', password: 'another good one' },
        headers: { 'x-forwarded-for': '192.0.2.200' },
      });
    for (let time = 0; time < 7; time += 1) await confirm();
    const entries = (await readActivity(client)).filter(({ event }) => event === 'step_up_failed');
    expect(entries).toEqual(
      Array(5).fill({
        event: 'step_up_failed',
        detail: 'Wrong password',
        ip: '192.0.2.0/24',
      }),
    );
  });

  test('shows where any other change came from', async () => {
    const { client } = await browserAt(address).signIn(email);
    await client.request('POST /user/email', {
      body: { email: `${randomUUID()}@example.com` },
      headers: { 'x-forwarded-for': '192.0.2.3' },
    });
    expect((await readActivity(client))[0]).toMatchObject({
      event: 'email_change_requested',
      ip: '192.0.2.0/24',
    });
  });
});

describe('the log', () => {
  test('has the network and outcome of every sign-in, of known and unknown users', async () => {
    const ip = '198.51.101.9';
    await browserAt(ip).signIn(email, 'not it');
    await browserAt(ip).signIn(`${randomUUID()}@example.com`, 'not it');
    await browserAt(ip).signIn(email);
    const source = { ip: '198.51.101.0/24' };
    expect(findLogged({ event: 'sign_in_rejected', ...source })).toEqual(
      Array(2).fill(
        expect.objectContaining({ method: 'password', code: 'invalid_credentials', ...source }),
      ),
    );
    expect(findLogged({ event: 'signed_in', ...source })).toHaveLength(1);
    await eventually(
      () => findLogged({ event: 'sign_in_failed', ...source }).length === 1,
      'the failure of the known user is logged with the user',
    );
  });

  test('has the network and error code of every denied request', async () => {
    const headers = { 'x-forwarded-for': '198.51.102.9' };
    await new TestClient(server, 'no token').call('GET /user/me', { headers });
    const { client } = await browserAt(address).signIn(email);
    await client.call('POST /plaid/', { headers });
    const ip = '198.51.102.0/24';
    expect(findLogged({ event: 'request', ip }).map(({ code, status }) => [code, status])).toEqual([
      ['unauthenticated', 401],
      ['subscription_required', 403],
    ]);
  });

  test('has every wrong factor that a signed-in user enters to confirm a change', async () => {
    const { client } = await browserAt(address).signIn(email);
    const { id } = await client.request('GET /user/me');
    const headers = { 'x-forwarded-for': '198.51.103.9' };
    const stepUp = (body: CallBody<'POST /user/step_up'>) =>
      client.call('POST /user/step_up', { body, headers });
    await stepUp({ factor: 'password', password: 'not it' });
    const { secret } = await enrollTotp(client, clock);
    await stepUp({ factor: 'totp', code: wrongTotpCode(secret, clock.now()) });
    await stepUp({ factor: 'recovery_code', code: 'aaaa-aaaa-aaaa' });
    const logged = { event: 'step_up_failed', user_id: id, ip: '198.51.103.0/24' };
    expect(findLogged(logged).map(({ factor }) => factor)).toEqual([
      'password',
      'totp',
      'recovery_code',
    ]);
    const entries = (await readActivity(client)).filter(({ event }) => event === 'step_up_failed');
    expect(entries.map(({ detail }) => detail)).toEqual([
      'Wrong recovery code',
      'Wrong code from the authenticator app',
      'Wrong password',
    ]);
  });

  test('contains no full IP address, and neither does the database', async () => {
    await browserAt(address).signIn(email);
    await browserAt(address).signIn(email, 'not it');
    expect(JSON.stringify(server.logged)).not.toContain(address);
    expect(await dumpDatabaseText(server.database.url)).not.toContain(address);
  });
});

describe('the metrics', () => {
  test('count sign-ins by method and outcome', async () => {
    const name = 'cairn_sign_ins_total';
    const signIns = (password: string) => () => browserAt(address).signIn(email, password);
    await expectCounted(
      1,
      [name, { method: 'password', outcome: 'signed_in' }],
      signIns(testPassword),
    );
    const failed = { method: 'password', outcome: 'invalid_credentials' };
    await expectCounted(1, [name, failed], signIns('not it'));
    const person = newPerson();
    const google = { method: 'google', outcome: 'signed_in' };
    await expectCounted(1, [name, google], () =>
      new ProviderBrowser(server).signInWithGoogle(person),
    );
    const apple = { method: 'apple', outcome: 'invalid_credentials' };
    await expectCounted(1, [name, apple], () =>
      new ProviderBrowser(server).redeemAppleCode('no code'),
    );
  });

  test('count requests over a rate limit by the limit', async () => {
    const limited = { limit: 'sign_in_address' };
    await expectCounted(2, ['cairn_rate_limited_total', limited], async () => {
      for (let time = 0; time < 7; time += 1) await browserAt(address).signIn(email, 'not it');
    });
  });

  test('count wrong passwords of signed-in users', async () => {
    const { client } = await browserAt(address).signIn(email);
    await expectCounted(1, ['cairn_step_up_failures_total', { factor: 'password' }], () =>
      client.call('DELETE /user', { body: { password: 'a guess' } }),
    );
  });

  test('count webhooks with an invalid signature by provider', async () => {
    for (const provider of ['plaid', 'stripe'])
      await expectCounted(1, ['cairn_webhook_signature_failures_total', { provider }], async () => {
        const { status } = await sendJson(server, `/api/webhooks/${provider}`, '{}');
        expect(status).toBe(400);
      });
  });

  test('count denied requests by error code', async () => {
    const denials = 'cairn_denials_total';
    await expectCounted(1, [denials, { code: 'unauthenticated' }], () =>
      new TestClient(server).call('GET /user/me'),
    );
    const { client } = await browserAt(address).signIn(email);
    await expectCounted(1, [denials, { code: 'subscription_required' }], () =>
      client.call('POST /plaid/'),
    );
    await expectCounted(0, [denials, { code: 'not_found' }], () =>
      sendRaw(server, '/api/nothing', { method: 'GET' }),
    );
  });

  test('are served only on their own port, and contain no data of users', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cairn-test-'));
    const port = await freePort();
    const process = await startServerProcess({
      DATABASE_URL: server.database.url,
      DATA_DIR: dataDir,
      METRICS_PORT: String(port),
    });
    try {
      await new DeviceBrowser({ ...server, url: process.url }).signIn(email);
      const response = await fetch(`http://127.0.0.1:${port}/metrics`);
      expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
      const text = await response.text();
      expect(text).toContain('cairn_sign_ins_total{method="password",outcome="signed_in"} 1');
      expect(text).toContain('cairn_refresh_token_reuses_total 0');
      expect(text).not.toMatch(/@|127\.0\.0/);
      const page = await fetch(`${process.url}/metrics`);
      expect(await page.text()).not.toContain('cairn_sign_ins_total');
    } finally {
      await process.kill();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  test('each have an alert in deploy/prometheus/alerts.yml', async () => {
    const alerts = new URL('../../deploy/prometheus/alerts.yml', import.meta.url);
    const page = readFileSync(alerts, 'utf8');
    const text = await server.services.metrics.render();
    const names = [...text.matchAll(/^# TYPE (cairn_\w+_total) counter$/gm)]
      .map(([, name = '']) => name)
      .filter((name) => !name.startsWith('cairn_process_'));
    expect(names.length).toBeGreaterThan(5);
    const rules = [...page.matchAll(/^\s+expr: (.*)$/gm)].map(([, rule]) => rule ?? '');
    expect(names.filter((name) => !rules.some((rule) => rule.includes(name)))).toEqual([]);
  });
});
