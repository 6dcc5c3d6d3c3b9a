import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { sendRaw } from '../../../../../tests/support/requests/raw-request.ts';
import { TestClient } from '../../../../../tests/support/requests/test-client.ts';
import { refreshQuotes } from '../../jobs/quotes/refresh-quotes.ts';
import { directory } from '../../platform/database/owned-sql.ts';

let server: TestServer;
let visitor: TestClient;

beforeAll(async () => {
  server = await startTestServer({ environment: { QUOTES_SYMBOLS: 'MSFT,AAPL,BRK.B,NOPE' } });
  visitor = new TestClient(server);
});
afterAll(() => server.stop());

const requestTable = (headers: Record<string, string> = {}) =>
  sendRaw(server, '/api/dashboard/stocks', { method: 'GET', headers });

test('the table is empty and not cached before the first prices arrive', async () => {
  await server.services.database.run(directory`delete from quotes`);
  const { headers, body } = await visitor.call('GET /dashboard/stocks');
  expect(body).toEqual([]);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(await visitor.request('GET /dashboard/stocks/updated')).toEqual({
    source: 'Sandbox',
    updated: [],
  });
});

describe('with prices', () => {
  const startedAt = Date.now();

  beforeAll(async () => {
    await server.sandbox.control('quotes', { MSFT: 401.5, AAPL: 210.126, 'BRK.B': 0.006 });
    await server.services.database.run(directory`delete from quote_refreshes`);
    await refreshQuotes(server.services);
    await eventually(
      async () => (await visitor.request('GET /dashboard/stocks')).length > 0,
      'the prices are stored',
    );
  });

  test('the table has a name and a price rounded to the cent for each stock, in the configured order', async () => {
    expect(await visitor.request('GET /dashboard/stocks')).toEqual([
      { name: 'MSFT', price: 401.5 },
      { name: 'AAPL', price: 210.13 },
      { name: 'BRK.B', price: 0.01 },
    ]);
  });

  test('the age of the prices is in the Last-Modified header and in a separate call', async () => {
    const { source, updated } = await visitor.request('GET /dashboard/stocks/updated');
    expect(source).toBe('Sandbox');
    expect(updated.map(({ name }) => name)).toEqual(['MSFT', 'AAPL', 'BRK.B']);
    for (const { at } of updated) expect(Date.parse(at)).toBeGreaterThanOrEqual(startedAt - 1_000);
    const newest = Math.max(...updated.map(({ at }) => Date.parse(at)));
    const lastModified = Date.parse((await requestTable()).headers.get('last-modified') ?? '');
    expect(lastModified).toBe(Math.floor(newest / 1_000) * 1_000);
  });

  test('the table can be cached for 30 seconds and revalidated with its ETag', async () => {
    const first = await requestTable();
    expect(first.headers.get('cache-control')).toBe('public, max-age=30');
    expect(first.headers.get('set-cookie')).toBeNull();
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]+"$/);
    for (const matching of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const revalidated = await requestTable({ 'if-none-match': matching });
      expect([revalidated.status, revalidated.text]).toEqual([304, '']);
      expect(revalidated.headers.get('etag')).toBe(tag);
      expect(revalidated.headers.get('cache-control')).toBe('public, max-age=30');
    }
    expect((await requestTable({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('the ETag changes with a price', async () => {
    const tag = (await requestTable()).headers.get('etag') ?? '';
    await server.services.database.run(directory`
      update quotes
      set price = 402
      where symbol = 'MSFT'`);
    const changed = await eventually(async () => {
      const response = await requestTable({ 'if-none-match': tag });
      return response.status === 200 && response;
    }, 'the new price is returned');
    expect(JSON.parse(changed.text)[0]).toEqual({ name: 'MSFT', price: 402 });
  });

  test('the table ignores missing and invalid tokens', async () => {
    for (const authorization of ['Bearer a.b.c', 'Basic x'])
      expect((await requestTable({ authorization })).status).toBe(200);
  });

  test('prices of one source are never shown for another', async () => {
    const { database, sandbox, dataDir } = server;
    const real = await startTestServer({
      database,
      dataDir,
      sandbox,
      environment: { QUOTES_URL: 'http://127.0.0.1:9/api/v1', QUOTES_API_KEY: 'key' },
    });
    try {
      const realVisitor = new TestClient(real);
      expect(await realVisitor.request('GET /dashboard/stocks')).toEqual([]);
      expect((await realVisitor.request('GET /dashboard/stocks/updated')).source).toBe('Finnhub');
    } finally {
      await real.stop();
    }
  });

  test('many concurrent requests get the same response', async () => {
    const responses = await Promise.all(Array.from({ length: 300 }, () => requestTable()));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  });
});

test('the table is empty and has no source in production without an API key', async () => {
  const key = randomBytes(32).toString('base64url');
  const productionServer = await startTestServer({
    sandbox: server.sandbox,
    environment: {
      NODE_ENV: 'production',
      RATE_LIMITS: '',
      PUBLIC_URL: 'https://cairn.example',
      SMTP_URL: 'smtps://mail.example',
      MAIL_FROM: 'Cairn <hello@cairn.example>',
      SESSION_KEY: key,
      TOKEN_KEYS: `k1:${key}`,
      PLAID_CLIENT_ID: 'client',
      PLAID_SECRET: 'secret',
      PLAID_BASE_URL: 'https://plaid.example',
      PLAID_LINK_SCRIPT_URL: 'https://plaid.example/link.js',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_URL: 'https://stripe.example',
      STRIPE_PAYMENT_LINK_YEARLY: 'https://stripe.example/yearly',
      STRIPE_PAYMENT_LINK_LIFETIME: 'https://stripe.example/lifetime',
    },
  });
  try {
    const visitor = new TestClient(productionServer);
    await refreshQuotes(productionServer.services);
    expect(await visitor.request('GET /dashboard/stocks')).toEqual([]);
    expect(await visitor.request('GET /dashboard/stocks/updated')).toEqual({
      source: null,
      updated: [],
    });
  } finally {
    await productionServer.stop();
  }
});
