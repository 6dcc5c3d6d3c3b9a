import { get as httpGet } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directory } from '../../apps/server/src/platform/database/owned-sql.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { contractCalls } from '../support/requests/contract-calls.ts';
import { sendRaw } from '../support/requests/raw-request.ts';
import { signUp, type TestClient, testPassword } from '../support/requests/test-client.ts';

const allowedOrigin = 'https://app.example';

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    environment: { API_ORIGINS: `${allowedOrigin},https://other.example:8443` },
  });
  client = await signUp(server);
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  sendRaw(server, path, { method: 'GET', headers });

/** Parses a content security policy into its directives. */
const parsePolicy = (policy: string | null): Map<string, string[]> =>
  new Map(
    (policy ?? '').split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(' ');
      return [name, sources] as const;
    }),
  );

describe('the security headers of', () => {
  test.each([
    ['a page', '/'],
    ['a page that the app routes', '/transactions'],
    ['the start page for visitors', '/welcome'],
    ['a public call', '/api/config'],
    ['a rejected call', '/api/user/me'],
    ['an unknown call', '/api/nothing'],
    ['a malformed URL', '/api/user/%zz'],
    ['a missing file', '/assets/nothing.js'],
    ['the health check', '/healthz'],
  ])('%s restrict scripts and frames and prevent sniffing', async (_kind, path) => {
    const { headers } = await get(path);
    const policy = parsePolicy(headers.get('content-security-policy'));
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
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(policy.get('report-uri')).toEqual(['/api/csp-reports']);
    // With `report-to`, which works only over HTTPS, browsers would ignore `report-uri`.
    expect(policy.has('report-to')).toBe(false);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    const permissions = (headers.get('permissions-policy') ?? '').split(', ');
    const allowedElsewhere = permissions.filter((permission) => !/=\((self)?\)$/.test(permission));
    expect(allowedElsewhere).toEqual([]);
    expect(permissions).toEqual(expect.arrayContaining(['camera=()', 'geolocation=()', 'usb=()']));
    expect(permissions.filter((permission) => permission.endsWith('=(self)'))).toEqual([
      'clipboard-write=(self)',
      'publickey-credentials-create=(self)',
      'publickey-credentials-get=(self)',
    ]);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  });

  test("a page allow the paths of Google's script, but not Google's whole host", async () => {
    const serverWithGoogle = await startTestServer({
      sandbox: server.sandbox,
      environment: {
        GOOGLE_SCRIPT_URL: 'https://accounts.google.com/gsi/client',
        PUBLIC_URL: 'https://localhost',
      },
    });
    try {
      const { headers } = await sendRaw(serverWithGoogle, '/login', { method: 'GET' });
      const policy = parsePolicy(headers.get('content-security-policy'));
      const basePath = 'https://accounts.google.com/gsi/';
      expect(policy.get('script-src')).toContain(`${basePath}client`);
      expect(policy.get('style-src')).toContain(`${basePath}style`);
      for (const name of ['frame-src', 'connect-src']) expect(policy.get(name)).toContain(basePath);
      expect([...policy.values()].flat()).not.toContain('https://accounts.google.com');
      // Whether Google's own script works under Trusted Types is up to Google: violations are only reported.
      expect(policy.has('require-trusted-types-for')).toBe(false);
      const reported = parsePolicy(headers.get('content-security-policy-report-only'));
      expect(reported.get('require-trusted-types-for')).toEqual(["'script'"]);
      for (const sent of [policy, reported]) expect(sent.get('report-to')).toEqual(['csp']);
      expect(headers.get('reporting-endpoints')).toBe('csp="/api/csp-reports"');
    } finally {
      await serverWithGoogle.stop();
    }
  });

  test('no page allow inline scripts or eval', async () => {
    for (const path of ['/', '/api/config', '/api/docs/', '/api/docs/errors']) {
      const policy = parsePolicy((await get(path)).headers.get('content-security-policy'));
      const scripts = policy.get('script-src') ?? policy.get('default-src') ?? [];
      expect(scripts).not.toEqual([]);
      expect(scripts.join(' ')).not.toMatch(/unsafe|\*|data:|blob:|^https?:$/);
    }
  });
});

test('the API reference works without its trailing slash, and its script URLs resolve', async () => {
  const page = await fetch(`${server.url}/api/docs`);
  expect(page.url).toBe(`${server.url}/api/docs/`);
  const [, script = ''] = /<script src="([^"]+)"/.exec(await page.text()) ?? [];
  const response = await fetch(new URL(script, page.url));
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('javascript'),
  ]);
});

