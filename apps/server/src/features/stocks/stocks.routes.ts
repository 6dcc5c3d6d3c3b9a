import type { FastifyReply } from 'fastify';
import { toMoney } from '../../domain/money/money.ts';
import { cacheFor } from '../../platform/database/cache-for.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';
import { listPrices, type StockPrice } from './stocks.queries.ts';

type StocksCalls = 'GET /dashboard/stocks' | 'GET /dashboard/stocks/updated';

/** In milliseconds: how long all requests of this process share one read of the database. */
const cacheDuration = 2_000;

/** Handlers for the public table of stock prices. A job fetches them, so that no request waits for the provider. */
export function stocksHandlers({ quotes, database }: Services): Handlers<StocksCalls> {
  const readPrices = cacheFor(cacheDuration, async () =>
    quotes === null ? [] : listPrices(database, quotes.source, quotes.symbols),
  );
  return {
    // Other programs read these rows, so they keep exactly two fields. The Last-Modified header has their age.
    'GET /dashboard/stocks': async ({ reply }) => {
      const prices = await readPrices();
      setPublicCaching(reply, prices);
      return prices.map(({ symbol, price }) => ({ name: symbol, price: toMoney(price) }));
    },
    'GET /dashboard/stocks/updated': async ({ reply }) => {
      const prices = await readPrices();
      setPublicCaching(reply, prices);
      return {
        source: quotes?.source ?? null,
        updated: prices.map(({ symbol, asOf }) => ({ name: symbol, at: asOf.toISOString() })),
      };
    },
  };
}

/** Lets shared caches store the prices. An empty table is not cached, so that the first prices show at once. */
function setPublicCaching(reply: FastifyReply, prices: readonly StockPrice[]): void {
  if (prices.length === 0) return;
  reply.header('cache-control', 'public, max-age=30');
  const newest = new Date(Math.max(...prices.map(({ asOf }) => asOf.getTime())));
  reply.header('last-modified', newest.toUTCString());
}
