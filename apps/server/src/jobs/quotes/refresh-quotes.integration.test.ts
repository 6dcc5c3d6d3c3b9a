import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { directory } from '../../platform/database/owned-sql.ts';
import { refreshQuotes } from './refresh-quotes.ts';

const symbols = ['AAPL', 'MSFT', 'NVDA', 'TSLA'];
// The usual retries with shorter delays.
const callPolicy = {
  timeout: 500,
  retries: { maxAttempts: 2, initialDelay: 10, maxDelay: 1_500, random: () => 1 },
};

let server: TestServer;
/** Another process on the same database. */
let second: TestServer;

beforeAll(async () => {
  const environment = { QUOTES_SYMBOLS: symbols.join() };
  server = await startTestServer({ callPolicy, environment });
  const { database, sandbox, dataDir } = server;
  second = await startTestServer({ callPolicy, environment, database, sandbox, dataDir });
  // Scheduled jobs would interfere.
  await Promise.all([server, second].map(({ services }) => services.queue.stop()));
});
beforeEach(async () => {
  // Clears faults, the request log, and rate limits.
  await server.sandbox.control('reset', { seed: 1 });
  await query(directory`delete from quotes`);
  await resetRefreshInterval();
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

const query = (statement: ReturnType<typeof directory>) => server.services.database.run(statement);
const resetRefreshInterval = () => query(directory`delete from quote_refreshes`);
const agePricesBy = async (minutes: number) => {
  await query(directory`
    update quotes
    set as_of = as_of - make_interval(mins => ${minutes})`);
  await resetRefreshInterval();
};
const refresh = () => refreshQuotes(server.services);
const readPrices = async () => {
  const rows = await server.services.database.rows<{ symbol: string; price: string; age: number }>(
    directory`
      select
        symbol,
        price,
        floor(extract(epoch from now() - as_of) / 60)::int as age
      from quotes
      order by symbol`,
  );
  return new Map(rows.map(({ symbol, price, age }) => [symbol, { price: Number(price), age }]));
};
const listRequestedQueries = async () => {
  const log = await server.sandbox.control<{ path: string; query: string }[]>('log');
  return log
    .filter(({ path }) => path === '/quotes/api/v1/quote')
    .map(({ query: parameters }) => parameters);
};
const setPrices = (body: Record<string, number>) => server.sandbox.control('quotes', body);
const injectFault = (kind: string, times: number) =>
  server.sandbox.control('faults', { provider: 'quotes', kind, times });

test('every price is fetched once and saved, and not fetched again while it is fresh', async () => {
  await setPrices({ AAPL: 210.5, MSFT: 400, NVDA: 120.25, TSLA: 230 });
  await refresh();
  expect(await readPrices()).toEqual(
    new Map([
      ['AAPL', { price: 210.5, age: 0 }],
      ['MSFT', { price: 400, age: 0 }],
      ['NVDA', { price: 120.25, age: 0 }],
      ['TSLA', { price: 230, age: 0 }],
    ]),
  );
  await resetRefreshInterval();
  await refresh();
  expect((await listRequestedQueries()).toSorted()).toEqual(
    symbols.map((symbol) => `symbol=${symbol}`),
  );
});

test('a stale price is fetched again', async () => {
  await refresh();
  await agePricesBy(5);
  await setPrices({ AAPL: 99 });
  await refresh();
  expect((await readPrices()).get('AAPL')).toEqual({ price: 99, age: 0 });
  expect(await listRequestedQueries()).toHaveLength(2 * symbols.length);
});

test('only one of two processes with many jobs fetches prices', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, job) => refreshQuotes((job % 2 ? server : second).services)),
  );
  expect(await listRequestedQueries()).toHaveLength(symbols.length);
  expect((await readPrices()).size).toBe(symbols.length);
});

test('a refresh claimed by a killed process can be claimed again within a minute', async () => {
  await query(directory`insert into quote_refreshes (source) values ('Sandbox')`);
  await refresh();
  expect(await listRequestedQueries()).toEqual([]);
  await query(directory`update quote_refreshes set began_at = now() - interval '60 seconds'`);
  await refresh();
  expect((await readPrices()).size).toBe(symbols.length);
});

