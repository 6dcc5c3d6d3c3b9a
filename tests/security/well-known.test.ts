import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { sendRaw } from '../support/requests/raw-request.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    environment: {
      SECURITY_CONTACT: 'mailto:security@cairn.example, https://cairn.example/report',
    },
  });
});
afterAll(() => server.stop());

const get = (path: string, from = server) => sendRaw(from, path, { method: 'GET', headers: {} });

/** The values of a field in security.txt. */
const valuesOf = (text: string, field: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${field}: `))
    .map((line) => line.slice(field.length + 2));

test('security.txt names the contacts in their order and expires within a year', async () => {
  const { status, headers, text } = await get('/.well-known/security.txt');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(valuesOf(text, 'Contact')).toEqual([
    'mailto:security@cairn.example',
    'https://cairn.example/report',
  ]);
  const [expires = '', ...others] = valuesOf(text, 'Expires');
  expect(others).toEqual([]);
  const days = (Date.parse(expires) - Date.now()) / (24 * 60 * 60 * 1_000);
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);
  expect(valuesOf(text, 'Preferred-Languages')).toEqual(['en']);
  // A canonical address must be https, which this server's isn't.
  expect(valuesOf(text, 'Canonical')).toEqual([]);
});

test('security.txt states its canonical https address, and is missing without a contact', async () => {
  const { sandbox } = server;
  const contact = { SECURITY_CONTACT: 'mailto:security@cairn.example' };
  const environment = { ...contact, PUBLIC_URL: 'https://localhost' };
  const withHttps = await startTestServer({ sandbox, environment });
  const without = await startTestServer({ sandbox });
  try {
    const { text } = await get('/.well-known/security.txt', withHttps);
    expect(valuesOf(text, 'Canonical')).toEqual(['https://localhost/.well-known/security.txt']);
    expect((await get('/.well-known/security.txt', without)).status).toBe(404);
  } finally {
    await Promise.all([withHttps.stop(), without.stop()]);
  }
});

test('/.well-known/change-password redirects to where the password is changed', async () => {
  const response = await get('/.well-known/change-password');
  expect([response.status, response.headers.get('location')]).toEqual([302, '/profile#password']);
});

test.each([
  '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
  '/.well-known/',
  '/.env',
  '/%2eenv',
  '/.git/config',
  '/old/.git/config',
  '/account/.env',
])('%s responds with 404 instead of a page of the app', async (path) => {
  const { status, headers } = await get(path);
  expect([status, headers.get('content-type')]).toEqual([
    404,
    expect.stringContaining('application/problem+json'),
  ]);
});
