import type { Queries } from '../../platform/database.ts';
import { directory } from '../../platform/owned-sql.ts';

/** The stocks of a list, in its order, whose price is not known or is older than so many seconds. */
export async function findDueSymbols(
  queries: Queries,
  source: string,
  symbols: readonly string[],
  freshFor: number,
): Promise<string[]> {
  const due = await queries.rows<{ symbol: string }>(directory`
    select wanted.symbol
    from unnest(${symbols}::text[]) with ordinality as wanted (symbol, place)
    left join quotes q
      on q.source = ${source}
      and q.symbol = wanted.symbol
    where q.as_of is null
      or q.as_of <= now() - make_interval(secs => ${freshFor})
    order by wanted.place`);
  return due.map(({ symbol }) => symbol);
}

/** Takes the turn to ask a source; false where somebody took it less than so many seconds ago. */
export async function takeTurn(queries: Queries, source: string, apart: number): Promise<boolean> {
  const taken = await queries.run(directory`
    insert into quote_refreshes (source)
    values (${source})
    on conflict (source) do update
    set began_at = now()
    where quote_refreshes.began_at <= now() - make_interval(secs => ${apart})`);
  return taken > 0;
}

/** Writes down what a stock costs now, in dollars. */
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
