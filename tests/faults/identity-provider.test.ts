import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { queryDatabase } from '../support/database/database-queries.ts';
import { type SandboxProcess, startSandbox } from '../support/processes/sandbox-process.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { newPerson, ProviderBrowser } from '../support/requests/provider-sign-in.ts';
import { type AppUnderTest, TestClient } from '../support/requests/test-client.ts';

// The usual retries with shorter delays.
const callPolicy = {
  timeout: 1_500,
  retries: { maxAttempts: 2, initialDelay: 10, maxDelay: 1_500, random: () => 1 },
};
const kinds = [
  ['responds with an error', 'http_500'],
  ['rate-limits requests', 'http_429'],
  ['does not respond', 'timeout'],
  ['drops the connection', 'drop_connection'],
  ['responds with malformed JSON', 'malformed_json'],
  ['sends a truncated response', 'truncated'],
] as const;

const countUsers = async (server: TestServer) =>
  (await queryDatabase(server, 'select 1 from users')).length;

describe('when Google', () => {
  let sandbox: SandboxProcess;
  // Each test has its own server, because a server caches Google's keys.
  let server: TestServer;

  beforeAll(async () => {
    sandbox = await startSandbox('http://localhost:1');
  });
  afterEach(async () => {
    await sandbox.control('faults/clear', {});
    await server.stop();
  });
  afterAll(() => sandbox.stop());

  test.each(kinds)(
    '%s, the sign-in fails with an error and works later',
    async (_failure, kind) => {
      server = await startTestServer({ sandbox, callPolicy });
      const before = await countUsers(server);
      await sandbox.control('faults', { provider: 'google', kind, times: 1_000 });
      const browser = new ProviderBrowser(server);
      const person = newPerson();
      const credential = await browser.createCredential(person);
      expect(await browser.postCredential(credential)).toMatchObject({
        status: 502,
        problem: {
          code: 'provider_failed',
          detail: expect.stringContaining("Google isn't responding"),
        },
      });
      expect(await countUsers(server)).toBe(before);
      await sandbox.control('faults/clear', {});
      // The credential was not used up, so it still works.
      expect((await browser.postCredential(credential)).status).toBe(200);
    },
  );

  test('fails once, the sign-in still works', async () => {
    server = await startTestServer({ sandbox, callPolicy });
    await sandbox.control('faults', { provider: 'google', kind: 'http_500', times: 1 });
    expect((await new ProviderBrowser(server).signInWithGoogle(newPerson())).status).toBe(200);
  });

  test('becomes unavailable after its keys were fetched, sign-ins still work', async () => {
    server = await startTestServer({ sandbox, callPolicy });
    const browser = new ProviderBrowser(server);
    expect((await browser.signInWithGoogle(newPerson())).status).toBe(200);
    await sandbox.control('faults', { provider: 'google', kind: 'http_500', times: 1_000 });
    expect((await browser.signInWithGoogle(newPerson())).status).toBe(200);
  });
});

describe('when Apple', () => {
  let server: TestServer;
  let browser: ProviderBrowser;

  beforeAll(async () => {
    server = await startTestServer({ callPolicy });
    browser = new ProviderBrowser(server);
  });
  afterEach(() => server.sandbox.control('faults/clear', {}));
  afterAll(() => server.stop());

  const fetchError = async (product: AppUnderTest) => {
    const location = await browser.consent(await browser.startAppleSignIn(), newPerson());
    return new URL(location, product.url).search;
  };

  test.each(
    [
      ...kinds.map(([failure, kind]) => [`${failure} for a token`, kind, '/auth/token'] as const),
      // After the reversal, these run first, while the server has not cached any keys yet.
      ...kinds.map(([failure, kind]) => [`${failure} for its keys`, kind, '/auth/keys'] as const),
    ].toReversed(),
  )('%s, the user returns to a page that reports the error', async (_failure, kind, route) => {
    const before = await countUsers(server);
    await server.sandbox.control('faults', { provider: 'apple', route, kind, times: 1_000 });
    expect(await fetchError(server)).toBe('?error=failed');
    expect(await countUsers(server)).toBe(before);
  });

  test('is available again, signing in works', async () => {
    const { status, body } = await browser.signInWithApple(newPerson());
    expect(status).toBe(200);
    expect((await new TestClient(server, body.access_token).call('GET /user/me')).status).toBe(200);
  });
});
