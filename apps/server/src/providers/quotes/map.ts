import { QuotesError } from './errors.ts';

/** In dollars. No stock has ever traded this high. */
const maxPrice = 10_000_000;
/** In milliseconds. Longer than any market holiday. */
const maxAge = 10 * 24 * 3_600_000;

/**
 * Parses Finnhub's response to `/quote` into a price in dollars, as decimal text. `c` is the current price
 * and `t` its Unix time in seconds. An unknown symbol has zeros. Throws `QuotesError` without a current,
 * plausible price.
 */
export function parsePrice(body: unknown, now: Date): string {
  const { c, t } = Object(body) as { c?: unknown; t?: unknown }; // Any field may be missing.
  if (typeof c !== 'number' || typeof t !== 'number')
    throw new QuotesError('unexpected', 'MALFORMED_QUOTE');
  if (c === 0) throw new QuotesError('unknown_symbol', 'UNKNOWN_SYMBOL');
  // Less than half a cent would be displayed as zero.
  if (!(c >= 0.005 && c < maxPrice)) throw new QuotesError('no_price', 'IMPOSSIBLE_PRICE');
  if (t * 1_000 < now.getTime() - maxAge) throw new QuotesError('no_price', 'OLD_PRICE');
  return c.toFixed(4);
}
