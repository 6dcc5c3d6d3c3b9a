import type { QuotesSettings } from '../../env.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { createProviderRequestSender } from '../../platform/providers/provider-request.ts';
import { type CallPolicy, defaultCallPolicy } from '../../platform/providers/retry.ts';
import { quotesErrorForStatus } from './errors.ts';
import { parsePrice } from './map.ts';

/** A provider of stock prices. */
export interface QuotesProvider {
  /** The provider's display name. */
  readonly source: string;
  /** The stocks to show, in display order. */
  readonly symbols: readonly string[];
  /**
   * Returns a stock's current price in dollars, as decimal text. Throws `QuotesError` if there is no valid price, or
   * `ProviderUnavailable`.
   */
  price(symbol: string): Promise<string>;
}

/** Creates the provider (Finnhub, 'Quote'): one symbol per call, 60 calls a minute on the free plan. */
export function createFinnhubProvider(
  { source, symbols, baseUrl, apiKey }: QuotesSettings,
  log: Logger,
  clock: Clock,
  policy: CallPolicy = defaultCallPolicy,
): QuotesProvider {
  const sendRequest = createProviderRequestSender('quotes', log, policy);
  return {
    source,
    symbols,
    async price(symbol) {
      const { status, body } = await sendRequest({
        call: 'quote',
        url: `${baseUrl}/quote?${new URLSearchParams({ symbol })}`,
        // Not in the URL, where proxies and logs would see it.
        headers: { 'x-finnhub-token': apiKey },
        expectsJson: true,
      });
      if (status !== 200) throw quotesErrorForStatus(status);
      return parsePrice(body, clock.now());
    },
  };
}
