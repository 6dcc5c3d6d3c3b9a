import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryDatabase } from '../support/database/database-queries.ts';
import { oidcProviders } from '../support/oidc/oidc-client.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { newPerson, ProviderBrowser } from '../support/requests/provider-sign-in.ts';
import { expectProblem, sendRaw } from '../support/requests/raw-request.ts';
import { signUp, signUpPaid, TestClient } from '../support/requests/test-client.ts';

// One visitor or user must not make Cairn email many strangers, or fill its database.
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    environment: {
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMITS:
        'mail_ip=4,mail_user=3,identity_user=2,apple_sign_in_ip=3,oidc_sign_in_ip=3,write_user=3',
      OIDC_PROVIDERS: oidcProviders({ down: { url: 'http://localhost:1', label: 'Down' } }),
    },
  });
});
afterAll(() => server.stop());

const newAddress = () => `${randomUUID()}@example.com`;
let hosts = 0;
/** The headers of a request from an IP address that no other test uses. */
function fromNewHost(): Record<string, string> {
  hosts += 1;
  return { 'x-forwarded-for': `10.114.0.${hosts}` };
}

/** Makes calls in sequence and returns their statuses. */
async function collectStatuses(times: number, send: () => Promise<{ status: number }>) {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await send()).status);
  return statuses;
}

const countRows = async (table: 'one_time_codes' | 'rate_limits') =>
  (await queryDatabase(server, `select 1 from ${table}`)).length;

describe('emails with codes', () => {
  const forgot = (email: string, headers: Record<string, string>) =>
    new TestClient(server).call('POST /user/forgotpwd', { body: { email }, headers });

  test('are counted per IP address, whatever their recipients', async () => {
    const headers = fromNewHost();
    expect(await collectStatuses(5, () => forgot(newAddress(), headers))).toEqual([
      200, 200, 200, 200, 429,
    ]);
    const client = await signUp(server);
    const body = { email: newAddress() };
    expect(await client.call('POST /user/email', { body, headers })).toMatchObject({
      status: 429,
      problem: { code: 'too_many_requests' },
    });
    expect((await client.call('POST /user/validate_email', { headers })).status).toBe(429);
    expect((await forgot(newAddress(), fromNewHost())).status).toBe(200);
  });

  test('do not count toward the limit of their recipient once an IP address is blocked', async () => {
    const headers = fromNewHost();
    await collectStatuses(4, () => forgot(newAddress(), headers));
    const email = newAddress();
    expect(new Set(await collectStatuses(6, () => forgot(email, headers)))).toEqual(new Set([429]));
    expect((await forgot(email, fromNewHost())).status).toBe(200);
  });

  test('are counted per user, whatever their recipients and IP addresses', async () => {
    const client = await signUp(server);
    const change = () =>
      client.call('POST /user/email', { body: { email: newAddress() }, headers: fromNewHost() });
    expect(await collectStatuses(4, change)).toEqual([202, 202, 202, 429]);
    const verify = () => client.call('POST /user/validate_email', { headers: fromNewHost() });
    expect((await verify()).status).toBe(429);
    // Another user is not affected.
    const body = { email: newAddress() };
    const other = await (await signUp(server)).call('POST /user/email', {
      body,
      headers: fromNewHost(),
    });
    expect(other.status).toBe(202);
  });
});

test('links of Google and Apple, which send emails, are counted per user', async () => {
  const client = await signUp(server);
  const browser = new ProviderBrowser(server);
  const person = newPerson();
  const link = async () => {
    const credential = await browser.createCredential(person);
    const body = { provider: 'GOOGLE', credential };
    return client.call('POST /user/identities', { body, headers: browser.headers });
  };
  expect(await collectStatuses(3, link)).toEqual([201, 201, 429]);
  // Unlinking what a stranger linked is always possible.
  const unlink = { params: { provider: 'GOOGLE' }, body: {} };
  expect((await client.call('DELETE /user/identities/:provider', unlink)).status).toBe(204);
});

describe('rows that visitors can create', () => {
  test('nonces of Google sign-in are stored only once a credential from Google contains them', async () => {
    const before = [await countRows('one_time_codes'), await countRows('rate_limits')];
    const browser = new ProviderBrowser(server);
    const nonces = [];
    for (let time = 0; time < 30; time += 1) nonces.push(await browser.fetchNonce());
    expect(new Set(nonces).size).toBe(30);
    expect([await countRows('one_time_codes'), await countRows('rate_limits')]).toEqual(before);
    const credential = await browser.createCredential(newPerson(), nonces[7]);
    expect((await browser.postCredential(credential)).status).toBe(200);
    expect((await browser.postCredential(credential)).status).toBe(401);
    expect(await countRows('one_time_codes')).toBe((before[0] ?? 0) + 1);
  });

  test("started sign-ins with the operator's own providers are counted per IP address", async () => {
    const start = (headers: Record<string, string>) =>
      sendRaw(server, '/api/code/oidc/down', { method: 'GET', headers });
    const headers = fromNewHost();
    expect(await collectStatuses(3, () => start(headers))).toEqual([302, 302, 302]);
    const before = await countRows('one_time_codes');
    expect(expectProblem(await start(headers), 429).code).toBe('too_many_requests');
    expect(await countRows('one_time_codes')).toBe(before);
  });

  test('started sign-ins with Apple are counted per IP address', async () => {
    const start = (headers: Record<string, string>) =>
      sendRaw(server, '/api/code/apple', { method: 'GET', headers });
    const headers = fromNewHost();
    expect(await collectStatuses(3, () => start(headers))).toEqual([302, 302, 302]);
    const before = await countRows('one_time_codes');
    expect(expectProblem(await start(headers), 429).code).toBe('too_many_requests');
    expect(await countRows('one_time_codes')).toBe(before);
    expect((await start(fromNewHost())).status).toBe(302);
  });
});

test('changes to data are counted per user, but not reads and calls that secure the account', async () => {
  const client = await signUpPaid(server);
  const body = { tx_id: 'unknown', exclude_transaction: true };
  const change = (user: TestClient) => user.call('POST /user/tx/ignore', { body });
  expect(await collectStatuses(4, () => change(client))).toEqual([404, 404, 404, 429]);
  const other = await client.call('DELETE /user/budget/:id', { params: { id: randomUUID() } });
  expect(other.status).toBe(429);
  expect(Number(other.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await client.call('POST /user/transactions/v2', { body: {} })).status).toBe(200);
  const sessions = { params: { id: 'all' } };
  expect((await client.call('DELETE /user/sessions/:id', sessions)).status).toBe(204);
  expect((await change(await signUpPaid(server))).status).toBe(404);
});
