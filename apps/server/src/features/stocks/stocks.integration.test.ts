import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { sendRaw } from '../../../../../tests/support/raw-request.ts';
import { TestClient } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { refreshQuotes } from '../../jobs/quotes/refresh-quotes.ts';
import { directory } from '../../platform/owned-sql.ts';

let server: TestServer;
let anyone: TestClient;

beforeAll(async () => {
  server = await startTestServer({ environment: { QUOTES_SYMBOLS: 'MSFT,AAPL,BRK.B,NOPE' } });
  anyone = new TestClient(server);
});
afterAll(() => server.stop());

const list = (headers: Record<string, string> = {}) =>
  sendRaw(server, '/api/dashboard/stocks', { method: 'GET', headers });

test('before the first prices the table is empty, and no cache keeps that', async () => {
  await server.services.database.run(directory`delete from quotes`);
  const { headers, body } = await anyone.call('GET /dashboard/stocks');
  expect(body).toEqual([]);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(await anyone.reply('GET /dashboard/stocks/updated')).toEqual({
    source: 'Sandbox',
    updated: [],
  });
});

describe('with prices', () => {
  const began = Date.now();

  beforeAll(async () => {
    await server.sandbox.control('quotes', { MSFT: 401.5, AAPL: 210.126, 'BRK.B': 0.006 });
    await server.services.database.run(directory`delete from quote_refreshes`);
    await refreshQuotes(server.services);
    await eventually(
      async () => (await anyone.reply('GET /dashboard/stocks')).length > 0,
      'the prices are there',
    );
  });

  test('the table has a name and a price each, in the order asked for, to the cent, and nothing else', async () => {
    expect(await anyone.reply('GET /dashboard/stocks')).toEqual([
      { name: 'MSFT', price: 401.5 },
      { name: 'AAPL', price: 210.13 },
      { name: 'BRK.B', price: 0.01 },
    ]);
  });

  test('their age is told beside it', async () => {
    const { source, updated } = await anyone.reply('GET /dashboard/stocks/updated');
    expect(source).toBe('Sandbox');
    expect(updated.map(({ name }) => name)).toEqual(['MSFT', 'AAPL', 'BRK.B']);
    for (const { at } of updated) expect(Date.parse(at)).toBeGreaterThanOrEqual(began - 1_000);
    const newest = Math.max(...updated.map(({ at }) => Date.parse(at)));
    const said = Date.parse((await list()).headers.get('last-modified') ?? '');
    expect(said).toBe(Math.floor(newest / 1_000) * 1_000);
  });

  test('caches may keep it for a moment, and hear that nothing has changed', async () => {
    const first = await list();
    expect(first.headers.get('cache-control')).toBe('public, max-age=30');
    expect(first.headers.get('set-cookie')).toBeNull();
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]+"$/);
    for (const same of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await list({ 'if-none-match': same });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('cache-control')).toBe('public, max-age=30');
    }
    expect((await list({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('another price is another tag', async () => {
    const tag = (await list()).headers.get('etag') ?? '';
    await server.services.database.run(directory`
      update quotes
      set price = 402
      where symbol = 'MSFT'`);
    const changed = await eventually(async () => {
      const answer = await list({ 'if-none-match': tag });
      return answer.status === 200 && answer;
    }, 'the new price is told');
    expect(JSON.parse(changed.text)[0]).toEqual({ name: 'MSFT', price: 402 });
  });

  test('no token, a dead one and a demo change nothing about it', async () => {
    for (const authorization of ['Bearer a.b.c', 'Basic x'])
      expect((await list({ authorization })).status).toBe(200);
  });

  test('made-up prices never pass for those of another source', async () => {
    const { database, sandbox, dataDir } = server;
    const real = await startTestServer({
      database,
      dataDir,
      sandbox,
      environment: { QUOTES_URL: 'http://127.0.0.1:9/api/v1', QUOTES_API_KEY: 'key' },
    });
    try {
      const there = new TestClient(real);
      expect(await there.reply('GET /dashboard/stocks')).toEqual([]);
      expect((await there.reply('GET /dashboard/stocks/updated')).source).toBe('Finnhub');
    } finally {
      await real.stop();
    }
  });

  test('many visitors at once are answered from one look', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => list()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

test('in production without a key there is no table, and it is said', async () => {
  const key = Buffer.alloc(32, 7).toString('base64url');
  const without = await startTestServer({
    sandbox: server.sandbox,
    environment: {
      NODE_ENV: 'production',
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
    const visitor = new TestClient(without);
    await refreshQuotes(without.services);
    expect(await visitor.reply('GET /dashboard/stocks')).toEqual([]);
    expect(await visitor.reply('GET /dashboard/stocks/updated')).toEqual({
      source: null,
      updated: [],
    });
  } finally {
    await without.stop();
  }
});
