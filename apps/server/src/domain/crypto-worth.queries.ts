import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { owned } from '../platform/owned-sql.ts';
import type { OnDay } from './balance-history.ts';

/** The value of a user's crypto on a day. Decimal text, US dollars, to the cent. */
export interface CryptoDay {
  day: string;
  /** Crypto only. */
  value: string;
  /** Fiat currency held at the exchange. Not part of `value`. */
  cash: string;
}

/** Lists the days with a snapshot of a user's crypto, oldest first. */
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

/** Lists the latest value of a user's crypto at each exchange: its newest snapshot. US dollars as decimal text. */
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

/** The snapshots of a user's crypto at one exchange, oldest first. */
export interface ExchangePast {
  exchange: string;
  snapshots: OnDay[];
}

/** Lists the history of each exchange. */
export async function listExchangePasts(queries: Queries, userId: UserId): Promise<ExchangePast[]> {
  // Each exchange's days come as one value, aggregated in a single pass.
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
