import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { owned } from '../platform/owned-sql.ts';
import type { OnDay } from './balance-history.ts';

/** What somebody's crypto was worth on a day: decimal text, dollars, to the cent. */
export interface CryptoDay {
  day: string;
  /** Coins. */
  value: string;
  /** Money of states that lies at the exchange; not part of `value`. */
  cash: string;
}

/** The days on which a user's crypto was looked at, the oldest first. */
export const listCryptoDays = (queries: Queries, userId: UserId) =>
  queries.rows<CryptoDay>(owned`
    select
      day,
      sum(value) as value,
      sum(cash) as cash
    from crypto_snapshots
    where user_id = ${userId}
    group by day
    order by day`);

/**
 * What a user's coins at each exchange were worth when they were last asked for, in dollars as decimal text. Each
 * look writes the day's snapshot, so this is the newest of each exchange.
 */
export const listExchangeWorths = (queries: Queries, userId: UserId) =>
  queries.rows<{ exchange: string; value: string }>(owned`
    select distinct on (exchange)
      exchange,
      value
    from crypto_snapshots
    where user_id = ${userId}
    order by
      exchange,
      day desc`);

/** What a user's coins at one exchange were worth on the days on which they were looked at, the oldest first. */
export interface ExchangePast {
  exchange: string;
  snapshots: OnDay[];
}

/** The same of each exchange. */
export async function listExchangePasts(queries: Queries, userId: UserId): Promise<ExchangePast[]> {
  // Each exchange's days come as one value, made in one pass.
  const rows = await queries.rows<{ exchange: string; days: number[]; cents: number[] }>(owned`
    select
      exchange,
      array_to_json(array_agg(day - date '1970-01-01' order by day)) as days,
      array_to_json(array_agg(value * 100 order by day)) as cents
    from crypto_snapshots
    where user_id = ${userId}
    group by exchange
    order by exchange`);
  return rows.map(({ exchange, days, cents }) => ({
    exchange,
    snapshots: days.map((day, index) => [day, cents[index] ?? 0]),
  }));
}
