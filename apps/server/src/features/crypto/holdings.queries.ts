import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/** A holding in one currency, as it was last fetched. */
export interface HoldingRow {
  code: string;
  name: string;
  kind: 'crypto' | 'fiat';
  /** Decimal text, with the decimals that the exchange sent. */
  amount: string;
  /** Decimal text: how much of the currency one dollar buys. Null if no price is known. */
  price: string | null;
}

/** Lists a user's holdings at an exchange, by code. */
export const listHoldings = (queries: Queries, userId: UserId, exchange: string) =>
  queries.rows<HoldingRow>(owned`
    select
      code,
      name,
      kind,
      round(amount, decimals)::text as amount,
      price::text as price
    from crypto_holdings
    where user_id = ${userId}
      and exchange = ${exchange}
    order by code`);

/**
 * Records when a link's holdings were fetched. Returns false if the link has ended or a later fetch has been
 * recorded: then the fetched holdings must not be stored.
 */
export const recordFetch = async (
  queries: Queries,
  userId: UserId,
  { id, at }: { id: string; at: Date },
): Promise<boolean> =>
  (await queries.run(owned`
    update exchange_links
    set
      fetched_at = ${at},
      failed_at = null,
      retry_after = null
    where user_id = ${userId}
      and id = ${id}
      and unlinked_at is null
      and (fetched_at is null or fetched_at <= ${at})`)) === 1;

/** Replaces the holdings at an exchange. */
export async function replaceHoldings(
  queries: Queries,
  userId: UserId,
  exchange: string,
  holdings: readonly (HoldingRow & { decimals: number })[],
): Promise<void> {
  await deleteHoldings(queries, userId, exchange);
  await queries.run(owned`
    insert into crypto_holdings (user_id, exchange, code, name, kind, amount, decimals, price)
    select
      ${userId}, ${exchange}, h.code, h.name, h.kind, h.amount, h.decimals, h.price
    from jsonb_to_recordset(${JSON.stringify(holdings)}::jsonb)
      as h (code text, name text, kind text, amount numeric, decimals smallint, price numeric)`);
}

export const deleteHoldings = (queries: Queries, userId: UserId, exchange: string) =>
  queries.run(owned`
    delete from crypto_holdings
    where user_id = ${userId}
      and exchange = ${exchange}`);

/** Saves today's value in dollars, as decimal text. A later fetch on the same day replaces it. */
export const saveSnapshot = (
  queries: Queries,
  userId: UserId,
  exchange: string,
  totals: { value: string; cash: string },
) =>
  queries.run(owned`
    insert into crypto_snapshots (user_id, exchange, day, value, cash)
    values (${userId}, ${exchange}, current_date, ${totals.value}, ${totals.cash})
    on conflict (user_id, exchange, day) do update
    set
      value = excluded.value,
      cash = excluded.cash`);

export const deleteSnapshots = (queries: Queries, userId: UserId, exchange: string) =>
  queries.run(owned`
    delete from crypto_snapshots
    where user_id = ${userId}
      and exchange = ${exchange}`);
