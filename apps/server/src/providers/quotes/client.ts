import type { QuotesSettings } from '../../env.ts';
import { createAskProvider } from '../../platform/ask-provider.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { type Patience, usualPatience } from '../../platform/retrying.ts';
import { faultOf } from './errors.ts';
import { priceIn } from './map.ts';

/** Whoever knows what stocks cost. Another provider is another function that makes one of these. */
export interface QuotesProvider {
  /** Whose prices they are, in words to be shown. */
  readonly source: string;
  /** The stocks that are shown, in their order. */
  readonly symbols: readonly string[];
  /**
   * What a stock costs now, in dollars, as decimal text. Throws a `QuotesFault` where there is no such
   * price, `ProviderAway` where there is no answer.
   */
  price(symbol: string): Promise<string>;
}

/** Finnhub (API documentation, 'Quote'): one symbol a call, 60 calls a minute on the free plan. */
export function createFinnhubProvider(
  { source, symbols, baseUrl, apiKey }: QuotesSettings,
  log: Logger,
  clock: Clock,
  patience: Patience = usualPatience,
): QuotesProvider {
  const ask = createAskProvider('quotes', log, patience);
  return {
    source,
    symbols,
    async price(symbol) {
      const { status, body } = await ask({
        call: 'quote',
        url: `${baseUrl}/quote?${new URLSearchParams({ symbol })}`,
        // It may stand in the address as well, where proxies and logs would see it.
        headers: { 'x-finnhub-token': apiKey },
        expectsJson: true,
      });
      if (status !== 200) throw faultOf(status);
      return priceIn(body, clock.now());
    },
  };
}
