import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newPerson, ProviderBrowser } from '../support/provider-sign-in.ts';
import { type SandboxProcess, startSandbox } from '../support/sandbox-process.ts';
import { type Product, TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { askDatabase } from '../support/user-rows.ts';

// As patient as always, only quicker about it.
const patience = {
  timeout: 1_500,
  retries: { tries: 2, firstDelay: 10, longestDelay: 1_500, random: () => 1 },
};
const kinds = [
  ['answers with an error', 'http_500'],
  ['says that it is asked too often', 'http_429'],
  ['does not answer', 'timeout'],
  ['drops the connection', 'drop_connection'],
  ['answers with something else than JSON', 'malformed_json'],
  ['is cut off in the middle', 'truncated'],
] as const;

const users = async (server: TestServer) =>
  (await askDatabase(server, 'select 1 from users')).length;

describe('when Google', () => {
  let sandbox: SandboxProcess;
  // It keeps Google's keys once it has them, so each test has a server of its own.
  let server: TestServer;

  beforeAll(async () => {
    sandbox = await startSandbox('http://localhost:1');
  });
  afterEach(async () => {
    await sandbox.control('faults/clear', {});
    await server.stop();
  });
  afterAll(() => sandbox.stop());

  test.each(kinds)('%s: nobody is let in, it is said, and later it works', async (_what, kind) => {
    server = await startTestServer({ sandbox, patience });
    const before = await users(server);
    await sandbox.control('faults', { provider: 'google', kind, times: 1_000 });
    const browser = new ProviderBrowser(server);
    const person = newPerson();
    const credential = await browser.credential(person);
    expect(await browser.useCredential(credential)).toMatchObject({
      status: 502,
      problem: { code: 'provider_failed', detail: expect.stringContaining('Google is not answ') },
    });
    expect(await users(server)).toBe(before);
    await sandbox.control('faults/clear', {});
    // Nothing was used up: the same credential still counts.
    expect((await browser.useCredential(credential)).status).toBe(200);
  });

  test('fails once: nobody notices', async () => {
    server = await startTestServer({ sandbox, patience });
    await sandbox.control('faults', { provider: 'google', kind: 'http_500', times: 1 });
    expect((await new ProviderBrowser(server).signInWithGoogle(newPerson())).status).toBe(200);
  });

  test('goes away after its keys were read: sign-ins go on', async () => {
    server = await startTestServer({ sandbox, patience });
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
    server = await startTestServer({ patience });
    browser = new ProviderBrowser(server);
  });
  afterEach(() => server.sandbox.control('faults/clear', {}));
  afterAll(() => server.stop());

  const errorOf = async (product: Product) => {
    const location = await browser.consent(await browser.setOut(), newPerson());
    return new URL(location, product.url).search;
  };

  test.each(
    [
      ...kinds.map(([what, kind]) => [`${what} for a token`, kind, '/auth/token'] as const),
      // Until here no token of its was read: the keys are asked for the first time.
      ...kinds.map(([what, kind]) => [`${what} for its keys`, kind, '/auth/keys'] as const),
    ].toReversed(),
  )('%s: the person comes back to a page of ours that says so', async (_what, kind, route) => {
    const before = await users(server);
    await server.sandbox.control('faults', { provider: 'apple', route, kind, times: 1_000 });
    expect(await errorOf(server)).toBe('?error=failed');
    expect(await users(server)).toBe(before);
  });

  test('is back: signing in works', async () => {
    const { status, body } = await browser.signInWithApple(newPerson());
    expect(status).toBe(200);
    expect((await new TestClient(server, body.access_token).call('GET /user/me')).status).toBe(200);
  });
});