test('the refresh-quotes job refreshes the prices', async () => {
  const { database, sandbox, dataDir } = server;
  const environment = { QUOTES_SYMBOLS: symbols.join() };
  const worker = await startTestServer({ environment, database, sandbox, dataDir });
  try {
    await worker.services.queue.enqueue('refresh-quotes', {}, { key: 'test' });
    await expect
      .poll(async () => (await readPrices()).size, { timeout: 20_000 })
      .toBe(symbols.length);
  } finally {
    await worker.stop();
  }
});

describe('when the quotes provider', () => {
  test.each([
    ['responds with an error', 'http_500'],
    ['rate-limits requests', 'http_429'],
    ['does not respond', 'timeout'],
    ['drops the connection', 'drop_connection'],
    ['responds with malformed JSON', 'malformed_json'],
    ['sends a truncated response', 'truncated'],
  ])('%s, the last prices keep their age until new ones can be fetched', async (_, kind) => {
    await setPrices({ AAPL: 210.5 });
    await refresh();
    await agePricesBy(180);
    await injectFault(kind, 1_000);
    await refresh();
    expect((await readPrices()).get('AAPL')).toEqual({ price: 210.5, age: 180 });
    await server.sandbox.control('faults/clear', {});
    await setPrices({ AAPL: 211 });
    await resetRefreshInterval();
    await refresh();
    expect((await readPrices()).get('AAPL')).toEqual({ price: 211, age: 0 });
    expect((await readPrices()).size).toBe(symbols.length);
  });

  test('rate-limits a request, the refresh stops', async () => {
    await injectFault('http_429', 1_000);
    await refresh();
    expect(await listRequestedQueries()).toHaveLength(callPolicy.retries.maxAttempts);
  });

  test('fails for one stock, the others are still refreshed', async () => {
    await injectFault('http_500', callPolicy.retries.maxAttempts);
    await refresh();
    expect((await readPrices()).size).toBe(symbols.length - 1);
    // Only the failed one is due a minute later.
    await resetRefreshInterval();
    await refresh();
    expect((await readPrices()).size).toBe(symbols.length);
    expect(await listRequestedQueries()).toHaveLength(
      symbols.length - 1 + callPolicy.retries.maxAttempts + 1,
    );
  });

  test('returns impossible prices, the last valid ones are kept', async () => {
    await setPrices({ AAPL: 210.5, MSFT: 400, NVDA: 120, TSLA: 230 });
    await refresh();
    await agePricesBy(10);
    await setPrices({ AAPL: 0, MSFT: -400, NVDA: 1e12, TSLA: 231 });
    await refresh();
    expect(await readPrices()).toEqual(
      new Map([
        ['AAPL', { price: 210.5, age: 10 }],
        ['MSFT', { price: 400, age: 10 }],
        ['NVDA', { price: 120, age: 10 }],
        ['TSLA', { price: 231, age: 0 }],
      ]),
    );
  });

  test('is called, its key appears in no log line and no URL', async () => {
    await refresh();
    expect(JSON.stringify(server.logged)).not.toContain('sandbox-secret');
    expect((await listRequestedQueries()).join()).not.toContain('sandbox-secret');
  });
});

test('a rejected key is logged as an error once per refresh, and the refresh stops', async () => {
  const { database, sandbox, dataDir } = server;
  const misconfigured = await startTestServer({
    callPolicy,
    database,
    sandbox,
    dataDir,
    environment: { QUOTES_API_KEY: 'wrong', QUOTES_SYMBOLS: symbols.join() },
  });
  try {
    await refreshQuotes(misconfigured.services);
    expect(await listRequestedQueries()).toHaveLength(1);
    expect(misconfigured.logged.filter(({ event }) => event === 'quote_failed')).toMatchObject([
      { level: 'error', code: 'HTTP_401' },
    ]);
  } finally {
    await misconfigured.stop();
  }
});