test('the type of a problem links to a page that explains it', async () => {
  const { type, code } = JSON.parse((await get('/api/nothing')).text);
  const page = await fetch(new URL(type, server.url));
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain(`<h2 id="${code}">`);
});

describe('API responses are not cached:', () => {
  test.each([['/api/config'], ['/api/user/me'], ['/api/nothing'], ['/api/user/%zz']])(
    '%s',
    async (path) => {
      expect((await get(path)).headers.get('cache-control')).toBe('no-store');
      const authorization = `Bearer ${client.token}`;
      expect((await get(path, { authorization })).headers.get('cache-control')).toBe('no-store');
    },
  );
});

test("signing out and deleting the account delete the user's data from the browser's cache", async () => {
  const [user, other] = [await signUp(server), await signUp(server)];
  const signedOut = await user.call('POST /auth/logout');
  expect([signedOut.status, signedOut.headers.get('clear-site-data')]).toEqual([204, '"cache"']);
  const rejected = await user.call('POST /auth/logout');
  expect([rejected.status, rejected.headers.get('clear-site-data')]).toEqual([401, null]);
  const deleted = await other.call('DELETE /user', { body: { password: testPassword } });
  expect(deleted.headers.get('clear-site-data')).toBe('"cache"');
});

test('only public stock prices may be cached, with or without a token', async () => {
  await server.services.database.run(directory`
    insert into quotes (source, symbol, price)
    values ('Sandbox', 'AAPL', 1)
    on conflict do nothing`);
  for (const path of ['/api/dashboard/stocks', '/api/dashboard/stocks/updated'])
    for (const headers of [{}, { authorization: `Bearer ${client.token}` }])
      expect((await get(path, headers)).headers.get('cache-control')).toBe('public, max-age=30');
  const otherPublicCalls = contractCalls.filter(
    ({ key, method, call }) =>
      method === 'GET' && call.access === 'public' && !key.startsWith('GET /dashboard/stocks'),
  );
  expect(otherPublicCalls.length).toBeGreaterThan(1);
  for (const { path } of otherPublicCalls)
    expect((await get(path)).headers.get('cache-control')).toBe('no-store');
});

describe('a page of another origin', () => {
  const preflight = (origin: string, method = 'POST') =>
    sendRaw(server, '/api/user/transactions/v2', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,x-time-zone',
      },
    });

  test.each([[allowedOrigin], ['https://other.example:8443']])(
    '%s, which is configured, may call the API',
    async (origin) => {
      const response = await get('/api/config', { origin });
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(response.headers.get('vary')?.toLowerCase()).toContain('origin');
      const preflightResponse = await preflight(origin);
      expect(preflightResponse.status).toBe(204);
      expect(preflightResponse.headers.get('access-control-allow-headers')).toBe(
        'authorization, content-type, idempotency-key, x-time-zone',
      );
    },
  );

  test('that is configured may use all methods and read errors', async () => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE'])
      expect(
        (await preflight(allowedOrigin, method)).headers.get('access-control-allow-methods'),
      ).toContain(method);
    expect(
      (await get('/api/user/me', { origin: allowedOrigin })).headers.get(
        'access-control-allow-origin',
      ),
    ).toBe(allowedOrigin);
  });

  test.each([
    ['https://elsewhere.example'],
    ['http://app.example'],
    ['https://app.example:444'],
    ['https://app.example.evil.example'],
    ['https://sub.app.example'],
    ['https://APP.example'],
    ['null'],
  ])('%s, which is not configured, may not call the API', async (origin) => {
    for (const response of [await get('/api/config', { origin }), await preflight(origin)]) {
      expect(response.headers.get('access-control-allow-origin')).not.toBe(origin);
      expect(response.headers.get('access-control-allow-origin')).not.toBe('*');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});

test("without API_ORIGINS only the app's own pages may call the API", async () => {
  const defaultServer = await startTestServer();
  try {
    const response = await sendRaw(defaultServer, '/api/config', {
      method: 'GET',
      headers: { origin: allowedOrigin },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  } finally {
    await defaultServer.stop();
  }
});

/** The status of a request with this `Host` header, which `fetch` can't set. */
const statusForHost = (host: string, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    httpGet(`${server.url}${path}`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

test.each(['/', '/api/config', '/assets/nothing.js', '/nothing'])(
  'a website that points its own name at this machine cannot read %s',
  async (path) => {
    expect(await statusForHost('attacker.example', path)).toBe(421);
    expect(await statusForHost('localhost', path)).not.toBe(421);
  },
);
