import type { Queries } from '../../platform/database/database.ts';
import { directory } from '../../platform/database/owned-sql.ts';

/** Returns the symbols, in the given order, whose price is missing or older than `maxAge` seconds. */
export async function listDueSymbols(
  queries: Queries,
  source: string,
  symbols: readonly string[],
  maxAge: number,
): Promise<string[]> {
  const due = await queries.rows<{ symbol: string }>(directory`
    select requested.symbol
    from unnest(${symbols}::text[]) with ordinality as requested (symbol, position)
    left join quotes q
      on q.source = ${source}
      and q.symbol = requested.symbol
    where q.as_of is null
      or q.as_of <= now() - make_interval(secs => ${maxAge})
    order by requested.position`);
  return due.map(({ symbol }) => symbol);
}

/** Claims the next refresh of a source. False if the last one began less than `interval` seconds ago. */
export async function claimRefresh(
  queries: Queries,
  source: string,
  interval: number,
): Promise<boolean> {
  const claimed = await queries.run(directory`
    insert into quote_refreshes (source)
    values (${source})
    on conflict (source) do update
    set began_at = now()
    where quote_refreshes.began_at <= now() - make_interval(secs => ${interval})`);
  return claimed > 0;
}

/** Saves the current price of a stock, in dollars. */
export async function saveQuote(
  queries: Queries,
  source: string,
  symbol: string,
  price: string,
): Promise<void> {
  await queries.run(directory`
    insert into quotes (source, symbol, price)
    values (${source}, ${symbol}, ${price})
    on conflict (source, symbol) do update
    set
      price = excluded.price,
      as_of = excluded.as_of`);
}
