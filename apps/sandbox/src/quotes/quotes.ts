import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { handleControlErrors } from '../control/control-errors.ts';
import { readFields, Unprocessable } from '../control/control-fields.ts';
import type { ProviderOptions } from '../provider-options.ts';
import { SANDBOX_SECRET } from '../settings.ts';
import { RateLimit } from './rate-limit.ts';
import { type DayPrice, priceOn, symbols } from './stocks.ts';

/** Calls per minute on the real provider's free plan. */
const callsPerMinute = 60;
const noPrice: DayPrice = { current: 0, open: 0, high: 0, low: 0, previousClose: 0 };

/**
 * The quotes provider, with Finnhub's protocol: `GET /quotes/api/v1/quote?symbol=` with the key as `token` or in
 * `X-Finnhub-Token`, and `/control/quotes`. An unknown symbol has zeros for prices, and the 61st call of a minute is
 * rejected.
 */
export const quotes: FastifyPluginAsync<ProviderOptions> = async (app, { context, seed }) => {
  const { clock } = context;
  const limit = new RateLimit(callsPerMinute);
  /** Prices set by control calls. */
  const overrides = new Map<string, number>();
  context.onReset(() => {
    overrides.clear();
    limit.clear();
  });

  const priceOf = (symbol: string): DayPrice => {
    const price = priceOn(symbol, clock.today(), seed()) ?? noPrice;
    return { ...price, current: overrides.get(symbol) ?? price.current };
  };

  app.get('/quotes/api/v1/quote', async (request, reply) => {
    const { symbol } = request.query as { symbol?: unknown }; // Not validated yet.
    if (keyOf(request) !== SANDBOX_SECRET) return sendError(reply, 401, 'Invalid API key');
    const remaining = limit.take(clock.now());
    reply
      .header('x-ratelimit-limit', limit.perMinute)
      .header('x-ratelimit-remaining', remaining ?? 0)
      .header('x-ratelimit-reset', limit.resetsAt(clock.now()));
    if (remaining === null)
      return sendError(reply, 429, 'API limit reached. Please try again later. Remaining Limit: 0');
    if (typeof symbol !== 'string' || symbol === '')
      return sendError(reply, 422, 'Symbol is required');
    return quoteBody(priceOf(symbol), clock.now());
  });

  await app.register(async (control) => {
    handleControlErrors(control);
    const list = () => symbols.map((symbol) => ({ symbol, price: priceOf(symbol).current }));
    control.get('/control/quotes', async () => list());
    control.post('/control/quotes', async (request) => {
      for (const [symbol, price] of Object.entries(readPrices(request.body))) {
        if (price === null) overrides.delete(symbol);
        else overrides.set(symbol, price);
      }
      return list();
    });
  });
};

function keyOf({ headers, query }: FastifyRequest): unknown {
  const { token } = query as { token?: unknown }; // Not validated yet.
  return headers['x-finnhub-token'] ?? token;
}

const sendError = (reply: FastifyReply, status: number, error: string): FastifyReply =>
  reply.code(status).send({ error });

/** Returns a quote in the provider's format: current, change, percent, high, low, open, previous close, time. */
function quoteBody(price: DayPrice, now: number) {
  const { current: c, high: h, low: l, open: o, previousClose: pc } = price;
  if (c === 0 && pc === 0) return { c, d: null, dp: null, h, l, o, pc, t: 0 };
  const d = Math.round((c - pc) * 100) / 100;
  return { c, d, dp: pc === 0 ? null : (d / pc) * 100, h, l, o, pc, t: Math.floor(now / 1_000) };
}

/** Reads prices by symbol. Null removes the override. Zero and negative prices are allowed, to test bad data. */
function readPrices(body: unknown): Record<string, number | null> {
  const fields = readFields(body, 'the body', symbols);
  return Object.fromEntries(
    Object.entries(fields).map(([symbol, price]) => {
      if (price === null) return [symbol, null];
      if (typeof price === 'number' && Number.isFinite(price)) return [symbol, price];
      throw new Unprocessable(`${symbol} must be a number, or null to remove the override`);
    }),
  );
}
