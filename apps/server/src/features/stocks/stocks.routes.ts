import type { FastifyReply } from 'fastify';
import { moneyOnWire } from '../../domain/money.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { readOncePer } from '../../platform/read-once.ts';
import type { Services } from '../../services.ts';
import { type KnownPrice, listPrices } from './stocks.queries.ts';

type StocksCalls = 'GET /dashboard/stocks' | 'GET /dashboard/stocks/updated';

/** Milliseconds for which one look at the database serves every visitor of this process. */
const oneLook = 2_000;

/** The public table of stock prices. Nobody waits for the provider: a job asks it. */
export function stocksHandlers({ quotes, database }: Services): Handlers<StocksCalls> {
  const known = readOncePer(oneLook, async () =>
    quotes === null ? [] : listPrices(database, quotes.source, quotes.symbols),
  );
  return {
    // Other programs read these rows: they have two fields and no more. Their age is in the header.
    'GET /dashboard/stocks': async ({ reply }) => {
      const prices = await known();
      letCachesKeep(reply, prices);
      return prices.map(({ symbol, price }) => ({ name: symbol, price: moneyOnWire(price) }));
    },
    'GET /dashboard/stocks/updated': async ({ reply }) => {
      const prices = await known();
      letCachesKeep(reply, prices);
      return {
        source: quotes?.source ?? null,
        updated: prices.map(({ symbol, asOf }) => ({ name: symbol, at: asOf.toISOString() })),
      };
    },
  };
}

/** Prices are the same for everyone. Where there are none yet, the first are looked for at once. */
function letCachesKeep(reply: FastifyReply, prices: readonly KnownPrice[]): void {
  if (prices.length === 0) return;
  reply.header('cache-control', 'public, max-age=30');
  const newest = new Date(Math.max(...prices.map(({ asOf }) => asOf.getTime())));
  reply.header('last-modified', newest.toUTCString());
}
