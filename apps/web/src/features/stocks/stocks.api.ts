import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';

/** What a stock costs, and when that was said. */
export interface Stock {
  readonly name: string;
  /** Dollars. */
  readonly price: number;
  /** Milliseconds since 1970; null: not known. */
  readonly at: number | null;
}

/** The table of stocks, and who said what they cost: null where no prices are offered. */
export interface Stocks {
  readonly source: string | null;
  readonly rows: readonly Stock[];
}

const everyMinute = 60_000;
/** While the first prices are on their way. */
const soon = 3_000;

/** The prices of stocks, looked at again by themselves while somebody looks at them. */
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
      data !== undefined && data.source !== null && data.rows.length === 0 ? soon : everyMinute,
    // A token that has ended is refused once, and forgotten: this page needs none.
    retry: 2,
  });
}
