import type { Queries } from '../../platform/database/database.ts';
import { directory } from '../../platform/database/owned-sql.ts';

/** The latest known price of a stock. */
export interface StockPrice {
  symbol: string;
  /** In dollars, as decimal text. */
  price: string;
  asOf: Date;
}

/** Lists the known prices of some stocks, in the order of `symbols`. */
export const listPrices = (
  queries: Queries,
  source: string,
  symbols: readonly string[],
): Promise<StockPrice[]> =>
  queries.rows(directory`
    select
      symbol,
      price,
      as_of as "asOf"
    from quotes
    where source = ${source}
      and symbol = any(${symbols}::text[])
    order by array_position(${symbols}::text[], symbol)`);
