import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NOW, type Rehearsal, rehearse, TODAY } from '../testing/rehearse.ts';
import { priceOn, symbols } from './stocks.ts';

let sandbox: Rehearsal;
beforeEach(async () => {
  sandbox = await rehearse();
});
afterEach(() => sandbox.close());

async function ask(symbol: string, headers: Record<string, string> = key) {
  const answer = await fetch(`${sandbox.address}/quotes/api/v1/quote?symbol=${symbol}`, {
    headers,
  });
  // Every field may be there; the tests look at each.
  const body = (await answer.json()) as Record<string, number> & { error?: string };
  return { status: answer.status, headers: answer.headers, body };
}
const key = { 'x-finnhub-token': 'sandbox-secret' };

describe('a quote', () => {
  test('has the provider’s eight fields, with the price of the day', async () => {
    const { status, body } = await ask('AAPL');
    const price = priceOn('AAPL', TODAY, 1);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['c', 'd', 'dp', 'h', 'l', 'o', 'pc', 't']);
    expect(body).toMatchObject({ c: price?.current, pc: price?.previousClose });
    expect(body.t).toBe(Date.parse(NOW) / 1_000);
    expect(body.d).toBeCloseTo(Number(body.c) - Number(body.pc), 2);
  });

  test('is the same all day and another the next, from the same seed', async () => {
    const first = (await ask('AAPL')).body;
    sandbox.clock.set('2026-11-21T23:59:00Z');
    expect((await ask('AAPL')).body).toMatchObject({ c: first.c, pc: first.pc });
    sandbox.clock.set('2026-11-22T00:00:00Z');
    const next = (await ask('AAPL')).body;
    expect(next.c).not.toBe(first.c);
    expect(next.pc).toBe(first.c);
    await sandbox.post('/control/reset', { seed: 2 });
    expect((await ask('AAPL')).body.c).not.toBe(next.c);
  });

  test('of a symbol that nobody knows is all zeros', async () => {
    for (const symbol of ['NOPE', 'aapl', 'constructor'])
      expect(await ask(symbol)).toMatchObject({ status: 200, body: { c: 0, d: null, t: 0 } });
  });

  test('takes the key in the address too, and no other', async () => {
    expect((await ask('AAPL&token=sandbox-secret', {})).status).toBe(200);
    for (const headers of [{}, { 'x-finnhub-token': 'sandbox-client' }])
      expect(await ask('AAPL', headers)).toMatchObject({
        status: 401,
        body: { error: 'Invalid API key' },
      });
    expect((await ask('')).status).toBe(422);
  });

  test('is refused for the 61st time in a minute', async () => {
    for (let call = 1; call <= 60; call += 1) expect((await ask('AAPL')).status).toBe(200);
    const { status, headers, body } = await ask('AAPL');
    expect([status, body.error]).toEqual([429, expect.stringContaining('API limit reached')]);
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(headers.get('x-ratelimit-reset'))).toBe(Date.parse('2026-11-21T12:01:00Z') / 1e3);
    sandbox.clock.set('2026-11-21T12:01:00Z');
    expect((await ask('AAPL')).status).toBe(200);
  });
});

test('prices stay around their level for years, and move from day to day', () => {
  for (const symbol of symbols) {
    const days = Array.from({ length: 700 }, (_, index) =>
      new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    );
    const prices = days.map((day) => priceOn(symbol, day, 7)?.current ?? 0);
    expect(Math.max(...prices) / Math.min(...prices)).toBeLessThan(1.5);
    // A cent may stay a cent by chance.
    const still = prices.filter((price, day) => price === prices[day - 1]);
    expect(still.length).toBeLessThan(15);
    const { high = 0, low = 0, open = 0, current = 0 } = priceOn(symbol, TODAY, 7) ?? {};
    expect(low).toBeLessThanOrEqual(Math.min(open, current));
    expect(high).toBeGreaterThanOrEqual(Math.max(open, current));
  }
});

describe('/control/quotes', () => {
  test('lists what is traded, and sets prices, impossible ones too', async () => {
    const list = await sandbox.get('/control/quotes');
    expect(list).toContainEqual({ symbol: 'AAPL', price: priceOn('AAPL', TODAY, 1)?.current });
    await sandbox.post('/control/quotes', { AAPL: 1.5, MSFT: -3 });
    expect((await ask('AAPL')).body.c).toBe(1.5);
    expect((await ask('MSFT')).body.c).toBe(-3);
    await sandbox.post('/control/quotes', { AAPL: null });
    expect((await ask('AAPL')).body.c).toBe(priceOn('AAPL', TODAY, 1)?.current);
    await sandbox.post('/control/reset', {});
    expect((await ask('MSFT')).body.c).toBe(priceOn('MSFT', TODAY, 1)?.current);
  });

  test('refuses what it does not know', async () => {
    for (const body of [{ NOPE: 1 }, { AAPL: 'x' }, []])
      expect((await sandbox.post('/control/quotes', body)).status).toBe(422);
  });
});

test('faults befall it as any other provider, in its own shape', async () => {
  await sandbox.post('/control/faults', { provider: 'quotes', kind: 'http_429' });
  const limited = await ask('AAPL');
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1']);
  expect(limited.body).toEqual({ error: expect.any(String) });
  await sandbox.post('/control/faults', {
    provider: 'quotes',
    route: '/api/v1/quote',
    kind: 'http_500',
  });
  expect((await ask('AAPL')).status).toBe(500);
  expect((await ask('AAPL')).status).toBe(200);
});
