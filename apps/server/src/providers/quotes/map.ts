import { QuotesFault } from './errors.ts';

/** No stock has ever been traded for as much; more is a mistake. */
const highest = 10_000_000;
/** What is traded is traded more often than this, the longest holidays included. In milliseconds. */
const longestPause = 10 * 24 * 3_600_000;

/**
 * The price in Finnhub's answer to `/quote`, in dollars, as decimal text: `c` is the current price, `t`
 * when it was made, in seconds since 1970. Zeros are its answer for a symbol that it does not know.
 * Throws a `QuotesFault` for everything that is no price of now.
 */
export function priceIn(body: unknown, now: Date): string {
  const { c, t } = Object(body) as { c?: unknown; t?: unknown }; // Any of it may be missing.
  if (typeof c !== 'number' || typeof t !== 'number')
    throw new QuotesFault('unexpected', 'MALFORMED_QUOTE');
  if (c === 0) throw new QuotesFault('unknown_symbol', 'UNKNOWN_SYMBOL');
  // Less than half a cent would be shown as nothing.
  if (!(c >= 0.005 && c < highest)) throw new QuotesFault('no_price', 'IMPOSSIBLE_PRICE');
  if (t * 1_000 < now.getTime() - longestPause) throw new QuotesFault('no_price', 'OLD_PRICE');
  return c.toFixed(4);
}
