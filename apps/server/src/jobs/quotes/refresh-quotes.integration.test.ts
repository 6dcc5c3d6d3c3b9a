import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { directory } from '../../platform/owned-sql.ts';
import { refreshQuotes } from './refresh-quotes.ts';

const symbols = ['AAPL', 'MSFT', 'NVDA', 'TSLA'];
// As patient as always, only quicker about it.
const patience = {
  timeout: 500,
  retries: { tries: 2, firstDelay: 10, longestDelay: 1_500, random: () => 1 },
};

let server: TestServer;
/** Another process on the same database. */
let second: TestServer;

beforeAll(async () => {
  const environment = { QUOTES_SYMBOLS: symbols.join() };
  server = await startTestServer({ patience, environment });
  const { database, sandbox, dataDir } = server;
  second = await startTestServer({ patience, environment, database, sandbox, dataDir });
  // The jobs that begin by themselves would come in between.
  await Promise.all([server, second].map(({ services }) => services.queue.stop()));
});
beforeEach(async () => {
  // Forgets its faults, its log and how often it was asked.
  await server.sandbox.control('reset', { seed: 1 });
  await query(directory`delete from quotes`);
  await freeTurn();
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

const query = (statement: ReturnType<typeof directory>) => server.services.database.run(statement);
const freeTurn = () => query(directory`delete from quote_refreshes`);
const ageBy = async (minutes: number) => {
  await query(directory`
    update quotes
    set as_of = as_of - make_interval(mins => ${minutes})`);
  await freeTurn();
};
const refresh = () => refreshQuotes(server.services);
const prices = async () => {
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
const asked = async () => {
  const log = await server.sandbox.control<{ path: string; query: string }[]>('log');
  return log.filter(({ path }) => path === '/quotes/api/v1/quote').map((each) => each.query);
};
const set = (body: Record<string, number>) => server.sandbox.control('quotes', body);
const fault = (kind: string, times: number) =>
  server.sandbox.control('faults', { provider: 'quotes', kind, times });

test('every stock is asked for once and kept, and not again while its price is fresh', async () => {
  await set({ AAPL: 210.5, MSFT: 400, NVDA: 120.25, TSLA: 230 });
  await refresh();
  expect(await prices()).toEqual(
    new Map([
      ['AAPL', { price: 210.5, age: 0 }],
      ['MSFT', { price: 400, age: 0 }],
      ['NVDA', { price: 120.25, age: 0 }],
      ['TSLA', { price: 230, age: 0 }],
    ]),
  );
  await freeTurn();
  await refresh();
  expect((await asked()).toSorted()).toEqual(symbols.map((symbol) => `symbol=${symbol}`));
});

test('once it is old, the price is asked for again', async () => {
  await refresh();
  await ageBy(5);
  await set({ AAPL: 99 });
  await refresh();
  expect((await prices()).get('AAPL')).toEqual({ price: 99, age: 0 });
  expect(await asked()).toHaveLength(2 * symbols.length);
});

test('of two processes with many jobs each, one asks', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, job) => refreshQuotes((job % 2 ? server : second).services)),
  );
  expect(await asked()).toHaveLength(symbols.length);
  expect((await prices()).size).toBe(symbols.length);
});

test('a turn that a killed process took is free again within a minute', async () => {
  await query(directory`insert into quote_refreshes (source) values ('Sandbox')`);
  await refresh();
  expect(await asked()).toEqual([]);
  await query(directory`update quote_refreshes set began_at = now() - interval '60 seconds'`);
  await refresh();
  expect((await prices()).size).toBe(symbols.length);
});

test('the job that the queue runs does it', async () => {
  const { database, sandbox, dataDir } = server;
  const environment = { QUOTES_SYMBOLS: symbols.join() };
  const working = await startTestServer({ environment, database, sandbox, dataDir });
  try {
    await working.services.queue.enqueue('refresh-quotes', {}, { key: 'test' });
    await expect.poll(async () => (await prices()).size, { timeout: 20_000 }).toBe(symbols.length);
  } finally {
    await working.stop();
  }
});

describe('when the provider', () => {
  test.each([
    ['answers with an error', 'http_500'],
    ['says that it is asked too often', 'http_429'],
    ['does not answer', 'timeout'],
    ['drops the connection', 'drop_connection'],
    ['answers with something else than JSON', 'malformed_json'],
    ['is cut off in the middle', 'truncated'],
  ])(
    '%s, the last prices stay, with their age, and new ones come when it is back',
    async (_, kind) => {
      await set({ AAPL: 210.5 });
      await refresh();
      await ageBy(180);
      await fault(kind, 1_000);
      await refresh();
      expect((await prices()).get('AAPL')).toEqual({ price: 210.5, age: 180 });
      await server.sandbox.control('faults/clear', {});
      await set({ AAPL: 211 });
      await freeTurn();
      await refresh();
      expect((await prices()).get('AAPL')).toEqual({ price: 211, age: 0 });
      expect((await prices()).size).toBe(symbols.length);
    },
  );

  test('says that it is asked too often, nothing more is asked in this round', async () => {
    await fault('http_429', 1_000);
    await refresh();
    expect(await asked()).toHaveLength(patience.retries.tries);
  });

  test('fails for one stock, the others come all the same', async () => {
    await fault('http_500', patience.retries.tries);
    await refresh();
    expect((await prices()).size).toBe(symbols.length - 1);
    // The one that failed is the only one that is due in the next minute.
    await freeTurn();
    await refresh();
    expect((await prices()).size).toBe(symbols.length);
    expect(await asked()).toHaveLength(symbols.length - 1 + patience.retries.tries + 1);
  });

  test('has prices that no stock has, they are not taken and the last ones stay', async () => {
    await set({ AAPL: 210.5, MSFT: 400, NVDA: 120, TSLA: 230 });
    await refresh();
    await ageBy(10);
    await set({ AAPL: 0, MSFT: -400, NVDA: 1e12, TSLA: 231 });
    await refresh();
    expect(await prices()).toEqual(
      new Map([
        ['AAPL', { price: 210.5, age: 10 }],
        ['MSFT', { price: 400, age: 10 }],
        ['NVDA', { price: 120, age: 10 }],
        ['TSLA', { price: 231, age: 0 }],
      ]),
    );
  });

  test('is asked, its key is in no log line and in no address', async () => {
    await refresh();
    expect(JSON.stringify(server.logged)).not.toContain('sandbox-secret');
    expect((await asked()).join()).not.toContain('sandbox-secret');
  });
});

test('a key that is refused is said at level error, once a round, and nothing more is asked', async () => {
  const { database, sandbox, dataDir } = server;
  const wrong = await startTestServer({
    patience,
    database,
    sandbox,
    dataDir,
    environment: { QUOTES_API_KEY: 'wrong', QUOTES_SYMBOLS: symbols.join() },
  });
  try {
    await refreshQuotes(wrong.services);
    expect(await asked()).toHaveLength(1);
    expect(wrong.logged.filter(({ event }) => event === 'quote_failed')).toMatchObject([
      { level: 'error', code: 'HTTP_401' },
    ]);
  } finally {
    await wrong.stop();
  }
});
