import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { DayAmount } from './balance-history.ts';

/** The value of a user's crypto on a day. Decimal text, US dollars, to the cent. */
export interface CryptoDayRow {
  day: string;
  /** Crypto only. */
  value: string;
  /** Fiat currency held at the exchange. Not part of `value`. */
  cash: string;
}

/** Lists the days with a snapshot of a user's crypto, oldest first. */
export const listCryptoDays = (queries: Queries, userId: UserId) =>
  queries.rows<CryptoDayRow>(owned`
    select
      day,
      sum(value) as value,
      sum(cash) as cash
    from crypto_snapshots
    where user_id = ${userId}
    group by day
    order by day`);

/** Lists the latest value of a user's crypto at each exchange: its newest snapshot. US dollars as decimal text. */
export const listExchangeValues = (queries: Queries, userId: UserId) =>
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
export interface ExchangeHistory {
  exchange: string;
  snapshots: DayAmount[];
}

/** Lists the history of each exchange. */
export async function listExchangeHistories(
  queries: Queries,
  userId: UserId,
): Promise<ExchangeHistory[]> {
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
