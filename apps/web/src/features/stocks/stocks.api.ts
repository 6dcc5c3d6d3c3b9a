import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/api-client.ts';

/** A stock's price and its time. */
export interface Stock {
  readonly name: string;
  /** In dollars. */
  readonly price: number;
  /** Milliseconds since 1970. Null if unknown. */
  readonly at: number | null;
}

/** The stock prices and their source. `source` is null if no source is configured. */
export interface Stocks {
  readonly source: string | null;
  readonly rows: readonly Stock[];
}

/** Milliseconds between polls. */
const pollInterval = 60_000;
/** Milliseconds between polls until the first prices arrive. */
const initialPollInterval = 3_000;

/** The stock prices, polled while the page is visible. */
export function useStocks() {
  return useQuery({
    queryKey: ['GET /dashboard/stocks'],
    queryFn: async ({ signal }): Promise<Stocks> => {
      const [prices, { source, updated }] = await Promise.all([
        call('GET /dashboard/stocks', { signal }),
        call('GET /dashboard/stocks/updated', { signal }),
      ]);
      const times = new Map(updated.map(({ name, at }) => [name, Date.parse(at)]));
      return { source, rows: prices.map((row) => ({ ...row, at: times.get(row.name) ?? null })) };
    },
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.source !== null && data.rows.length === 0
        ? initialPollInterval
        : pollInterval,
    // The calls need no token, but an ended session is rejected once before its token is cleared, so they are retried.
    retry: 2,
  });
}
