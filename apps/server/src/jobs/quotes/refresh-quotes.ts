import { ProviderUnavailable } from '../../platform/providers/provider-request.ts';
import type { QuotesProvider } from '../../providers/quotes/client.ts';
import { QuotesError } from '../../providers/quotes/errors.ts';
import type { Services } from '../../services.ts';
import { claimRefresh, listDueSymbols, saveQuote } from './quotes.queries.ts';

/** In seconds. The job runs every minute, so a price is at most five minutes old. */
const maxAge = 240;
/** In seconds: the time between two refreshes by any process, because the provider limits calls per minute. */
const refreshInterval = 59;
/** In milliseconds. No call starts after this time, so that a refresh, with retries, ends before the next one. */
const maxDuration = 25_000;

const tooManyRequests = 429;

/**
 * Fetches the stale prices one by one and saves each immediately. Only one process refreshes at a time. A stock
 * whose request fails keeps its last price and is retried in a minute.
 */
export async function refreshQuotes({ quotes, database, log, clock }: Services): Promise<void> {
  if (quotes === null) return;
  const { source } = quotes;
  const due = await listDueSymbols(database, source, quotes.symbols, maxAge);
  if (due.length === 0 || !(await claimRefresh(database, source, refreshInterval))) return;
  const deadline = performance.now() + maxDuration;
  let saved = 0;
  for (const symbol of rotate(due, clock.now())) {
    if (performance.now() > deadline) break;
    const result = await fetchPrice(quotes, symbol);
    if ('price' in result) {
      await saveQuote(database, source, symbol, result.price);
      saved += 1;
      continue;
    }
    log[result.level]({ event: 'quote_failed', symbol, code: result.code });
    if (result.stopsRefresh) break;
  }
  log.info({ event: 'quotes_refreshed', requested: due.length, saved });
}

type PriceResult =
  | { price: string }
  | { code: string; level: 'warn' | 'error'; stopsRefresh: boolean };

async function fetchPrice(quotes: QuotesProvider, symbol: string): Promise<PriceResult> {
  try {
    return { price: await quotes.price(symbol) };
  } catch (error) {
    const code = error instanceof Error ? error.message : '';
    if (error instanceof ProviderUnavailable)
      return { code, level: 'warn', stopsRefresh: error.status === tooManyRequests };
    if (!(error instanceof QuotesError)) throw error;
    // A key rejected for one stock is rejected for all.
    const isMisconfigured = error.kind === 'misconfigured';
    return { code, level: isMisconfigured ? 'error' : 'warn', stopsRefresh: isMisconfigured };
  }
}

/** Starts with a different stock each minute, so that one that hangs does not block the others every time. */
function rotate(symbols: readonly string[], now: Date): string[] {
  const first = Math.floor(now.getTime() / 60_000) % symbols.length;
  return [...symbols.slice(first), ...symbols.slice(0, first)];
}
