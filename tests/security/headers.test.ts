import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directory } from '../../apps/server/src/platform/owned-sql.ts';
import { sendRaw } from '../support/raw-request.ts';
import { signUp, type TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { walkedCalls } from '../support/walk-calls.ts';

const ours = 'https://app.example';

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    environment: { API_ORIGINS: `${ours},https://other.example:8443` },
  });
  client = await signUp(server);
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  sendRaw(server, path, { method: 'GET', headers });

/** The directives of a content security policy. */
const directives = (policy: string | null): Map<string, string[]> =>
  new Map(
    (policy ?? '').split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(' ');
      return [name, sources] as const;
    }),
  );

describe('the headers of', () => {
  test.each([
    ['a page', '/'],
    ['a page that the app routes', '/transactions'],
    ['a public call', '/api/config'],
    ['a call that is refused', '/api/user/me'],
    ['a call that is not there', '/api/nothing'],
    ['an address that is none', '/api/user/%zz'],
    ['a file that is not there', '/assets/nothing.js'],
    ['the health check', '/healthz'],
  ])('%s keep scripts, frames and guesses out', async (_what, path) => {
    const { headers } = await get(path);
    const policy = directives(headers.get('content-security-policy'));
    expect(policy.get('default-src')).toEqual(["'self'"]);
    const google = `${server.sandbox.url}/google/gsi/`;
    expect(policy.get('script-src')).toEqual(["'self'", server.sandbox.url, `${google}client`]);
    expect(policy.get('style-src')).toEqual(["'self'", "'unsafe-inline'", `${google}style`]);
    expect(policy.get('frame-src')).toEqual([server.sandbox.url, google]);
    expect(policy.get('connect-src')).toEqual(["'self'", server.sandbox.url, google]);
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('form-action')).toEqual(["'self'"]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  });

  test('of Google at its own place name its addresses, not its host', async () => {
    const real = await startTestServer({
      sandbox: server.sandbox,
      environment: { GOOGLE_SCRIPT_URL: 'https://accounts.google.com/gsi/client' },
    });
    try {
      const { headers } = await sendRaw(real, '/login', { method: 'GET' });
      const policy = directives(headers.get('content-security-policy'));
      const place = 'https://accounts.google.com/gsi/';
      expect(policy.get('script-src')).toContain(`${place}client`);
      expect(policy.get('style-src')).toContain(`${place}style`);
      for (const name of ['frame-src', 'connect-src']) expect(policy.get(name)).toContain(place);
      expect([...policy.values()].flat()).not.toContain('https://accounts.google.com');
    } finally {
      await real.stop();
    }
  });

  test('no policy lets an inline script or an evaluated text run', async () => {
    for (const path of ['/', '/api/config', '/api/docs/', '/api/docs/errors']) {
      const policy = directives((await get(path)).headers.get('content-security-policy'));
      const scripts = policy.get('script-src') ?? policy.get('default-src') ?? [];
      expect(scripts).not.toEqual([]);
      expect(scripts.join(' ')).not.toMatch(/unsafe|\*|data:|blob:|^https?:$/);
    }
  });
});

test('the reference page is found without its slash, and names its scripts where they are', async () => {
  const page = await fetch(`${server.url}/api/docs`);
  expect(page.url).toBe(`${server.url}/api/docs/`);
  const [, script = ''] = /<script src="([^"]+)"/.exec(await page.text()) ?? [];
  const answer = await fetch(new URL(script, page.url));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('javascript'),
  ]);
});

test('the type of an error leads to a page that explains it', async () => {
  const { type, code } = JSON.parse((await get('/api/nothing')).text);
  const page = await fetch(new URL(type, server.url));
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain(`<h2 id="${code}">`);
});

describe('the API is kept by no cache:', () => {
  test.each([['/api/config'], ['/api/user/me'], ['/api/nothing'], ['/api/user/%zz']])(
    '%s',
    async (path) => {
      expect((await get(path)).headers.get('cache-control')).toBe('no-store');
      const authorization = `Bearer ${client.token}`;
      expect((await get(path, { authorization })).headers.get('cache-control')).toBe('no-store');
    },
  );
});

test('and only the public prices may be kept, with or without a token', async () => {
  await server.services.database.run(directory`
    insert into quotes (source, symbol, price)
    values ('Sandbox', 'AAPL', 1)
    on conflict do nothing`);
  for (const path of ['/api/dashboard/stocks', '/api/dashboard/stocks/updated'])
    for (const headers of [{}, { authorization: `Bearer ${client.token}` }])
      expect((await get(path, headers)).headers.get('cache-control')).toBe('public, max-age=30');
  const others = walkedCalls.filter(
    ({ key, method, call }) =>
      method === 'GET' && call.access === 'public' && !key.startsWith('GET /dashboard/stocks'),
  );
  expect(others.length).toBeGreaterThan(1);
  for (const { path } of others)
    expect((await get(path)).headers.get('cache-control')).toBe('no-store');
});

describe('pages of another origin', () => {
  const preflight = (origin: string, method = 'POST') =>
    sendRaw(server, '/api/user/transactions/v2', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,x-time-zone',
      },
    });

  test.each([[ours], ['https://other.example:8443']])(
    '%s, which is named, may call',
    async (origin) => {
      const answer = await get('/api/config', { origin });
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin');
      const asked = await preflight(origin);
      expect(asked.status).toBe(204);
      expect(asked.headers.get('access-control-allow-headers')).toMatch(/authorization/);
    },
  );

  test('a named one may change and delete, and hears of errors too', async () => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE'])
      expect((await preflight(ours, method)).headers.get('access-control-allow-methods')).toContain(
        method,
      );
    expect(
      (await get('/api/user/me', { origin: ours })).headers.get('access-control-allow-origin'),
    ).toBe(ours);
  });

  test.each([
    ['https://elsewhere.example'],
    ['http://app.example'],
    ['https://app.example:444'],
    ['https://app.example.evil.example'],
    ['https://sub.app.example'],
    ['https://APP.example'],
    ['null'],
  ])('%s may not', async (origin) => {
    for (const answer of [await get('/api/config', { origin }), await preflight(origin)]) {
      expect(answer.headers.get('access-control-allow-origin')).not.toBe(origin);
      expect(answer.headers.get('access-control-allow-origin')).not.toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});

test('without API_ORIGINS nobody but the own pages may call', async () => {
  const plain = await startTestServer();
  try {
    const answer = await sendRaw(plain, '/api/config', {
      method: 'GET',
      headers: { origin: ours },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  } finally {
    await plain.stop();
  }
});
