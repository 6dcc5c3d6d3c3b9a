import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NOW, type SandboxHarness, startSandbox, TODAY } from '../testing/sandbox-harness.ts';
import { priceOn, symbols } from './stocks.ts';

let sandbox: SandboxHarness;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

async function fetchQuote(symbol: string, headers: Record<string, string> = key) {
  const response = await fetch(`${sandbox.address}/quotes/api/v1/quote?symbol=${symbol}`, {
    headers,
  });
  // The assertions check the fields that are used.
  const body = (await response.json()) as Record<string, number> & { error?: string };
  return { status: response.status, headers: response.headers, body };
}
const key = { 'x-finnhub-token': 'sandbox-secret' };

describe('a quote', () => {
  test('has the provider’s eight fields, with the price of the day', async () => {
    const { status, body } = await fetchQuote('AAPL');
    const price = priceOn('AAPL', TODAY, 1);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['c', 'd', 'dp', 'h', 'l', 'o', 'pc', 't']);
    expect(body).toMatchObject({ c: price?.current, pc: price?.previousClose });
    expect(body.t).toBe(Date.parse(NOW) / 1_000);
    expect(body.d).toBeCloseTo(Number(body.c) - Number(body.pc), 2);
  });

  test('stays the same all day, changes the next day, and depends on the seed', async () => {
    const first = (await fetchQuote('AAPL')).body;
    sandbox.clock.set('2026-11-21T23:59:00Z');
    expect((await fetchQuote('AAPL')).body).toMatchObject({ c: first.c, pc: first.pc });
    sandbox.clock.set('2026-11-22T00:00:00Z');
    const nextDay = (await fetchQuote('AAPL')).body;
    expect(nextDay.c).not.toBe(first.c);
    expect(nextDay.pc).toBe(first.c);
    await sandbox.post('/control/reset', { seed: 2 });
    expect((await fetchQuote('AAPL')).body.c).not.toBe(nextDay.c);
  });

  test('of an unknown symbol has zeros for prices', async () => {
    for (const symbol of ['NOPE', 'aapl', 'constructor'])
      expect(await fetchQuote(symbol)).toMatchObject({
        status: 200,
        body: { c: 0, d: null, t: 0 },
      });
  });

  test('accepts the key in the header or the URL, and no other key', async () => {
    expect((await fetchQuote('AAPL&token=sandbox-secret', {})).status).toBe(200);
    for (const headers of [{}, { 'x-finnhub-token': 'sandbox-client' }])
      expect(await fetchQuote('AAPL', headers)).toMatchObject({
        status: 401,
        body: { error: 'Invalid API key' },
      });
    expect((await fetchQuote('')).status).toBe(422);
  });

  test('is rejected after 60 calls in a minute', async () => {
    for (let call = 1; call <= 60; call += 1) expect((await fetchQuote('AAPL')).status).toBe(200);
    const { status, headers, body } = await fetchQuote('AAPL');
    expect([status, body.error]).toEqual([429, expect.stringContaining('API limit reached')]);
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(headers.get('x-ratelimit-reset'))).toBe(Date.parse('2026-11-21T12:01:00Z') / 1e3);
    sandbox.clock.set('2026-11-21T12:01:00Z');
    expect((await fetchQuote('AAPL')).status).toBe(200);
  });
});

test('prices stay around their level for years and change from day to day', () => {
  for (const symbol of symbols) {
    const days = Array.from({ length: 700 }, (_, index) =>
      new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    );
    const prices = days.map((day) => priceOn(symbol, day, 7)?.current ?? 0);
    expect(Math.max(...prices) / Math.min(...prices)).toBeLessThan(1.5);
    // Two days can have the same price by chance.
    const unchanged = prices.filter((price, day) => price === prices[day - 1]);
    expect(unchanged.length).toBeLessThan(15);
    const { high = 0, low = 0, open = 0, current = 0 } = priceOn(symbol, TODAY, 7) ?? {};
    expect(low).toBeLessThanOrEqual(Math.min(open, current));
    expect(high).toBeGreaterThanOrEqual(Math.max(open, current));
  }
});

describe('/control/quotes', () => {
  test('lists stocks and sets prices, including invalid ones', async () => {
    const list = await sandbox.get('/control/quotes');
    expect(list).toContainEqual({ symbol: 'AAPL', price: priceOn('AAPL', TODAY, 1)?.current });
    await sandbox.post('/control/quotes', { AAPL: 1.5, MSFT: -3 });
    expect((await fetchQuote('AAPL')).body.c).toBe(1.5);
    expect((await fetchQuote('MSFT')).body.c).toBe(-3);
    await sandbox.post('/control/quotes', { AAPL: null });
    expect((await fetchQuote('AAPL')).body.c).toBe(priceOn('AAPL', TODAY, 1)?.current);
    await sandbox.post('/control/reset', {});
    expect((await fetchQuote('MSFT')).body.c).toBe(priceOn('MSFT', TODAY, 1)?.current);
  });

  test('rejects unknown symbols and invalid prices', async () => {
    for (const body of [{ NOPE: 1 }, { AAPL: 'x' }, []])
      expect((await sandbox.post('/control/quotes', body)).status).toBe(422);
  });
});

test('faults apply to quotes in the provider’s error format', async () => {
  await sandbox.post('/control/faults', { provider: 'quotes', kind: 'http_429' });
  const limited = await fetchQuote('AAPL');
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1']);
  expect(limited.body).toEqual({ error: expect.any(String) });
  await sandbox.post('/control/faults', {
    provider: 'quotes',
    route: '/api/v1/quote',
    kind: 'http_500',
  });
  expect((await fetchQuote('AAPL')).status).toBe(500);
  expect((await fetchQuote('AAPL')).status).toBe(200);
});
