import { ProviderAway } from '../../platform/ask-provider.ts';
import type { QuotesProvider } from '../../providers/quotes/client.ts';
import { QuotesFault } from '../../providers/quotes/errors.ts';
import type { Services } from '../../services.ts';
import { findDueSymbols, saveQuote, takeTurn } from './quotes.queries.ts';

/** In seconds. The job comes every minute, so a price is four to five minutes old at most. */
const freshFor = 240;
/** Seconds between two rounds, of whatever process: the provider counts calls by the minute. */
const apart = 59;
/** No call is begun so many milliseconds into a round: with its tries it is over before the next one. */
const longestRound = 25_000;

const tooManyRequests = 429;

/**
 * Asks for the prices that are due, one after the other, and keeps each as it comes. Of all processes one
 * does so at a time. What fails keeps its last price and is asked for again in a minute.
 */
export async function refreshQuotes({ quotes, database, log, clock }: Services): Promise<void> {
  if (quotes === null) return;
  const { source } = quotes;
  const due = await findDueSymbols(database, source, quotes.symbols, freshFor);
  if (due.length === 0 || !(await takeTurn(database, source, apart))) return;
  const deadline = Date.now() + longestRound;
  let kept = 0;
  for (const symbol of inTurns(due, clock.now())) {
    if (Date.now() > deadline) break;
    const answer = await priceOf(quotes, symbol);
    if ('price' in answer) {
      await saveQuote(database, source, symbol, answer.price);
      kept += 1;
      continue;
    }
    log[answer.level]({ event: 'quote_failed', symbol, code: answer.code });
    if (answer.endsRound) break;
  }
  log.info({ event: 'quotes_refreshed', asked_for: due.length, kept });
}

type PriceAnswer =
  | { price: string }
  | { code: string; level: 'warn' | 'error'; endsRound: boolean };

async function priceOf(quotes: QuotesProvider, symbol: string): Promise<PriceAnswer> {
  try {
    return { price: await quotes.price(symbol) };
  } catch (error) {
    const code = error instanceof Error ? error.message : '';
    if (error instanceof ProviderAway)
      return { code, level: 'warn', endsRound: error.status === tooManyRequests };
    if (!(error instanceof QuotesFault)) throw error;
    // A key that is refused for one stock is refused for all.
    const ours = error.kind === 'misconfigured';
    return { code, level: ours ? 'error' : 'warn', endsRound: ours };
  }
}

/** Each minute begins with another one, so that one which hangs does not use up every round. */
function inTurns(symbols: readonly string[], now: Date): string[] {
  const first = Math.floor(now.getTime() / 60_000) % symbols.length;
  return [...symbols.slice(first), ...symbols.slice(0, first)];
}
