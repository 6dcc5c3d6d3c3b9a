import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { answerErrors } from '../control/control-errors.ts';
import { readFields, Unprocessable } from '../control/read-control.ts';
import { SANDBOX_SECRET } from '../settings.ts';
import { CallLimit } from './call-limit.ts';
import { type DayPrice, priceOn, symbols } from './stocks.ts';

/** What the provider of stock quotes needs from the sandbox around it. */
export interface QuotesOptions {
  context: SandboxContext;
  /** Prices follow from it. */
  seed: () => number;
}

/** Calls a minute on the real provider's free plan. */
const freePlan = 60;
const nothing: DayPrice = { current: 0, open: 0, high: 0, low: 0, previousClose: 0 };

/**
 * The provider of stock quotes, as Finnhub speaks: `GET /quotes/api/v1/quote?symbol=` with the key as
 * `token` or in `X-Finnhub-Token`, and `/control/quotes`. A symbol that it does not know has zeros for a
 * price, and the 61st call of a minute is refused.
 */
export const quotes: FastifyPluginAsync<QuotesOptions> = async (app, { context, seed }) => {
  const { clock } = context;
  const limit = new CallLimit(freePlan);
  /** Prices that somebody set, whatever they make of them. */
  const set = new Map<string, number>();
  context.onReset(() => {
    set.clear();
    limit.clear();
  });

  const priceOf = (symbol: string): DayPrice => {
    const price = priceOn(symbol, clock.today(), seed()) ?? nothing;
    return { ...price, current: set.get(symbol) ?? price.current };
  };

  app.get('/quotes/api/v1/quote', async (request, reply) => {
    const { symbol } = request.query as { symbol?: unknown }; // Whatever was asked.
    if (keyOf(request) !== SANDBOX_SECRET) return refuse(reply, 401, 'Invalid API key');
    const left = limit.take(clock.now());
    reply
      .header('x-ratelimit-limit', limit.perMinute)
      .header('x-ratelimit-remaining', left ?? 0)
      .header('x-ratelimit-reset', limit.resetsAt(clock.now()));
    if (left === null)
      return refuse(reply, 429, 'API limit reached. Please try again later. Remaining Limit: 0');
    if (typeof symbol !== 'string' || symbol === '')
      return refuse(reply, 422, 'Symbol is required');
    return quoteBody(priceOf(symbol), clock.now());
  });

  await app.register(async (control) => {
    answerErrors(control);
    const list = () => symbols.map((symbol) => ({ symbol, price: priceOf(symbol).current }));
    control.get('/control/quotes', async () => list());
    control.post('/control/quotes', async (request) => {
      for (const [symbol, price] of Object.entries(readPrices(request.body))) {
        if (price === null) set.delete(symbol);
        else set.set(symbol, price);
      }
      return list();
    });
  });
};

function keyOf({ headers, query }: FastifyRequest): unknown {
  const { token } = query as { token?: unknown }; // Whatever was asked.
  return headers['x-finnhub-token'] ?? token;
}

const refuse = (reply: FastifyReply, status: number, error: string): FastifyReply =>
  reply.code(status).send({ error });

/** The answer in the provider's shape: current, change, percent, high, low, open, previous close, time. */
function quoteBody(price: DayPrice, now: number) {
  const { current: c, high: h, low: l, open: o, previousClose: pc } = price;
  if (c === 0 && pc === 0) return { c, d: null, dp: null, h, l, o, pc, t: 0 };
  const d = Math.round((c - pc) * 100) / 100;
  return { c, d, dp: pc === 0 ? null : (d / pc) * 100, h, l, o, pc, t: Math.floor(now / 1_000) };
}

/** Prices by symbol; null takes back what was set. Zero and less are fine: a provider can be wrong. */
function readPrices(body: unknown): Record<string, number | null> {
  const given = readFields(body, 'the body', symbols);
  return Object.fromEntries(
    Object.entries(given).map(([symbol, price]) => {
      if (price === null) return [symbol, null];
      if (typeof price === 'number' && Number.isFinite(price)) return [symbol, price];
      throw new Unprocessable(`${symbol} must be a number, or null for the price of the day`);
    }),
  );
}
